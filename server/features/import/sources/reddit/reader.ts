import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { constants, createZstdDecompress } from 'node:zlib'
import { ImportError } from '../../map.ts'
import type { Counts, ImportRecord, Reader, ReaderOptions, Source } from '../../records.ts'
import { decodeEntities } from '../../text/html.ts'

/** A line of a Reddit archive: a submission, which has a title, or a comment, which has a body. */
type Line = {
  id?: unknown
  name?: unknown
  title?: unknown
  selftext?: unknown
  body?: unknown
  author?: unknown
  subreddit?: unknown
  created_utc?: unknown
  edited?: unknown
  score?: unknown
  upvote_ratio?: unknown
  url?: unknown
  is_self?: unknown
  over_18?: unknown
  locked?: unknown
  stickied?: unknown
  link_id?: unknown
  parent_id?: unknown
  permalink?: unknown
}

/** The binary logarithm of the largest zstd window in Reddit archives, 2 GiB. */
const WINDOW_LOG_MAX = 31

const text = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
const time = (value: unknown): Date | null => (Number(value) > 0 ? new Date(Number(value) * 1_000) : null)

const GONE = new Set(['[deleted]', '[removed]', ''])

/** Stored rows identify people by a hash, so that they contain no Reddit names. */
const personId = (name: string): string =>
  new Bun.CryptoHasher('sha256').update(`reddit ${name.toLowerCase()}`).digest('base64url').slice(0, 22)

function filesOf(given: string): string[] {
  if (!existsSync(given)) throw new ImportError(`There is no file ${given}.`)
  if (!statSync(given).isDirectory()) return [given]
  return readdirSync(given)
    .filter((name) => /\.(ndjson|jsonl|json|zst)$/.test(name))
    .toSorted()
    .map((name) => join(given, name))
}

async function* linesOf(files: string[]): AsyncGenerator<Line | null> {
  for (const file of files) {
    const raw = createReadStream(file)
    const input = file.endsWith('.zst')
      ? raw.pipe(createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: WINDOW_LOG_MAX } }))
      : raw
    raw.on('error', (error) => input.destroy(error))
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      if (line.trim() === '') continue
      try {
        const value: unknown = JSON.parse(line)
        yield value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Line) : null
      } catch {
        yield null
      }
    }
  }
}

const isThread = (line: Line) => line.title !== undefined

function votesOf({ score, upvote_ratio }: Line): { upvotes: number; downvotes: number } {
  const [sum, ratio] = [Math.round(Number(score)) || 0, Number(upvote_ratio)]
  if (!(ratio > 0.5 && ratio < 1) || sum <= 0) return { upvotes: Math.max(0, sum), downvotes: Math.max(0, -sum) }
  const downvotes = Math.round((sum * (1 - ratio)) / (2 * ratio - 1))
  return { upvotes: sum + downvotes, downvotes }
}

const base36 = (value: unknown, prefix: string) => {
  const id = text(value).replace(prefix, '').toLowerCase()
  return /^[a-z0-9]{1,20}$/.test(id) ? id : ''
}

function writtenBy(line: Line, content: unknown) {
  const author = text(line.author)
  const said = text(content)
  return {
    author: GONE.has(author) ? null : personId(author),
    text: { format: 'markdown', text: GONE.has(said) ? '' : decodeEntities(said) },
    created_at: time(line.created_utc),
    edited_at: time(line.edited),
    ...votesOf(line),
  } as const
}

function threadOf(line: Line, id: string): ImportRecord {
  const link = line.is_self === false ? decodeEntities(text(line.url)) : null
  return {
    kind: 'thread',
    id,
    community: text(line.subreddit).toLowerCase(),
    title: decodeEntities(text(line.title)),
    link,
    is_locked: line.locked === true,
    is_pinned: line.stickied === true,
    ...writtenBy(line, line.selftext),
    ...((text(line.selftext) === '[removed]' || text(line.selftext) === '[deleted]') &&
      GONE.has(text(line.author)) && { left_out: 'deleted' }),
  }
}

function postOf(line: Line, id: string): ImportRecord {
  const parent = text(line.parent_id)
  return {
    kind: 'post',
    id,
    thread: base36(line.link_id, 't3_'),
    parent: parent.startsWith('t1_') ? base36(parent, 't1_') : null,
    ...writtenBy(line, line.body),
    ...(GONE.has(text(line.body)) && { left_out: 'deleted' }),
  }
}

type Found = {
  counts: Counts
  communities: Map<string, { title: string; is_nsfw: boolean; since: Date | null }>
  people: Map<string, { username: string; since: Date | null }>
}

