import { afterAll, describe, expect, test } from 'bun:test'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { cp, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import postgres from 'postgres'
import tar from 'tar-stream'
import { createDb } from '#server/db/driver/client.ts'
import { MIGRATIONS } from '#server/db/migrate.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { addJob } from '#server/jobs/add.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { createComment, createMessage, createPost, createUser, createVote } from '#server/test/factories.ts'
import { ENDED_TABLES, HEAD, type Head, type Manifest } from './archive.ts'
import { readBackup } from './read.ts'
import { restoreBackup } from './restore.ts'
import { writeBackup } from './write.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-backup-test-'))
afterAll(() => rm(folder, { recursive: true }))
const print = () => {}

const forum = await createTestDatabase()
const made: { name: string; sql: postgres.Sql }[] = []
afterAll(async () => {
  for (const { name, sql } of made) {
    await sql.end()
    await forum.sql`drop database ${forum.sql(name)} with (force)`
  }
  await forum.drop()
})
const media = createFolderStorage(join(folder, 'media'))

const author = await createUser(forum.db, { bio: 'Zażółć\tgęślą\\jaźń\nw dwóch wierszach' })
const post = await createPost(forum.db, { author, title: 'Pomidory w tunelu', content: 'Kiedy **sadzić**?' })
const comment = await createComment(forum.db, { author, post, content: '👍'.repeat(300) })
await createVote(forum.db, { post })
await createMessage(forum.db, author, await createUser(forum.db))
// Several tables have more rows than a client reads from its connection at once.
await forum.sql`insert into message (sender_id, recipient_id, content) select ${author.id}, ${author.id} + 1,
  repeat(md5(n::text), 200) from generate_series(1, 1500) n`
await forum.sql`insert into audit_log (actor, address, action, target_type, detail) select 'actor', '::1', 'test',
  'post', repeat('x', 500) from generate_series(1, 3000)`
await addJob(
  forum.db,
  'remove_user_data',
  { user_id: 1_000_000, content: 'keep' },
  { runAt: new Date('2030-01-01T00:00:00Z') },
)
await media.put(
  'i/ab/abcd.webp',
  new Uint8Array(300_000).map((_, at) => at),
)
await media.put('v/cd/film.mp4', new TextEncoder().encode('film'))

await forum.sql`insert into session (id, user_id, expires_at) values ('session', ${author.id},
  now() + interval '30 days')`
await forum.sql`insert into admin_token (token_hash, password_key, address, expires_at) values ('staff', 'key', '::1',
  now() + interval '12 hours')`
await forum.sql`insert into email_token (user_id, purpose, token_hash, expires_at) values (${author.id}, 'reset',
  'link', now() + interval '1 hour')`

const file = join(folder, 'forum.tar.zst')
const { manifest } = await writeBackup({ url: forum.url, media, file, print })

/** An unused database without migrations, as the `DATABASE_URL` of a new machine. */
async function emptyDatabase(): Promise<{ url: string; sql: postgres.Sql }> {
  const url = new URL(forum.url)
  const name = `test_${Math.floor(Date.now() / 1000)}_${crypto.randomUUID().slice(0, 8)}`
  url.pathname = `/${name}`
  await forum.sql`create database ${forum.sql(name)}`
  const sql = postgres(url.href, { max: 2, onnotice: () => {} })
  made.push({ name, sql })
  return { url: url.href, sql }
}

const restoreInto = (url: string, from: string, storage = createFolderStorage(join(folder, crypto.randomUUID()))) =>
  restoreBackup({ url, media: storage, file: from, print })

const refusal = async (from: string) => {
  const { url, sql } = await emptyDatabase()
  const error = await restoreInto(url, from).then(
    () => null,
    (thrown: Error) => thrown,
  )
  const [left] = await sql`select count(*)::int as tables from pg_tables where schemaname = 'public'`
  return { name: error?.name, message: error?.message, tables: left!.tables as number }
}

async function changed(name: string, change: (archive: Buffer) => Uint8Array | Promise<Uint8Array>): Promise<string> {
  const path = join(folder, name)
  await Bun.write(path, zstdCompressSync(await change(zstdDecompressSync(await Bun.file(file).bytes()))))
  return path
}

const restored = await emptyDatabase()
const storage = createFolderStorage(join(folder, 'media-again'))
await restoreInto(restored.url, file, storage)

