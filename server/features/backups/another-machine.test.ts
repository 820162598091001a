import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { ROOT } from '#server/commands/console.ts'
import { createKeyPair } from '#server/db/backup/encryption.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import { shutDown } from '#server/db/local/postmaster.ts'
import { run } from '#server/db/local/system-user.ts'
import { createS3Storage } from '#server/media/s3-storage.ts'
import { missingSwift, startSwift } from '#server/media/testing/swift.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createPost } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'

const home = await mkdtemp(join(tmpdir(), 'watek-elsewhere-'))
await run('chmod', ['755', home], { user: null })
const another = join(home, 'another')
afterAll(async () => {
  await shutDown(join(another, 'postgres'), () => {})
  await rm(home, { recursive: true, force: true })
})

const missing = missingSwift()
const swift = missing === null ? await startSwift(join(home, 'swift')) : null
afterAll(() => swift?.stop())

test.skipIf(!swift)(
  `RUN-11 RUN-12 the restore commands of the panel restore an encrypted S3 backup into an empty folder${missing ?? ''}`,
  async () => {
    const { endpoint, bucket, accessKeyId, secretAccessKey } = swift!.settings
    const keys = await createKeyPair()
    const t = await createTestApp({
      BACKUP_EVERY: 'day',
      BACKUP_TO: `s3://${bucket}/forum`,
      BACKUP_S3_ENDPOINT: endpoint,
      BACKUP_S3_ACCESS_KEY_ID: accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY: secretAccessKey,
      BACKUP_RECIPIENT: keys.recipient,
      BACKUP_IDENTITY: keys.identity,
    })
    await createPost(t.db, { title: 'Pomidory w tunelu' })
    // The file is larger than one part of a multipart upload, and random, so that Zstandard cannot compress it.
    await createFolderStorage(join(t.config.dataDir, 'media')).put(
      'v/cd/film.mp4',
      new Uint8Array(Buffer.concat(Array.from({ length: 192 }, () => crypto.getRandomValues(Buffer.alloc(65_536))))),
    )
    const staff = await t.as(null, { admin: ADMIN_PASSWORD })
    await staff.adminBackups.start({ kind: 'backup' })
    await runJobs(t.services)
    await staff.adminBackups.start({ kind: 'proof' })
    await runJobs(t.services)
    const status = await staff.adminBackups.status()
    expect([status.last_proof?.outcome, status.last_proof?.files, status.problems]).toEqual(['restored', 1, []])
    const stored = createS3Storage(swift!.settings, { prefix: 'forum/', check: (key) => key })
    expect(await Array.fromAsync(stored.keys())).toEqual([`forum/${status.last_backup!.name}`])

    const key = join(home, 'watek-key.txt')
    await Bun.write(key, keys.identity)
    const script = status.restore.join('\n').replace('watek-key.txt', key)
    const { NODE_ENV: _, TEST_DATABASE_URL: __, ...env } = process.env
    const shell = Bun.spawn(['bash', '-c', script], {
      cwd: ROOT,
      stdin: new TextEncoder().encode(`${accessKeyId}\n${secretAccessKey}\n`),
      env: { ...env, DATA_DIR: another },
    })
    expect(await shell.exited).toBe(0)
    const database = await startEmbeddedPostgres({ dataDir: another, log: () => {} })
    const sql = postgres(database.url, { max: 1 })
    expect((await sql`select title from post`).map(({ title }) => title as string)).toEqual(['Pomidory w tunelu'])
    await sql.end()
    await database.stop()
    expect(Bun.file(join(another, 'media/v/cd/film.mp4')).size).toBe(192 * 65_536)
  },
)