const earlier = (a: Date | null, b: Date | null) => (a === null || (b !== null && b < a) ? b : a)

/** Reads the whole archive to find its communities and people; threads and posts are read in later passes. */
async function survey(files: string[], isWanted: (line: Line) => boolean): Promise<Found> {
  const found: Found = { counts: { thread: 0, post: 0 }, communities: new Map(), people: new Map() }
  for await (const line of linesOf(files)) {
    const kind = line === null || !isThread(line) ? 'post' : 'thread'
    if (line !== null && !isWanted(line)) continue
    found.counts[kind] = (found.counts[kind] ?? 0) + 1
    if (line === null) continue
    const [name, author, at] = [text(line.subreddit), text(line.author), time(line.created_utc)]
    const home = found.communities.get(name.toLowerCase())
    if (name !== '')
      found.communities.set(name.toLowerCase(), {
        title: home?.title ?? name,
        is_nsfw: (home?.is_nsfw ?? true) && line.over_18 !== false && (isThread(line) || home !== undefined),
        since: earlier(home?.since ?? null, at),
      })
    const person = found.people.get(personId(author))
    if (!GONE.has(author))
      found.people.set(personId(author), {
        username: person?.username ?? author,
        since: earlier(person?.since ?? null, at),
      })
  }
  found.counts.community = found.communities.size
  found.counts.person = found.people.size
  return found
}

async function open({ file, communities }: ReaderOptions): Promise<Reader> {
  if (file === null) throw new ImportError('Say which archive: --dump FILE or a folder of them')
  const files = filesOf(file)
  const chosen = new Set(communities.map((name) => name.toLowerCase()))
  const isWanted = (line: Line) => chosen.size === 0 || chosen.has(text(line.subreddit).toLowerCase())
  const found = await survey(files, isWanted)

  async function* texts(kind: 'thread' | 'post'): AsyncGenerator<ImportRecord> {
    const seen = new Set<string>()
    let number = 0
    for await (const line of linesOf(files)) {
      const isOfKind = (line === null ? 'post' : isThread(line) ? 'thread' : 'post') === kind
      if (!isOfKind || (line !== null && !isWanted(line))) continue
      number += 1
      const id = line === null ? '' : base36(line.id ?? line.name, kind === 'thread' ? 't3_' : 't1_')
      const empty = { author: null, created_at: null, text: { format: 'plain', text: '' } } as const
      if (line === null || id === '' || seen.has(id)) {
        const left_out = line === null ? 'unreadable' : id === '' ? 'id_missing' : 'repeated'
        const row = { ...empty, id: `line ${number}`, left_out }
        yield kind === 'thread' ? { kind, ...row, community: '', title: '' } : { kind, ...row, thread: '' }
        continue
      }
      seen.add(id)
      yield kind === 'thread' ? threadOf(line, id) : postOf(line, id)
    }
  }

  return {
    counts: async () => found.counts,
    async *records() {
      for (const [id, { title, is_nsfw, since }] of found.communities)
        yield { kind: 'community', id, title, is_nsfw, created_at: since }
      for (const [id, { username, since }] of found.people) yield { kind: 'person', id, username, created_at: since }
      yield* texts('thread')
      yield* texts('post')
    },
    close: async () => {},
  }
}

export const reddit: Source = {
  name: 'reddit',
  tables: { community: 'subreddits', person: 'authors', thread: 'submissions', post: 'comments' },
  from: 'file',
  open,
  addressOf(path) {
    const thread = /^\/(?:r\/\w+\/)?comments\/([a-z0-9]+)(?:\/[^/]*(?:\/([a-z0-9]+))?)?\/?$/i.exec(path)
    if (thread)
      return thread[2]
        ? { kind: 'post', id: thread[2].toLowerCase() }
        : { kind: 'thread', id: thread[1]!.toLowerCase() }
    const person = /^\/u(?:ser)?\/([\w-]+)(?:\/.*)?$/i.exec(path)
    if (person) return { kind: 'person', id: personId(person[1]!) }
    const feed = /^\/r\/(\w+)\/(?:\.rss|new\.rss|hot\.rss)$/i.exec(path)
    if (feed) return { kind: 'feed', community: feed[1]!.toLowerCase() }
    const community = /^\/r\/(\w+)(?:\/(?:new|hot|top|rising|controversial|about)?\/?)?$/i.exec(path)
    return community ? { kind: 'community', id: community[1]!.toLowerCase() } : null
  },
}
