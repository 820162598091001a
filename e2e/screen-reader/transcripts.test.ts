import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { startSite, type Member } from '../harness.ts'
import { furnish } from './furnish.ts'
import { canListen, startListener, type Listener } from './listener.ts'
import { parse, RECORDS, remaining, render, type Part } from './transcript.ts'

/*
 * Compares Orca's speech in Firefox with the transcripts beside this file, key by key. UPDATE_TRANSCRIPTS=1 records
 * them again, to be read before they are committed.
 */

type Step = { title: string; action: (listener: Listener) => Promise<void> }

const site = canListen ? await startSite() : null
const listener = site && (await startListener(site.url))
afterAll(() => listener?.stop())
const furnished = site && (await furnish(site.db))

const MINUTES = 60_000
const listens = (rule: string, journey: () => Promise<void>) => test.skipIf(!canListen)(rule, journey, 5 * MINUTES)

/**
 * Fails if a sentence of the stored transcript is not spoken, or not in its order. Sentences that the transcript does
 * not contain are ignored.
 */
async function listen(name: string, as: Member | null, steps: Step[]): Promise<void> {
  const { cookies, stored } = await site!.storageOf({ signedInAs: as ?? undefined })
  await listener!.signIn(cookies, stored)
  const file = Bun.file(join(import.meta.dir, `${name}.txt`))
  const expected: Part[] = RECORDS ? [] : parse(await file.text())
  const heard: Part[] = []
  for (const [at, { title, action }] of steps.entries()) {
    const wanted = expected[at]?.title === title ? expected[at].said : []
    const said = await listener!.hear(() => action(listener!), wanted)
    const isComplete = !RECORDS && remaining(wanted, said).length === 0
    heard.push({ title, said: isComplete ? wanted : said })
  }
  if (RECORDS) await file.write(render(heard))
  else expect(render(heard)).toBe(render(expected))
}

const go = (path: string, name = path): Step => ({ title: `opens ${name}`, action: (it) => it.go(path) })
const type = (text: string): Step => ({ title: `types "${text}"`, action: (it) => it.type(text) })
/** Each key is pressed after a pause in speech. */
const press = (title: string, ...keys: string[]): Step[] =>
  keys.map((key) => ({ title: `${title} (${key})`, action: (it) => it.press(key) }))
/** Orca's modes: focus mode passes keys to the page, browse mode uses them to read and navigate. */
const PAGE_KEYS: Step = { title: 'gives the keys to the page', action: (it) => it.press('Insert+a', 'Insert+a') }
const READER_KEYS: Step = { title: 'gives the keys to the screen reader', action: (it) => it.press('Insert+a') }
const HEADING = press('first heading of level 1', '1')

listens('A11Y-3 a screen reader user signs up', async () => {
  await listen('sign-up', null, [
    go('/register'),
    ...HEADING,
    ...press('next field', 'e'),
    type('nowa_ania'),
    ...press('next field', 'Tab'),
    type('ania@example.org'),
    ...press('next field', 'Tab'),
    type('Tajne1234'),
    ...press('on', 'Tab', 'Tab'),
    type('Tajne1234'),
    ...press('on', 'Tab', 'Tab'),
    ...press('ticks it', 'space'),
    ...press('sends it', 'Return'),
    ...press('on', 'Tab'),
  ])
})

listens('A11Y-3 a screen reader user finds a community and joins it', async () => {
  await listen('community', furnished!.reader, [
    go('/browse-communities'),
    ...HEADING,
    ...press('next field', 'e'),
    type('ogr'),
    ...press('searches', 'Return'),
    READER_KEYS,
    ...press('next heading', 'h'),
    ...press('opens it', 'Return'),
    ...press('next button', 'b'),
    ...press('joins', 'space'),
  ])
})

listens('A11Y-3 a screen reader user reads a thread and the depth of its comments', async () => {
  const { path } = await furnished!.plantThread()
  await listen('thread', furnished!.reader, [
    go(path, 'a thread'),
    ...HEADING,
    ...press('next heading, the text', 'h'),
    ...press('next heading, the comments', 'h'),
    PAGE_KEYS,
    ...press('next comment', 'j', 'j', 'j'),
    ...press('parent', 'u', 'u'),
    ...press('next on this level', 'bracketright'),
    ...press('next, where none is', 'j'),
    ...press('previous on this level', 'bracketleft'),
    ...press('previous', 'k'),
    ...press('next new one, where none is', 'n'),
    ...press('first comment', 'j'),
    ...press('on to its menu', ...Array<string>(7).fill('Tab')),
    ...press('opens it', 'Return'),
    ...press('on to the links', 'Tab', 'Tab', 'Tab'),
    ...press('follows it', 'Return'),
    READER_KEYS,
  ])
})

