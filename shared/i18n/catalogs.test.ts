import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { contract } from '../api/index.ts'
import { issues as english } from './en/issues.ts'
import { issues as polish } from './pl/issues.ts'
import type { Lang } from './plural.ts'

/** A text with the path of its keys, for example `posts.count(5)`. */
type Text = [path: string, text: unknown]

/** One number for every plural class of both languages. */
const NUMBERS = [1, 3, 7]

/** Texts that are spelt alike in both languages. */
const ALIKE = new Set(
  [
    'Rate Limit',
    'Unexpected Application Error',
    'Email not verified',
    'NSFW',
    'HLS',
    'Push',
    'Logo',
    'Markdown',
    'Port',
    'after - - before - -',
    'has image',
    'Admin',
    'Administrator',
    'AI',
    'Bot',
    'E-mail',
    'English',
    'Enter',
    'Forum',
    'ID',
    'Karma',
    'Link',
    'Menu',
    'Model',
    'Moderator',
    'Panel',
    'Polski',
    'Post',
    's',
    'SMTP',
    'Spam',
    'Spoiler',
    'Status',
    'Stream',
    'Streamer',
    'Top',
    '',
  ].map((words) => words.toLowerCase()),
)

const lettersOf = (text: unknown) =>
  String(text)
    .replace(/[^\p{L}-]+/gu, ' ')
    .trim()
    .toLowerCase()

function textsOf(value: unknown, path: string): Text[] {
  if (typeof value === 'function') return NUMBERS.map((n) => [`${path}(${n})`, value(n, n, n)])
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

const filesOf = async (lang: Lang) =>
  (await readdir(join(import.meta.dir, lang))).filter((file) => file !== 'features.ts').sort()

async function readCatalog(lang: Lang): Promise<Map<string, unknown>> {
  const files = await filesOf(lang)
  const modules = await Promise.all(files.map((file) => import(`./${lang}/${file}`)))
  return new Map(modules.flatMap((module, at) => textsOf({ ...module }, files[at]!)))
}

const [pl, en] = await Promise.all([readCatalog('pl'), readCatalog('en')])

test('LANG-3 both catalogs have the same texts with the same parameters', async () => {
  expect(await filesOf('en')).toEqual(await filesOf('pl'))
  expect([...en.keys()].sort()).toEqual([...pl.keys()].sort())
  expect(pl.size).toBeGreaterThan(300)
})

test('LANG-3 no text is empty, and all its parameters are filled in', () => {
  const broken = (text: unknown) =>
    typeof text !== 'string' || text.trim() === '' || /undefined|null|NaN|\[object/.test(text)
  expect([...pl, ...en].filter(([, text]) => broken(text))).toEqual([])
})

test('LANG-3 only the listed exceptions have the same text in both catalogs', () => {
  expect([...pl].filter(([path, text]) => en.get(path) === text && !ALIKE.has(lettersOf(text)))).toEqual([])
})

test('the only English text with Polish letters is the label of the switch to Polish', () => {
  const polish = [...en].filter(([, text]) => /[ąćęłńóśźż]/i.test(String(text).replaceAll('Wątek', '')))
  expect(polish.map(([, text]) => text)).toEqual([en.get('layout.ts.layout.otherLanguage.label')])
})

function messagesOf(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value !== 'object' || value === null || seen.has(value)) return []
  seen.add(value)
  const { kind, message } = value as { kind?: unknown; message?: unknown }
  const own = kind !== undefined && typeof message === 'string' ? [message] : []
  return [...own, ...Object.values(value).flatMap((inner) => messagesOf(inner, seen))]
}

test('the validation message of every schema exists in both languages', () => {
  const inputs = Object.values(contract).flatMap((group) => Object.values(group).map(({ input }) => input))
  const messages = [...new Set(messagesOf(inputs))]
  expect(messages).toContain('username')
  expect(messages.filter((message) => !(message in polish) || !(message in english))).toEqual([])
})
