import type { Config } from '#server/config.ts'

/** The kinds of records in the order in which a source reader yields them. */
export const RECORD_KINDS = [
  'community',
  'person',
  'thread',
  'post',
  'vote',
  'follow',
  'watch',
  'file',
  'message',
  'ban',
  'redirect',
] as const

export type RecordKind = (typeof RECORD_KINDS)[number]

export const OUTCOMES = ['imported', 'merged', 'refused'] as const

/** `bbcode` is markup as its author typed it, with entities decoded; `html` is what the former forum rendered. */
export type SourceText = { format: 'bbcode' | 'html' | 'markdown' | 'plain'; text: string }

type Row<Kind extends RecordKind> = { kind: Kind; id: string }

type CommunityRecord = Row<'community'> & {
  title: string
  /** The name in the URL of the community; derived from the title if absent. */
  name?: string
  description?: string
  is_nsfw?: boolean
  created_at?: Date | null
  /** Paths on the former forum that contain the community's name and not its id. */
  addresses?: string[]
  /** Why the record is not imported, for example 'heading' for a section that only groups others. */
  left_out?: string
}

type PersonRecord = Row<'person'> & {
  username: string
  email?: string | null
  /** The password hash in the form that `formerPassword` returns. */
  password?: string | null
  created_at?: Date | null
  bio?: SourceText
  language?: 'pl' | 'en'
  /** Paths on the former forum that contain the person's name and not their id. */
  addresses?: string[]
  left_out?: string
}

type Written = {
  /** The id of a person record; null or an unknown id means that the text has no author. */
  author: string | null
  guest?: string | null
  text: SourceText
  created_at: Date | null
  edited_at?: Date | null
  /** Votes whose voters are unknown; a vote with a known voter is a record of its own. */
  upvotes?: number
  downvotes?: number
  left_out?: string
}

/** Poll votes are imported only as counts, without the voters. */
export type FormerPoll = { question: string; options: { text: string; votes: number }[]; closed_at: Date | null }

type ThreadRecord = Row<'thread'> &
  Written & {
    community: string
    title: string
    /** The id of the post that has the text of the thread; absent if threads have texts themselves. */
    first_post?: string | null
    link?: string | null
    is_locked?: boolean
    is_pinned?: boolean
    /** An adult thread is refused in a community that is not adult. */
    is_nsfw?: boolean
    poll?: FormerPoll
  }

type PostRecord = Row<'post'> &
  Written & {
    thread: string
    /**
     * The post to which this post replies, or a list of its ancestors, nearest first: the first imported one becomes
     * the parent. If absent, the parent is the only post that the text quotes.
     */
    parent?: string | string[] | null
    /** Whether this post counts in the numbering of its thread even if it is not imported. */
    is_numbered?: boolean
    /**
     * The position of the post in its thread, as used in URLs of the former forum; it counts posts that are not
     * imported.
     */
    number?: number
  }

type VoteRecord = Row<'vote'> & {
  on: { kind: 'thread' | 'post'; id: string }
  person: string
  value: 1 | -1
  created_at?: Date | null
}

type FollowRecord = Row<'follow'> & { follower: string; followed: string; created_at?: Date | null }

/** Whether a person is notified of all comments of a thread, or of none. */
type WatchRecord = Row<'watch'> & { person: string; thread: string; level: 'all' | 'none' }

type FileRecord = Row<'file'> & {
  of: { kind: 'thread' | 'post' | 'person'; id: string }
  /** Relative to the folder given by --files. */
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

/** A URL of the former forum that none of the source's URL patterns matches. */
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
  | FollowRecord
  | WatchRecord
  | FileRecord
  | MessageRecord
  | BanRecord
  | RedirectRecord

export type RecordOf<Kind extends RecordKind> = Extract<ImportRecord, { kind: Kind }>

export type Counts = Partial<Record<RecordKind, number>>

export type OldAddress =
  | { kind: 'thread' | 'post' | 'person' | 'community' | 'avatar' | 'file'; id: string }
  /**
   * A position in a thread, counted from 1: the `number` of a post or, if posts have no numbers, their order by id or
   * by time.
   */
  | { kind: 'place'; thread: string; number: number; by?: 'time' }
  | { kind: 'feed'; community: string | null }
  /** `address` is one of the `addresses` of a community or person; `of` is set for the URL of their feed or avatar. */
  | { kind: 'named'; address: string; of?: 'feed' | 'avatar' }
  | { kind: 'home' }

export type Reader = {
  /** Counts the source rows of each kind by separate queries, to verify the import. */
  counts: () => Promise<Counts>
  /**
   * The highest id in the former forum's URLs like /post/12. Imported posts get higher ids, since otherwise such a URL
   * would show another post here.
   */
  lastPostAddress?: () => Promise<number>
  records: () => AsyncIterable<ImportRecord>
  close: () => Promise<void>
}

export type ReaderOptions = {
  database: string | null
  file: string | null
  prefix: string | null
  /** Names of the communities to import; an empty list imports all. */
  communities: string[]
}

export type Workplace = { config: Config; print: (line: string) => void; signal?: AbortSignal }

/** `files` is a folder with the layout that the option --files expects. */
export type Unpacked = { database: string; files?: string; close: () => Promise<void> }

export type Source = {
  name: string
  /** Names of the source's tables, as shown in import reports. */
  tables: Partial<Record<RecordKind, string>>
  /** 'database' reads a database, given by --database or loaded from a dump; 'file' reads the file of --dump. */
  from: 'database' | 'file'
  /** Unpacks a dump in the source's own format; returns null for a database dump. */
  unpack?: (dump: string, work: Workplace) => Promise<Unpacked | null>
  /** Returns the path from which an attachment is downloaded, relative to the base URL; null for the file's `path`. */
  fileAddress?: (file: RecordOf<'file'>) => string | null
  open: (options: ReaderOptions) => Promise<Reader>
  /** `path` is relative to the former forum and begins with a slash. */
  addressOf: (path: string, query: URLSearchParams, hash: string) => OldAddress | null
}
