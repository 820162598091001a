import type { FormerPoll, ImportRecord, RecordOf } from '../records.ts'
import { idOf, string, type SourceDatabase, type SourceRow } from './database.ts'

type Of<Kind extends 'thread' | 'post'> = Omit<RecordOf<Kind>, 'kind' | 'id' | 'first_post'>

/** The tables of a forum whose threads are lists of posts; the first post is the text of the thread. */
type FlatForum = {
  db: SourceDatabase
  /** `first` is the column with the id of the thread's first post. */
  threads: { table: string; id: string; first: string }
  /**
   * `text` is the column with the text of a post. `columns` of the first post are added to each thread. `joined` is a
   * JOIN clause that adds columns to posts.
   */
  posts: { table: string; id: string; thread: string; text: string; columns: string; joined?: string }
  /** Columns of the table of threads; all if absent. */
  threadColumns?: string
  postColumns?: string
  thread: (row: SourceRow) => Of<'thread'>
  post: (row: SourceRow) => Of<'post'>
}

export async function* flatTexts(forum: FlatForum): AsyncGenerator<ImportRecord> {
  const { db, threads, posts, threadColumns = 't.*', postColumns = 'p.*' } = forum
  const joined = posts.joined ? ` ${posts.joined}` : ''
  for await (const row of db.ranges({
    select: `${threadColumns}, p.${posts.id} as first_post, ${posts.columns}`,
    from:
      `${threads.table} t left join ${posts.table} p on p.${posts.id} = t.${threads.first} ` +
      `and p.${posts.thread} = t.${threads.id}${joined}`,
    key: `t.${threads.id}`,
    long: `p.${posts.text}`,
  }))
    yield { kind: 'thread', id: string(row[threads.id]), first_post: idOf(row.first_post), ...forum.thread(row) }
  // First posts are yielded, too: the import skips those that became the text of their thread, and a first post that
  // was added after its thread was imported becomes a comment.
  for await (const row of db.ranges({
    select: postColumns,
    from: `${posts.table} p${joined}`,
    key: `p.${posts.id}`,
    long: `p.${posts.text}`,
  }))
    yield { kind: 'post', id: string(row[posts.id]), ...forum.post(row) }
}

/** Marks a thread that has a poll; `withPolls` replaces this placeholder by the poll. */
export const UNREAD_POLL: FormerPoll = { question: '', options: [], closed_at: null }

/** If `read` returns null, the thread gets no poll. */
export async function* withPolls(
  records: AsyncGenerator<ImportRecord>,
  read: (thread: string, poll: FormerPoll) => Promise<FormerPoll | null>,
): AsyncGenerator<ImportRecord> {
  for await (const one of records) {
    if (one.kind !== 'thread' || !one.poll) {
      yield one
      continue
    }
    const { poll, ...thread } = one
    const found = await read(one.id, poll)
    yield found === null ? thread : { ...thread, poll: found }
  }
}