describe('a restored backup', () => {
  const { url, sql } = restored

  test('a restored backup is the same forum, row by row and file by file', async () => {
    const again = await writeBackup({ url, media: storage, file: join(folder, 'again.tar.zst'), print })
    const kept = (written: Manifest) =>
      Object.entries(written.tables).filter(([name]) => ![...ENDED_TABLES, 'jobs'].includes(name))
    expect(kept(again.manifest)).toEqual(kept(manifest))
    expect(kept(manifest).length).toBeGreaterThan(15)
    expect(again.manifest.tables.post!.rows).toBe(1)
    expect([again.manifest.media.files, again.manifest.media.bytes]).toEqual([2, 300_004])
    expect(await Bun.file(join(folder, 'media-again/v/cd/film.mp4')).text()).toBe('film')
    const [row] = await sql`select bio from "user" where id = ${author.id}`
    expect(row!.bio).toBe('Zażółć\tgęślą\\jaźń\nw dwóch wierszach')
  })

  test('a restored backup has no sessions, staff tokens or mailed links, since some may be revoked now', async () => {
    const rows = (of: Manifest) => ENDED_TABLES.map((name) => of.tables[name]!.rows)
    expect(rows(manifest)).toEqual([1, 1, 1])
    const [left] = await sql`select (select count(*) from session)::int as sessions, (select count(*)
        from admin_token)::int as tokens,
      (select count(*) from email_token)::int as links`
    expect(left).toEqual({ sessions: 0, tokens: 0, links: 0 })
  })

  test("a restored backup continues the sequences after the existing rows, and keeps posts' search words", async () => {
    const { url, sql } = await emptyDatabase()
    await restoreInto(url, file)
    const { db, close } = createDb(url, { max: 1 })
    const next = await createComment(db, { author, post }).finally(close)
    expect(next.id).toBe(comment.id + 1)
    const words = (from: postgres.Sql) => from`select id, search::text from post order by id`
    expect(await words(sql)).toEqual(await words(forum.sql))
  })

  test('a restored backup has every index, foreign key and trigger of a new database', async () => {
    const parts = (from: postgres.Sql) => from`
      select pg_get_indexdef(indexrelid) as part from pg_index i join pg_class c on c.oid = i.indexrelid
        where c.relnamespace = 'public'::regnamespace
      union all select conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal order by 1`
    expect(await parts(sql)).toEqual(await parts(forum.sql))
  })

  test('a restored backup has the queued jobs with their times', async () => {
    const [job] = await sql`select task_identifier, run_at, attempts, locked_at from graphile_worker.jobs where run_at
        > '2029-01-01'`
    expect(job).toEqual({
      task_identifier: 'remove_user_data',
      run_at: new Date('2030-01-01T00:00:00Z'),
      attempts: 0,
      locked_at: null,
    })
  })

  test('a restored backup of an older version is migrated to this one', async () => {
    const older = join(folder, 'older')
    await cp(MIGRATIONS, older, { recursive: true })
    const journal = Bun.file(join(older, 'meta/_journal.json'))
    const { entries, ...rest } = (await journal.json()) as { entries: { idx: number; when: number; tag: string }[] }
    const next = { ...entries.at(-1)!, idx: entries.length, when: entries.at(-1)!.when + 1_000, tag: '9999_next' }
    await Bun.write(journal, JSON.stringify({ ...rest, entries: [...entries, next] }))
    await Bun.write(join(older, '9999_next.sql'), 'alter table "user" add column next text not null default \'new\'')
    const { url, sql } = await emptyDatabase()
    await restoreBackup({
      url,
      media: createFolderStorage(join(folder, 'media-older')),
      file,
      print,
      migrations: older,
    })
    const [row] = await sql`select next from "user" where id = ${author.id}`
    expect(row!.next).toBe('new')
  })
})

