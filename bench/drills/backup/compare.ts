import type postgres from 'postgres'
import {
  createDigest,
  createMediaDigest,
  ENDED_TABLES,
  JOBS,
  type Head,
  type Manifest,
} from '#server/db/backup/archive.ts'
import { copyOut, prepareSession } from '#server/db/backup/queries.ts'
import { streamOf, type MediaStorage } from '#server/media/storage.ts'

export async function compareTables(
  sql: postgres.Sql,
  head: Head,
  manifest: Manifest,
): Promise<{ tables: number; rows: number; bytes: number; wrong: string[] }> {
  const session = await sql.reserve()
  try {
    await prepareSession(session)
    const sum = { tables: 0, rows: 0, bytes: 0, wrong: [] as string[] }
    // These tables differ after a restore: queued jobs get new ids, and the tables in `ENDED_TABLES` are emptied.
    for (const table of head.tables.filter(({ name }) => name !== JOBS && !ENDED_TABLES.includes(name))) {
      const digest = createDigest()
      for await (const rows of copyOut(session, table)) digest.add(rows)
      const found = digest.end()
      const said = manifest.tables[table.name]!
      sum.tables += 1
      sum.rows += found.rows
      sum.bytes += found.bytes
      if (found.sha256 !== said.sha256)
        sum.wrong.push(
          `table ${table.name}: ${found.rows} rows of ${found.sha256}, the file says ${said.rows} of ${said.sha256}`,
        )
    }
    return sum
  } finally {
    session.release()
  }
}

export async function compareMediaFiles(media: MediaStorage, manifest: Manifest): Promise<string[]> {
  const digest = createMediaDigest()
  for await (const key of media.keys()) {
    const file = (await media.get(key))!
    digest.begin(key, file.size)
    digest.add(await Bun.readableStreamToBytes(streamOf(file)))
  }
  const found = digest.end()
  return found.sha256 === manifest.media.sha256
    ? []
    : [`media: ${found.files} files, the file says ${manifest.media.files}`]
}

export async function textsIn(sql: postgres.Sql, run: string): Promise<Set<string>> {
  const like = `${run} %`
  const rows = await sql<{ text: string }[]>`
    select title as text from post where title like ${like} union all select content from comment
      where content like ${like}
    union all select content from message where content like ${like}`
  return new Set(rows.map(({ text }) => text))
}
