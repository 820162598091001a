import type { Config } from '#server/config.ts'

/**
 * The kinds of records in the order in which a reader yields them; within a kind they are in the order of the source's
 * ids.
 */
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

/** `bbcode` is text as it was typed, with entities already decoded; `html` is what an old renderer made. */
export type SourceText = { format: 'bbcode' | 'html' | 'markdown' | 'plain'; text: string }

type Row<Kind extends RecordKind> = {
  kind: Kind
  /** The id of the row in its table of the source. */
  id: string
}

type CommunityRecord = Row<'community'> & {
  title: string
  /** The name in addresses; made of the title where it is absent. */
  name?: string
  description?: string
  is_nsfw?: boolean
  created_at?: Date | null
  /** Paths that name it and that no pattern turns into its id, as addresses have them. */
  addresses?: string[]
  /** The reason why a record is not imported, for example a heading without threads. */
  left_out?: string
}

type PersonRecord = Row<'person'> & {
  username: string
  email?: string | null
  /** The hash in the form of `passwords.ts`. */
  password?: string | null
  created_at?: Date | null
  bio?: SourceText
  language?: 'pl' | 'en'
  /** Like those of communities. */
  addresses?: string[]
  left_out?: string
}

type Written = {
  /** The id of a person; null or an unknown id stands for nobody. */
  author: string | null
  /** The name under which a guest wrote. */
  guest?: string | null
  text: SourceText
  created_at: Date | null
  edited_at?: Date | null
  /** Votes without a known person. */
  upvotes?: number
  downvotes?: number
  left_out?: string
}

/** A poll that is over; who voted for what is not imported. */
export type FormerPoll = { question: string; options: { text: string; votes: number }[]; closed_at: Date | null }

type ThreadRecord = Row<'thread'> &
  Written & {
    community: string
    title: string
    /** The row of the post that a thread begins with, where the source has one. */
    first_post?: string | null
    link?: string | null
    is_locked?: boolean
    is_pinned?: boolean
    /** Adult content: refused in a community for everybody, because communities here are adult as a whole. */
    is_nsfw?: boolean
    poll?: FormerPoll
  }

type PostRecord = Row<'post'> &
  Written & {
    thread: string
    /**
     * The post that this one answers, and those above it, nearest first, of which the first that was imported counts;
     * where the source does not name it, it is found by the only quote.
     */
    parent?: string | string[] | null
    /** Whether the numbers of posts in their thread count this one although it is left out. */
    is_numbered?: boolean
    /** The number in its thread by which addresses name it, counted with posts that are left out. */
    number?: number
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
  /** The path of the file in the folder of --files. */
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

/** An address of the former forum that no pattern covers. */
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

/** The content that an old address shows. */
export type OldAddress =
  | { kind: 'thread' | 'post' | 'person' | 'community' | 'avatar' | 'file'; id: string }
  /** The `number` of a post in its thread; its place where posts have none, counted from 1, by ids or times. */
  | { kind: 'place'; thread: string; number: number; by?: 'time' }
  | { kind: 'feed'; community: string | null }
  /** One of the `addresses` of a community or person, or its feed or avatar. */
  | { kind: 'named'; address: string; of?: 'feed' | 'avatar' }
  | { kind: 'home' }

/** Reads one source. */
export type Reader = {
  /** Returns how many rows each table has, counted by the source itself. */
  counts: () => Promise<Counts>
  /**
   * Returns the highest number in addresses of the source like /post/12, which are also those of posts here. Imported
   * posts get ids above it, so that no old address shows another post.
   */
  lastPostAddress?: () => Promise<number>
  records: () => AsyncIterable<ImportRecord>
  close: () => Promise<void>
}

/** Options of a reader; `database` is the address of the source's database. */
export type ReaderOptions = {
  database: string | null
  file: string | null
  prefix: string | null
  /** Names of the communities to import, where not all of the source are wanted. */
  communities: string[]
}

/** Services that a source may use to unpack a dump in its own format. */
export type Workplace = { config: Config; print: (line: string) => void; signal?: AbortSignal }

/** `files` is a folder like that of --files. */
export type Unpacked = { database: string; files?: string; close: () => Promise<void> }

export type Source = {
  name: string
  /** Names of the source's tables in reports. */
  tables: Partial<Record<RecordKind, string>>
  /** 'database' stands for --database or --dump, 'file' for --dump alone. */
  from: 'database' | 'file'
  /** Reads a dump in the source's own format; returns null for one of a database. */
  unpack?: (dump: string, work: Workplace) => Promise<Unpacked | null>
  /** Returns the address of an attachment within the former forum, where it is not the file's path. */
  fileAddress?: (file: RecordOf<'file'>) => string | null
  open: (options: ReaderOptions) => Promise<Reader>
  /** Returns what an address within the former forum shows; `path` begins with a slash. */
  addressOf: (path: string, query: URLSearchParams, hash: string) => OldAddress | null
}