describe('a backup', () => {
  test('a backup is a consistent snapshot, whatever is written meanwhile', async () => {
    const [{ url: busyUrl }, { url, sql }] = [await emptyDatabase(), await emptyDatabase()]
    await restoreInto(busyUrl, file)
    const { db, close } = createDb(busyUrl)
    const busy = { until: false }
    const started = Promise.withResolvers<void>()
    const writing = (async () => {
      while (!busy.until) {
        await db.transaction(async (tx) =>
          createVote(tx, { post: await createPost(tx, { author, category: { id: post.category_id } }) }),
        )
        started.resolve()
      }
    })()
    const copy = join(folder, 'busy.tar.zst')
    await started.promise
    await writeBackup({ url: busyUrl, media, file: copy, print })
    busy.until = true
    await writing.finally(close)
    await restoreInto(url, copy)
    const [sums] = await sql`
      select (select count(*)::int from post) as posts, (select count(*)::int from post_rank) as ranks,
        (select sum(upvotes)::int from post_rank) as upvotes,
        (select count(*)::int from vote where post_id is not null) as votes, (select post_count from category where id
          = ${post.category_id}) as counted`
    expect(sums!.posts).toBeGreaterThan(1)
    expect(sums).toMatchObject({ ranks: sums!.posts, votes: sums!.upvotes, counted: sums!.posts })
  })

  test('a backup file is readable by its owner only', async () => {
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('a backup lists its contents with row counts and checksums', async () => {
    const read = await readBackup(file, {})
    expect(read.manifest).toEqual(manifest)
    expect(read.head.migrations.length).toBe(readMigrationFiles({ migrationsFolder: MIGRATIONS }).length)
  })

  test('a backup of a database without a forum is refused, and leaves no file', async () => {
    const { url } = await emptyDatabase()
    const nothing = join(folder, 'nothing.tar.zst')
    expect(writeBackup({ url, media, file: nothing, print })).rejects.toThrow('nothing to back up')
    expect(await Bun.file(nothing).exists()).toBe(false)
  })
})

describe('a restore refuses', () => {
  test('a restore refuses a database that is in use', async () => {
    const before = await forum.sql`select count(*)::int as users from "user"`
    expect(restoreInto(forum.url, file)).rejects.toThrow('The database is not empty')
    expect(await forum.sql`select count(*)::int as users from "user"`).toEqual(before)
  })

  test('a restore refuses a file that is cut off at any position', async () => {
    const bytes = await Bun.file(file).bytes()
    for (const share of [0, 0.1, 0.5, 0.9]) {
      const cut = join(folder, `cut-${share}`)
      await Bun.write(cut, bytes.subarray(0, Math.floor(bytes.length * share)))
      expect(await refusal(cut)).toMatchObject({ name: 'BackupError', tables: 0 })
    }
  })

  test('a restore refuses a file without its manifest', async () => {
    const cut = await changed('no-manifest', (archive) => {
      const at = archive.lastIndexOf('manifest.json')
      return Buffer.concat([archive.subarray(0, at), Buffer.alloc(1024)])
    })
    expect(await refusal(cut)).toMatchObject({ message: expect.stringContaining('its end is missing'), tables: 0 })
  })

  test('a restore refuses a file with one letter changed in a row', async () => {
    const forged = await changed('forged', (archive) => {
      archive.write('P0midory', archive.indexOf('Pomidory'))
      return archive
    })
    expect(await refusal(forged)).toMatchObject({
      message: expect.stringContaining('the rows of post are not those'),
      tables: 0,
    })
  })

  test('a restore refuses a file with a byte changed in a picture', async () => {
    const forged = await changed('forged-media', (archive) => {
      archive.write('FILM', archive.lastIndexOf('film\0'))
      return archive
    })
    expect(await refusal(forged)).toMatchObject({
      message: expect.stringContaining('its media are not those'),
      tables: 0,
    })
  })

  test('a restore refuses a backup of a newer version, or from before the first release', async () => {
    const newer = async (change: (head: Head) => object) =>
      changed(crypto.randomUUID(), async (archive) => {
        const { size, end } = headOf(archive)
        const content = Buffer.from(
          JSON.stringify(change(JSON.parse(archive.toString('utf8', 512, 512 + size)) as Head)),
        )
        const pack = tar.pack()
        pack.entry({ name: HEAD }, content)
        pack.finalize()
        const packed = Buffer.concat(await Array.fromAsync(pack as AsyncIterable<Buffer>))
        return Buffer.concat([packed.subarray(0, -1024), archive.subarray(end)])
      })
    const migrated = await newer((head) => ({
      ...head,
      migrations: [...head.migrations, { hash: 'f'.repeat(64), created_at: 9e12 }],
    }))
    const unreleased = await newer((head) => ({ ...head, migrations: [{ hash: 'f'.repeat(64), created_at: 1 }] }))
    const formatted = await newer((head) => ({ ...head, format: 2 }))
    expect(await refusal(migrated)).toMatchObject({ message: expect.stringContaining('newer version'), tables: 0 })
    expect(await refusal(formatted)).toMatchObject({ message: expect.stringContaining('newer version'), tables: 0 })
    expect(await refusal(unreleased)).toMatchObject({
      message: expect.stringContaining('before the first release'),
      tables: 0,
    })
  })

  test('a restore refuses a file that is no backup or does not exist', async () => {
    const other = join(folder, 'other')
    await Bun.write(other, zstdCompressSync(Buffer.from('hello'.repeat(500))))
    expect(await refusal(other)).toMatchObject({ name: 'BackupError', tables: 0 })
    expect(await refusal(join(folder, 'missing'))).toMatchObject({
      message: expect.stringContaining('There is no file'),
      tables: 0,
    })
  })
})

function headOf(archive: Buffer): { size: number; end: number } {
  const size = Number.parseInt(archive.toString('latin1', 124, 135), 8)
  return { size, end: 512 + Math.ceil(size / 512) * 512 }
}
