import type { ImportRecord, RecordOf } from '../records.ts'
import { idOf, string, type SourceDatabase, type SourceRow } from './database.ts'

type Of<Kind extends 'thread' | 'post'> = Omit<RecordOf<Kind>, 'kind' | 'id' | 'first_post'>

/** A forum whose threads are lists of posts, the first of which is the thread's own text. */
type FlatForum = {
  db: SourceDatabase
  /** `first` is the column with the id of the first post. */
  threads: { table: string; id: string; first: string }
  /**
   * `text` is the column with the text, `columns` are those that threads need of their first post; `joined` are tables
   * with more columns of a post.
   */
  posts: { table: string; id: string; thread: string; text: string; columns: string; joined?: string }
  /** Columns of threads, where not all are read unchanged. */
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
  // First posts are read, too: the import skips those that came with their thread; one that came later is a post.
  for await (const row of db.ranges({
    select: postColumns,
    from: `${posts.table} p${joined}`,
    key: `p.${posts.id}`,
    long: `p.${posts.text}`,
  }))
    yield { kind: 'post', id: string(row[posts.id]), ...forum.post(row) }
}
