import type { Config } from '#server/config.ts'

/**
 * The kinds of records, in the order in which a source reader yields them; records of one kind are ordered by their
 * ids.
 */
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

/**
 * A text of the former forum. `bbcode` is markup as its author typed it, with entities decoded; `html` is the rendered
 * output of the former forum.
 */
export type SourceText = { format: 'bbcode' | 'html' | 'markdown' | 'plain'; text: string }

type Row<Kind extends RecordKind> = {
  kind: Kind
  /** The id of the record in the source's table. */
  id: string
}

type CommunityRecord = Row<'community'> & {
  title: string
  /** The name in the URL of the community; derived from the title if absent. */
  name?: string
  description?: string
  is_nsfw?: boolean
  created_at?: Date | null
  /** Paths of the community on the former forum that contain a name and not an id. */
  addresses?: string[]
  /** The reason not to import the record, for example 'heading' for a section that only groups others. */
  left_out?: string
}

type PersonRecord = Row<'person'> & {
  username: string
  email?: string | null
  /** The password hash of the former forum, as returned by `formerPassword`. */
  password?: string | null
  created_at?: Date | null
  bio?: SourceText
  language?: 'pl' | 'en'
  /** Paths of the person on the former forum that contain a name and not an id. */
  addresses?: string[]
  left_out?: string
}

type Written = {
  /** The id of the author's person record. Null or the id of no such record means that the text has no author. */
  author: string | null
  /** The name of a guest who wrote without an account. */
  guest?: string | null
  text: SourceText
  created_at: Date | null
  edited_at?: Date | null
  /** Votes whose voters are unknown. A vote with a known voter is a record of its own. */
  upvotes?: number
  downvotes?: number
  left_out?: string
}

/** A closed poll of the former forum; who voted for what is not imported. */
export type FormerPoll = { question: string; options: { text: string; votes: number }[]; closed_at: Date | null }

type ThreadRecord = Row<'thread'> &
  Written & {
    community: string
    title: string
    /** Id of the post that has the text of the thread; absent if threads themselves have texts. */
    first_post?: string | null
    link?: string | null
    is_locked?: boolean
    is_pinned?: boolean
    /**
     * Whether the thread is adult. It is refused in a community that is not adult, because communities here are adult
     * as a whole.
     */
    is_nsfw?: boolean
    poll?: FormerPoll
  }

type PostRecord = Row<'post'> &
  Written & {
    thread: string
    /**
     * The post to which this post replies, or a list of its ancestors, nearest first. The first post of the list that
     * was imported becomes the parent.
     *
     * If absent, the post that the text quotes becomes the parent, unless the text quotes several posts.
     */
    parent?: string | string[] | null
    /** Whether this post counts in the numbering of its thread even if it is not imported. */
    is_numbered?: boolean
    /**
     * The position of the post in its thread, as used in URLs of the former forum; posts that are not imported count,
     * too.
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

/** An attachment of a text or the avatar of a person. */
type FileRecord = Row<'file'> & {
  of: { kind: 'thread' | 'post' | 'person'; id: string }
  /** The path of the file relative to the folder given by --files. */
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

/** A URL of the former forum that none of the source's URL patterns matches, so it needs a redirect of its own. */
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

/** The content that a URL of the former forum showed. */
export type OldAddress =
  | { kind: 'thread' | 'post' | 'person' | 'community' | 'avatar' | 'file'; id: string }
  /**
   * A position in a thread, counted from 1. It is the `number` of a post. If posts have no numbers, the posts of the
   * thread are counted in the order of their ids or, if `by` is 'time', of their times.
   */
  | { kind: 'place'; thread: string; number: number; by?: 'time' }
  | { kind: 'feed'; community: string | null }
  /**
   * A URL that contains the name of a community or person. `address` is one of the paths listed in `addresses` of that
   * community or person. `of` is set if the URL belongs to the feed of the community or the avatar of the person.
   */
  | { kind: 'named'; address: string; of?: 'feed' | 'avatar' }
  | { kind: 'home' }

export type Reader = {
  /** Counts the source rows of each record kind by separate queries, to verify the import. */
  counts: () => Promise<Counts>
  /**
   * Returns the highest id in the former forum's URLs like /post/12. Posts here have such URLs, too, so imported posts
   * get higher ids; otherwise an old URL would show a different post.
   */
  lastPostAddress?: () => Promise<number>
  records: () => AsyncIterable<ImportRecord>
  close: () => Promise<void>
}

/** `database` is the connection URL of the source's database. */
export type ReaderOptions = {
  database: string | null
  file: string | null
  prefix: string | null
  /** Names of the communities to import; an empty list imports all. */
  communities: string[]
}

/** What the function `unpack` of a source gets besides the dump. */
export type Workplace = { config: Config; print: (line: string) => void; signal?: AbortSignal }

/** The contents of an unpacked dump. `files` is a folder with the layout that the option --files expects. */
export type Unpacked = { database: string; files?: string; close: () => Promise<void> }

export type Source = {
  name: string
  /** Names of the source's tables, as shown in import reports. */
  tables: Partial<Record<RecordKind, string>>
  /** 'database' reads the database given by --database or loaded from a dump, 'file' reads the file given by --dump. */
  from: 'database' | 'file'
  /** Unpacks a dump in the source's own format; returns null for a database dump. */
  unpack?: (dump: string, work: Workplace) => Promise<Unpacked | null>
  /**
   * Returns the path from which an attachment is downloaded, relative to the base URL of the former forum. Null means
   * that it is the `path` of the file.
   */
  fileAddress?: (file: RecordOf<'file'>) => string | null
  open: (options: ReaderOptions) => Promise<Reader>
  /**
   * Returns the content that a URL of the former forum showed; `path` is relative to the former forum and begins with a
   * slash.
   */
  addressOf: (path: string, query: URLSearchParams, hash: string) => OldAddress | null
}
