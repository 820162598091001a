import { nameToEmoji } from 'gemoji'
import { FORMER_HOST } from '../../addresses.ts'
import type { SourceText } from '../../records.ts'
import { outsideCode } from '../../text/code.ts'
import { string, type SourceDatabase } from '../database.ts'
import { dataOf, quoted } from './store.ts'

const MENTION = /(?<![\p{L}\p{N}/_@.])@([\p{L}\p{M}\p{N}_.@-]+)/gu
/**
 * Matches emoji names between colons and @mentions, and whole links and URLs, so that names inside of them stay
 * unchanged.
 */
const PART = new RegExp(
  `\\[[^\\]\\n]*\\]\\([^)\\n]*\\)|<?https?://[^\\s>]+|:([a-z\\-.+0-9_]+):|${MENTION.source}`,
  'gu',
)
/** In longer texts emoji names and mentions are not converted, since the import truncates these texts. */
const MAX_NAMED = 200_000
const TRAILING = /[.@-]+$/

/** The slugs of existing people, by which NodeBB mentions them. */
export type Mentioned = ReadonlySet<string>

const slugIn = (mention: string) => mention.replace(TRAILING, '').toLowerCase()

export const profilePath = (slug: string) => new URL(`/user/${slug.replace(/[?#/\\]/g, '')}`, 'http://x').pathname

export async function findMentioned(db: SourceDatabase, hasSorted: boolean, texts: string[]): Promise<Mentioned> {
  const slugs = new Set(
    texts.flatMap((text) => [...text.slice(0, MAX_NAMED).matchAll(MENTION)].map(([, name]) => slugIn(name!))),
  )
  if (!hasSorted || slugs.size === 0) return new Set()
  const rows = await db.rows(
    "select value from legacy_zset where _key = 'userslug:uid' " +
      `and value in (${[...slugs].map(quoted).join(', ')})`,
  )
  return new Set(rows.map((row) => string(row.value)))
}

function withNames(part: string, mentioned: Mentioned): string {
  return part.replace(PART, (whole: string, emoji?: string, name?: string) => {
    if (emoji !== undefined) return Object.hasOwn(nameToEmoji, emoji) ? nameToEmoji[emoji]! : whole
    if (name === undefined || !mentioned.has(slugIn(name))) return whole
    const words = `@${name.replace(TRAILING, '')}`
    const profile = `http://${FORMER_HOST}${profilePath(slugIn(name))}`
    return `[${words.replaceAll('_', '\\_')}](${profile})${whole.slice(words.length)}`
  })
}

const HTML = /<(p|br|div|a|blockquote)[ />]/

/** NodeBB's Markdown plugin shows HTML tags literally, unless its settings allow HTML. */
export async function allowsTags(db: SourceDatabase, hasSorted: boolean): Promise<boolean> {
  if (!hasSorted) return true
  const active = await db.count('legacy_zset', "_key = 'plugins:active'")
  const markdown = await db.count('legacy_zset', "_key = 'plugins:active' and value = 'nodebb-plugin-markdown'")
  const [settings] = await db.rows("select data from legacy_hash where _key = 'settings:markdown'")
  return active === 0 || markdown === 0 || dataOf(settings).html === 'on'
}

export function textIn(content: string, hasTags: boolean, mentioned: Mentioned): SourceText {
  if (content.length > MAX_NAMED) return { format: 'markdown', text: content }
  if (hasTags && HTML.test(content)) return { format: 'html', text: content }
  return { format: 'markdown', text: outsideCode(content, (part) => withNames(part, mentioned)) }
}
