import type { ImportRecord } from '../../records.ts'
import { string, type SourceDatabase } from '../database.ts'
import { isOneOf, numbersOf } from './store.ts'

export const FOLLOWS = "_key ~ '^following:[0-9]{1,15}$'"

/** Leaves out follows of members of other servers, which NodeBB stores under other keys. */
export async function* follows(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const uids of numbersOf(db, 'legacy_zset', 'following'))
    for (const uid of uids) {
      const rows = await db.rows(
        `select value, score from legacy_zset where _key = 'following:${uid}' order by score, value`,
      )
      for (const { value, score } of rows)
        yield {
          kind: 'follow',
          id: `${uid} ${string(value)}`,
          follower: String(uid),
          followed: string(value),
          created_at: Number(score) > 0 ? new Date(Number(score)) : null,
        }
    }
}

export const WATCHES = "_key ~ '^tid:[0-9]{1,15}:(followers|ignorers)$'"

export async function* watches(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const tids of numbersOf(db, 'legacy_set', 'tid', ':(followers|ignorers)')) {
    const keys = tids.flatMap((tid) => [`tid:${tid}:followers`, `tid:${tid}:ignorers`])
    const rows = await db.rows(`select _key, member from legacy_set where ${isOneOf(keys)}`)
    const read = rows.map((row) => {
      const [, thread, list] = string(row._key).split(':')
      const isWatched = list === 'followers'
      const person = string(row.member)
      return {
        kind: 'watch' as const,
        id: `${thread} ${isWatched ? '' : '-'}${person}`,
        person,
        thread: thread!,
        level: isWatched ? ('all' as const) : ('none' as const),
      }
    })
    yield* read.toSorted(
      (a, b) =>
        Number(a.thread) - Number(b.thread) ||
        (a.level === b.level ? 0 : a.level === 'all' ? -1 : 1) ||
        (a.person < b.person ? -1 : 1),
    )
  }
}
