import type { ImportRecord } from '../../records.ts'
import { string, type SourceDatabase } from '../database.ts'
import { dataOf, isOneOf, thingsByRange } from './store.ts'

/** Leaves out system messages like "joined the room". */
const MESSAGES = "m._key ~ '^message:[0-9]{1,15}$' and coalesce(m.data->>'system', '0') <> '1'"

/** Selects a message once for its author and, unless the room is public, once for each other member of the room. */
export const MESSAGE_COPIES = `(
  select m._key, m.data->>'fromuid' as uid from legacy_hash m where ${MESSAGES}
  union
  select m._key, z.value from legacy_hash m
  join legacy_zset z on z._key = 'chat:room:' || (m.data->>'roomId') || ':uids'
  left join legacy_hash r on r._key = 'chat:room:' || (m.data->>'roomId')
  where ${MESSAGES} and coalesce(r.data->>'public', '0') <> '1') copies`

type Room = { name: string; isPublic: boolean; uids: string[] }

async function roomsOf(db: SourceDatabase, ids: string[]): Promise<Map<string, Room>> {
  const rooms = new Map<string, Room>()
  const keys = [...new Set(ids)].map((id) => `chat:room:${id}`)
  if (keys.length === 0) return rooms
  const data = await db.rows(`select _key, data from legacy_hash where ${isOneOf(keys)}`)
  const members = await db.rows(
    `select _key, value from legacy_zset where ${isOneOf(keys.map((key) => `${key}:uids`))} order by value`,
  )
  const roomOf = (key: string) => {
    const id = /^chat:room:([^:]*)/.exec(key)?.[1] ?? ''
    const room = rooms.get(id) ?? { name: '', isPublic: false, uids: [] }
    rooms.set(id, room)
    return room
  }
  for (const row of data) {
    const { roomName, public: isPublic } = dataOf(row)
    Object.assign(roomOf(string(row._key)), { name: String(roomName ?? ''), isPublic: String(isPublic) === '1' })
  }
  for (const row of members) roomOf(string(row._key)).uids.push(string(row.value))
  return rooms
}

async function namesOf(db: SourceDatabase, uids: string[]): Promise<Map<string, string>> {
  if (uids.length === 0) return new Map()
  const keys = [...new Set(uids)].map((uid) => `user:${uid}`)
  const rows = await db.rows(`select _key, data->>'username' as name from legacy_hash where ${isOneOf(keys)}`)
  return new Map(rows.map((row) => [string(row._key).slice('user:'.length), string(row.name)]))
}

export async function* messages(db: SourceDatabase): AsyncGenerator<ImportRecord> {
  for await (const range of thingsByRange(db, 'message')) {
    const some = range.filter(({ system }) => String(system ?? '0') !== '1')
    const rooms = await roomsOf(
      db,
      some.map(({ roomId }) => String(roomId ?? '')),
    )
    const names = await namesOf(
      db,
      some.flatMap(({ fromuid, roomId }) => [String(fromuid), ...(rooms.get(String(roomId))?.uids ?? [])]),
    )
    for (const one of some) {
      const from = String(one.fromuid ?? '')
      const { name = '', isPublic = false, uids = [] } = rooms.get(String(one.roomId)) ?? {}
      const owners = [from, ...(isPublic ? [] : uids.filter((uid) => uid !== from))]
      for (const owner of owners)
        yield {
          kind: 'message',
          id: owner === from ? String(one.mid) : `${String(one.mid)} ${owner}`,
          owner: String(one.deleted) === '1' ? '' : owner,
          with_name: owners.flatMap((uid) => (uid === owner ? [] : (names.get(uid) ?? []))).join(', '),
          is_own: owner === from,
          subject: name,
          text: { format: 'markdown', text: String(one.content ?? '') },
          created_at: Number(one.timestamp) > 0 ? new Date(Number(one.timestamp)) : null,
        }
    }
  }
}
