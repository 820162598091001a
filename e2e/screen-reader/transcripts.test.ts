import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { notification } from '#server/features/notifications/table.ts'
import { insertReport, lockReported } from '#server/features/moderation/index.ts'
import {
  createCategory,
  createComment,
  createMessage,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { startSite, type Member } from '../harness.ts'
import { canListen, startListener, type Listener } from './listener.ts'

/*
 * What Orca says to a listener in Firefox. The transcripts beside this file have it step by step;
 * UPDATE_TRANSCRIPTS=1 writes them again, to be read before they are committed.
 */

type Step = [said: string, does: (listener: Listener) => Promise<string[]>]

const site = canListen ? await startSite() : null
const listener = site && (await startListener(site.url))
afterAll(() => listener?.stop())

/** Fails where a line of the transcript is not said, in its order; what else is said may differ. */
async function listen(name: string, steps: Step[], as?: Member): Promise<void> {
  const { cookies, stored } = await site!.storageOf({ signedInAs: as })
  await listener!.signIn(cookies, stored)
  const path = join(import.meta.dir, `${name}.txt`)
  const said: string[] = []
  for (const [title, step] of steps) said.push(`# ${title}`, ...(await step(listener!)), '')
  const transcript = `${said.join('\n').trim()}\n`
  if (process.env.UPDATE_TRANSCRIPTS) return void (await Bun.write(path, transcript))
  const spoken = transcript.split('\n')
  let from = 0
  for (const line of (await Bun.file(path).text()).split('\n').filter((text) => text !== '')) {
    const at = spoken.indexOf(line, from)
    if (at < 0) expect(spoken.slice(from).join('\n')).toContain(line)
    from = at + 1
  }
}

const go = (path: string): Step => [`opens ${path}`, (it) => it.go(path)]
const press = (title: string, ...keys: string[]): Step => [`${title} (${keys.join(' ')})`, (it) => it.press(...keys)]
const type = (text: string): Step => [`types "${text}"`, (it) => it.type(text)]
const listens = test.skipIf(!canListen)

type Account = Awaited<ReturnType<typeof createUser>>

async function furnish(db: NonNullable<typeof site>['db']) {
  const reader = await createUser(db, { username: 'jan_slucha', password: 'Demo1234' })
  const author = await createUser(db, { username: 'kasia_pisze' })
  const garden = await createCategory(db, { name: 'ogrod', display_name: 'Ogród', creator: author })
  const tomato = await createPost(db, { author, category: garden, title: 'Pomidory', content: 'Kiedy sadzić?' })
  const first = await createComment(db, { author, post: tomato, content: 'W maju.', upvotes: 3 })
  const second = await createComment(db, { author: reader, parent: first, content: 'W czerwcu.' })
  const third = await createComment(db, { author, parent: second, content: 'Zgoda.' })
  await createMessage(db, author, reader, { content: 'Masz sadzonki?' })
  const answered = { user_id: reader.id, actor_id: author.id, post_id: tomato.id, comment_id: third.id }
  await db.insert(notification).values({ ...answered, kind: 'comment_reply' })
  const flagged = await createPost(db, { author: reader, category: garden, title: 'Tanie nawozy', content: 'Kup.' })
  await db.transaction(async (tx) => {
    const target = { post_id: flagged.id }
    const scope = await lockReported(tx, target)
    await insertReport(tx, author.id, target, { scope, reason: 'spam', now: new Date() })
  })
  const moderator = await createUser(db, { username: 'ola_pilnuje' })
  await joinCategory(db, moderator, garden, { is_moderator: true })
  return { reader, moderator, tomato }
}

const furnished = site && (await furnish(site.db))
const reader = furnished?.reader as Account
const moderator = furnished?.moderator as Account
const thread = `/post/${furnished?.tomato.id}`

const PAGE_KEYS = press('the keys of the page instead of those of the screen reader', 'Insert+a', 'Insert+a')
const READER_KEYS = press('the keys of the screen reader', 'Insert+a')
const HEADING = press('first heading of level 1', '1')

listens('a listener signs up', async () => {
  await listen('sign-up', [
    go('/register'),
    HEADING,
    press('next field', 'e'),
    type('nowa_ania'),
    press('next field', 'Tab'),
    type('ania@example.org'),
    press('next field', 'Tab'),
    type('Tajne1234'),
    press('on through the form', 'Tab', 'Tab', 'Tab', 'Tab'),
  ])
})

listens('a listener finds a community', async () => {
  await listen(
    'community',
    [
      go('/browse-communities'),
      HEADING,
      press('next field', 'e'),
      type('ogr'),
      press('searches', 'Return'),
      press('reads on as a document', 'Insert+a'),
      press('next heading', 'h'),
      press('opens it', 'Return'),
      HEADING,
      press('next button', 'b'),
      press('joins', 'space'),
    ],
    reader,
  )
})

listens('a listener reads a thread with its depth', async () => {
  await listen(
    'thread',
    [
      go(thread),
      HEADING,
      press('next heading, the text', 'h'),
      press('next heading, the comments', 'h'),
      PAGE_KEYS,
      press('next', 'j'),
      press('next', 'j'),
      press('next', 'j'),
      press('next', 'j'),
      press('parent', 'u'),
      press('parent', 'u'),
      READER_KEYS,
    ],
    reader,
  )
})

listens('a listener votes and is told the own vote and the new score', async () => {
  await listen(
    'vote',
    [
      go(thread),
      HEADING,
      press('previous button', 'shift+b'),
      press('previous button', 'shift+b'),
      press('presses it', 'space'),
      press('takes it back', 'space'),
    ],
    reader,
  )
})

listens('a listener writes a comment', async () => {
  await listen(
    'write',
    [
      go(thread),
      HEADING,
      press('next field', 'e'),
      type('Pod folia juz w kwietniu.'),
      press('sends it', 'ctrl+Return'),
    ],
    reader,
  )
})

listens('a listener replies to a comment', async () => {
  await listen(
    'reply',
    [
      go(thread),
      HEADING,
      PAGE_KEYS,
      press('the post and its first comment', 'j', 'j'),
      press('on to the reply', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab', 'Tab'),
      press('opens the form', 'Return'),
      type('Dziekuje.'),
      press('sends it', 'ctrl+Return'),
      READER_KEYS,
    ],
    reader,
  )
})

listens('a listener reads and answers a message', async () => {
  await listen(
    'message',
    [
      go('/messages'),
      HEADING,
      press('next link', 'k'),
      press('next link', 'k'),
      go('/conversation/kasia_pisze'),
      HEADING,
      press('reads on', 'Down', 'Down', 'Down'),
      press('next field', 'e'),
      type('Mam dziesiec.'),
      press('sends it', 'ctrl+Return'),
    ],
    reader,
  )
})

listens('a listener reads a notification', async () => {
  await listen(
    'notification',
    [go('/notifications'), HEADING, press('reads on', ...Array<string>(6).fill('Down'))],
    reader,
  )
})

listens('a listener reports a post', async () => {
  await listen(
    'report',
    [
      go(thread),
      press('last button that reports', '1', 'b', 'b'),
      press('opens the dialog', 'b', 'space'),
      press('through the form', 'Tab', 'Tab', 'Down', 'Tab'),
      press('leaves it', 'Escape'),
    ],
    reader,
  )
})

listens('a listener begins a second factor', async () => {
  await listen(
    'second-factor',
    [
      go('/settings/security'),
      HEADING,
      press('next heading', 'h'),
      press('next heading', 'h'),
      press('next button', 'b'),
      press('presses it', 'space'),
      press('on', 'Tab'),
    ],
    reader,
  )
})

listens('a listener is told of an error in a form', async () => {
  await listen('form-error', [
    go('/login'),
    HEADING,
    press('next field', 'e'),
    type('nikt'),
    press('sends the empty password', 'Return'),
    press('reads the field again', 'shift+Tab', 'Tab'),
  ])
})

listens('a moderator listens to the queue', async () => {
  await listen(
    'queue',
    [
      go('/admin?tab=reports'),
      HEADING,
      press('next heading', 'h'),
      press('next heading', 'h'),
      press('reads on', ...Array<string>(5).fill('Down')),
    ],
    moderator,
  )
})
