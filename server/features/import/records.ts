import type { Config } from '#server/config.ts'

/** What a reader yields, in this order of kinds, and within a kind in the order of the source's ids. */
export const RECORD_KINDS = [
  'community',
  'person',
  'thread',
  'post',
  'vote',
  'file',
  'message',
  'ban',
  'redirect',
] as const

export type RecordKind = (typeof RECORD_KINDS)[number]

export const OUTCOMES = ['imported', 'merged', 'refused'] as const

/** `bbcode`: as typed, with entities already decoded. `html`: what an old renderer made. */
export type SourceText = { format: 'bbcode' | 'html' | 'markdown' | 'plain'; text: string }

type Row<Kind extends RecordKind> = {
  kind: Kind
  /** The row's own id in its table of the source. */
  id: string
}

type CommunityRecord = Row<'community'> & {
  title: string
  /** As in addresses; absent: made of the title. */
  name?: string
  description?: string
  is_nsfw?: boolean
  created_at?: Date | null
  /** Why it is not taken over, as for a heading without threads. */
  left_out?: string
}

type PersonRecord = Row<'person'> & {
  username: string
  email?: string | null
  /** In the form of `passwords.ts`. */
  password?: string | null
  created_at?: Date | null
  bio?: SourceText
  language?: 'pl' | 'en'
  left_out?: string
}

type Written = {
  /** The id of a person; null or unknown: nobody. */
  author: string | null
  /** The name under which a guest wrote. */
  guest?: string | null
  text: SourceText
  created_at: Date | null
  edited_at?: Date | null
  /** Votes of which no person is known. */
  upvotes?: number
  downvotes?: number
  left_out?: string
}

type ThreadRecord = Row<'thread'> &
  Written & {
    community: string
    title: string
    /** The row of the post that the thread begins with, where the source has one. */
    first_post?: string | null
    link?: string | null
    is_locked?: boolean
    is_pinned?: boolean
  }

type PostRecord = Row<'post'> &
  Written & {
    thread: string
    /** The post that it answers, where the source says so; absent: found by its only quote. */
    parent?: string | null
  }

type VoteRecord = Row<'vote'> & {
  on: { kind: 'thread' | 'post'; id: string }
  person: string
  value: 1 | -1
  created_at?: Date | null
}

/** An attachment or an avatar. */
type FileRecord = Row<'file'> & {
  of: { kind: 'thread' | 'post' | 'person'; id: string }
  /** Below the folder of --files. */
  path: string
  name: string
  left_out?: string
}

type MessageRecord = Row<'message'> & {
  owner: string
  with_name: string
  is_own: boolean
  subject: string
  text: SourceText
  created_at: Date | null
}

type BanRecord = Row<'ban'> & { person: string | null; until: Date | null; reason: string; left_out?: string }

/** An address below the old forum's own that no pattern covers. */
type RedirectRecord = Row<'redirect'> & {
  address: string
  to: { kind: 'thread' | 'post' | 'person' | 'community'; id: string }
}

export type ImportRecord =
  | CommunityRecord
  | PersonRecord
  | ThreadRecord
  | PostRecord
  | VoteRecord
  | FileRecord
  | MessageRecord
  | BanRecord
  | RedirectRecord

export type RecordOf<Kind extends RecordKind> = Extract<ImportRecord, { kind: Kind }>

export type Counts = Partial<Record<RecordKind, number>>

/** What an old address shows. */
export type OldAddress =
  | { kind: 'thread' | 'post' | 'person' | 'community' | 'avatar' | 'file'; id: string }
  /** The place of a post in its thread, counted from 1. */
  | { kind: 'place'; thread: string; number: number }
  | { kind: 'feed'; community: string | null }
  | { kind: 'home' }

/** Reads one source. */
export type Reader = {
  /** How many rows each table has, counted by the source itself. */
  counts: () => Promise<Counts>
  records: () => AsyncIterable<ImportRecord>
  close: () => Promise<void>
}

/** What a reader is given; `database` is the address of the source's database. */
export type ReaderOptions = {
  database: string | null
  file: string | null
  prefix: string | null
  /** Names of communities, where the source has more than is wanted. */
  communities: string[]
}

/** What a source may use to unpack a dump of its own form. */
export type Workplace = { config: Config; print: (line: string) => void; signal?: AbortSignal }

/** `files`: a folder as of --files. */
export type Unpacked = { database: string; files?: string; close: () => Promise<void> }

export type Source = {
  name: string
  /** Names of the source's tables in reports. */
  tables: Partial<Record<RecordKind, string>>
  /** 'database': by --database or --dump; 'file': by --dump alone. */
  from: 'database' | 'file'
  /** Reads a dump of the source's own form; null for one of a database. */
  unpack?: (dump: string, work: Workplace) => Promise<Unpacked | null>
  /** The address of an attachment below the old forum's own, where it is not the file's path. */
  fileAddress?: (file: RecordOf<'file'>) => string | null
  open: (options: ReaderOptions) => Promise<Reader>
  /** The thing of an address below the old forum's own; `path` begins with a slash. */
  addressOf: (path: string, query: URLSearchParams, hash: string) => OldAddress | null
}