listens('A11Y-3 a screen reader user votes, and their vote and the new score are announced', async () => {
  const { path } = await furnished!.plantThread()
  await listen('vote', furnished!.reader, [
    go(path, 'a thread'),
    ...HEADING,
    ...press('previous button', 'shift+b', 'shift+b'),
    ...press('presses it', 'space'),
    ...press('takes it back', 'space'),
    ...press('next button', 'b'),
    ...press('presses it', 'space'),
    ...press('takes it back', 'space'),
    PAGE_KEYS,
    ...press('first comment', 'j'),
    ...press('votes for it', 'a'),
    ...press('next and back', 'j', 'k'),
    ...press('takes it back', 'a'),
    READER_KEYS,
  ])
})

listens('A11Y-3 a screen reader user writes a comment', async () => {
  const { path } = await furnished!.plantThread()
  await listen('write', furnished!.reader, [
    go(path, 'a thread'),
    ...HEADING,
    ...press('next field', 'e'),
    type('Pod folia juz w kwietniu.'),
    ...press('sends it', 'ctrl+Return'),
  ])
})

listens('A11Y-3 a screen reader user replies to a comment', async () => {
  const { path } = await furnished!.plantThread()
  await listen('reply', furnished!.reader, [
    go(path, 'a thread'),
    ...HEADING,
    PAGE_KEYS,
    ...press('the post and its first comments', 'j', 'j', 'j'),
    ...press('on to the reply', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab'),
    ...press('opens the form', 'Return'),
    type('Dziekuje.'),
    ...press('sends it', 'ctrl+Return'),
    READER_KEYS,
  ])
})

listens('A11Y-3 a screen reader user reads and answers a message', async () => {
  await listen('message', furnished!.reader, [
    go('/messages'),
    ...HEADING,
    ...press('next link', 'k', 'k', 'k'),
    ...press('opens it', 'Return'),
    ...press('reads on', 'Down', 'Down', 'Down', 'Down', 'Down'),
    ...press('next field', 'e'),
    type('Mam dziesiec.'),
    ...press('sends it', 'ctrl+Return'),
  ])
})

listens('A11Y-3 a screen reader user reads a notification', async () => {
  await listen('notification', furnished!.reader, [
    go('/notifications'),
    ...HEADING,
    ...press('reads on', ...Array<string>(6).fill('Down')),
    ...press('next heading', 'h'),
  ])
})

listens('A11Y-3 a screen reader user begins to set up two-step login', async () => {
  await listen('second-factor', furnished!.reader, [
    go('/settings/security'),
    ...HEADING,
    ...press('next heading', 'h', 'h'),
    ...press('next button', 'b'),
    ...press('presses it', 'space'),
    PAGE_KEYS,
    type('Demo1234'),
    ...press('sends it', 'Return'),
    ...press('on', 'Tab', 'Tab', 'Tab'),
    READER_KEYS,
  ])
})

listens('A11Y-3 a screen reader announces an error in a form', async () => {
  await listen('form-error', null, [
    go('/login'),
    ...HEADING,
    ...press('next field', 'e'),
    type('nikt'),
    ...press('sends the empty password', 'Return'),
    ...press('reads the field again', 'shift+Tab', 'Tab'),
    type('Zle12345'),
    ...press('sends the wrong password', 'Return'),
  ])
})

listens('A11Y-3 a moderator works through the queue with a screen reader', async () => {
  await listen('queue', furnished!.moderator, [
    go('/admin?tab=reports'),
    ...HEADING,
    ...press('next heading', 'h', 'h'),
    ...press('opens the case', 'space'),
    READER_KEYS,
    ...press('reads on', ...Array<string>(10).fill('Down')),
  ])
})

// This test must run after the test of the moderation queue. Otherwise the report made here would be in that queue.
listens('A11Y-3 a screen reader user reports a post', async () => {
  const { path } = await furnished!.plantThread()
  await listen('report', furnished!.reader, [
    go(path, 'a thread'),
    ...HEADING,
    ...press('last button of the post', 'b', 'b', 'b'),
    ...press('opens the dialog', 'space'),
    ...press('leaves it', 'Escape'),
    ...press('opens it again', 'space'),
    type('To reklama.'),
    ...press('through the form', 'Tab', 'Tab', 'Tab'),
    ...press('sends it', 'Return'),
  ])
})
