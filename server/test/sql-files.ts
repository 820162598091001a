import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/postgres-js'
import { ROOT } from '#server/commands/console.ts'
import type { Db } from '#server/db/driver/client.ts'
import * as schema from '#server/db/schema.ts'
import { readPage } from '#server/features/comments/page/queries.ts'
import { readRange } from '#server/features/posts/feed/queries.ts'
import {
  findSimilarWords,
  findComments,
  findBlockedIds,
  findPosts,
  readStoredWords,
} from '#server/features/search/queries.ts'
import { createTestDatabase } from './database.ts'

type Run = (db: Db) => Promise<unknown>

const everything = {
  feed: 'all',
  window: 'all',
  nsfw: false,
  categoryId: null,
  flairId: null,
  authorId: null,
  viewerId: null,
  since: null,
  hideRead: false,
} as const
const terms = [
  { words: ['kot'], forms: ['kota'], isPrefix: false },
  { words: ['domow'], forms: [], isPrefix: true },
]

const wanted = { terms, titles: [], excluded: [] }
const anywhere = {
  categoryId: null,
  authorId: null,
  before: [],
  after: [],
  has: [],
  phrases: [],
  timeZone: 'Europe/Warsaw',
}
const within = { nsfw: false, newest: 2, oldest: 1 }

/** The files of committed SQL, and the calls whose statements they hold. */
const SQL_FILES: Record<string, Record<string, Run>> = {
  'server/features/posts/feed/feed.sql': {
    'The first page of the home feed, by hot, for a visitor': (db) =>
      readRange(db, everything, 'hot', null, { limit: 11, offset: 0 }),
    'A further page of the home feed, by new, for a member': (db) =>
      readRange(db, { ...everything, viewerId: 1 }, 'new', { rank: 0, id: 1 }, { limit: 11, offset: 0 }),
    'A further page of a community, by top, for a visitor': (db) =>
      readRange(db, { ...everything, categoryId: 1 }, 'top', { rank: 0, id: 1 }, { limit: 11, offset: 0 }),
    'The first page of a flair, by hot, for a visitor': (db) =>
      readRange(db, { ...everything, flairId: 1 }, 'hot', null, { limit: 11, offset: 0 }),
    'The first page of an author, by new, for a visitor': (db) =>
      readRange(db, { ...everything, authorId: 1 }, 'new', null, { limit: 11, offset: 0 }),
    'A further page of the joined communities, by top of a week': (db) =>
      readRange(
        db,
        { ...everything, feed: 'joined', window: 'week', viewerId: 1, since: '2026-01-01T00:00:00Z' },
        'top',
        { rank: 0, id: 1 },
        { limit: 11, offset: 0 },
      ),
    'The first page of followed people, by hot': (db) =>
      readRange(db, { ...everything, feed: 'following', viewerId: 1 }, 'hot', null, { limit: 11, offset: 0 }),
  },
  'server/features/comments/page/page.sql': {
    "The first page of a post's comments, by best, for a visitor": (db) =>
      readPage(
        db,
        { postId: 1, parentId: null, sort: 'best', viewerId: null },
        { limit: 20, offset: 0, path: [], cursor: null },
      ),
    "A further page of a comment's replies, by new, for a member": (db) =>
      readPage(
        db,
        { postId: 1, parentId: 1, sort: 'new', viewerId: 1 },
        { limit: 20, offset: 0, path: [], cursor: { place: { rank: 0, id: 1 }, pinned: null } },
      ),
    'The first page with an included comment, for a visitor': (db) =>
      readPage(
        db,
        { postId: 1, parentId: null, sort: 'best', viewerId: null },
        { limit: 20, offset: 0, path: [1, 2], cursor: null },
      ),
  },
  'server/features/search/search.sql': {
    'The words of a query': (db) => readStoredWords(db, ['kot', 'domow'], new Map([['kot', new Set(['kot', 'kota'])]])),
    'The posts that have all the words': (db) =>
      findPosts(db, { criteria: wanted, scope: anywhere, sort: 'relevance' }, within),
    'The posts of an author that have all the words, by votes': (db) =>
      findPosts(db, { criteria: wanted, scope: { ...anywhere, authorId: 1 }, sort: 'top' }, within),
    'The comments that have all the words': (db) =>
      findComments(db, { criteria: wanted, scope: anywhere, sort: 'relevance' }, within),
    'The comments in a community with a phrase and without a word, newest first': (db) =>
      findComments(
        db,
        {
          criteria: { ...wanted, excluded: [[terms[0]!]] },
          scope: { ...anywhere, categoryId: 1, phrases: ['kot domowy'] },
          sort: 'new',
        },
        within,
      ),
    'Words that are spelt alike': (db) => findSimilarWords(db, ['kott']),
    'Posts of people whom the viewer blocked': (db) => findBlockedIds(db, 'posts', [1], 1),
  },
}

/** Leaves room for the indent, so that no line has more than 120 columns. */
const MAX_WIDTH = 100

const KEYWORDS = 'from|inner join|left join|cross join|where|order by|and|or|else|limit|offset|select|as|on|@@|=|<|>'
const BREAKS = new RegExp(`[()]|, | (?=(?:${KEYWORDS}) )`, 'g')

/** The positions in a line at which it may be broken, with the depth of parentheses there. */
function breaksOf(line: string): { at: number; depth: number }[] {
  const breaks: { at: number; depth: number }[] = []
  let depth = 0
  for (const { 0: token, index } of line.matchAll(BREAKS)) {
    if (token === '(') depth += 1
    else if (token === ')') depth -= 1
    else breaks.push({ at: index + token.length, depth })
  }
  return breaks
}

/** Breaks a line that is too long, outside as many parentheses as possible. */
function wrap(line: string): string[] {
  if (line.length <= MAX_WIDTH) return [line]
  const candidates = breaksOf(line).filter(({ at }) => at <= MAX_WIDTH)
  const lowest = Math.min(...candidates.map(({ depth }) => depth))
  const last = candidates.filter(({ depth }) => depth === lowest).at(-1)
  if (!last) return [line]
  return [line.slice(0, last.at).trimEnd(), ...wrap(line.slice(last.at))]
}

/** A statement in lines that can be compared, indented by parentheses. */
function layOut(statement: string): string {
  let depth = 0
  const lines = statement
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .flatMap(wrap)
  return lines
    .map((line) => {
      const closing = /^\)*/.exec(line)![0].length
      const indent = '  '.repeat(Math.max(0, depth - closing))
      depth += (line.match(/\(/g)?.length ?? 0) - (line.match(/\)/g)?.length ?? 0)
      return indent + line
    })
    .join('\n')
}

/** The text of each file as the present code sends its statements. */
export async function renderSqlFiles(): Promise<Record<string, string>> {
  const database = await createTestDatabase()
  const statements: string[] = []
  const db = drizzle(database.sql, { schema, logger: { logQuery: (text) => statements.push(text) } }) as Db
  const files: Record<string, string> = {}
  for (const [file, calls] of Object.entries(SQL_FILES)) {
    files[file] = '-- Written by `bun run sql`: the statements as they are sent. Do not edit.\n'
    for (const [title, call] of Object.entries(calls)) {
      statements.length = 0
      await call(db)
      files[file] += `\n-- ${title}\n${statements.map((statement) => `${layOut(statement)};\n`).join('')}`
    }
  }
  await database.drop()
  return files
}

export async function writeSqlFiles(): Promise<void> {
  for (const [file, text] of Object.entries(await renderSqlFiles())) await Bun.write(join(ROOT, file), text)
}
