import { afterAll, describe, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { desc, eq } from 'drizzle-orm'
import tar from 'tar-stream'
import { createDigest, type Manifest } from '#server/db/backup/archive.ts'
import { createKeyPair, isEncrypted } from '#server/db/backup/encryption.ts'
import { sha256OfFile } from '#server/db/backup/make.ts'
import { workFolderOf, type BackupWork } from '#server/db/backup/process.ts'
import { backupName } from '#server/db/backup/schedule.ts'
import { withBackupLock } from '#server/db/backup/scratch.ts'
import { startScript } from '#server/lib/programs.ts'
import { addJob } from '#server/jobs/add.ts'
import { listOutbox, outboxDir, readOutboxMail } from '#server/mail/outbox.ts'
import { ADMIN_PASSWORD, createTestApp, failure, type TestApp } from '#server/test/app.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { openTestApp } from '#server/test/open-app.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { isBackupDue, isProofDue, problemsOf, restoreCommands, type BackupState } from './rules.ts'
import { runBackupProcess } from './run.ts'
import { backup, backupProof } from './table.ts'

const home = await mkdtemp(join(tmpdir(), 'watek-backups-'))
afterAll(() => rm(home, { recursive: true }))
const HOUR = 3_600_000

async function openForum(settings: Record<string, string> = {}, open = createTestApp) {
  const folder = join(home, crypto.randomUUID())
  const t = await open({ BACKUP_EVERY: 'day', BACKUP_TO: folder, ...settings })
  await createPost(t.db, { title: 'Pomidory w tunelu' })
  await createPost(t.db)
  const media = createFolderStorage(join(t.config.dataDir, 'media'))
  await media.put('i/ab/abcd.webp', new Uint8Array(100_000).fill(7))
  return { ...t, folder, staff: await t.as(null, { admin: ADMIN_PASSWORD }), media }
}

const perform = async (t: TestApp, task: 'plan_backups' | 'make_backup' | 'prove_backup') => {
  await addJob(t.db, task, task === 'plan_backups' ? {} : { requested: true })
  await runJobs(t.services)
}

const newest = async (t: TestApp) => (await t.db.select().from(backup).orderBy(desc(backup.id)).limit(1))[0]!
const newestProof = async (t: TestApp) =>
  (await t.db.select().from(backupProof).orderBy(desc(backupProof.id)).limit(1))[0]!

const scratchDatabases = async (t: TestApp): Promise<readonly unknown[]> =>
  t.sql`select datname from pg_database where starts_with(datname, 'watek_proof_'
    || (select oid from pg_database where datname = current_database()) || '_')`

const keys = await createKeyPair()
const identityFile = join(home, 'key.txt')
await Bun.write(identityFile, `# created by a test\n${keys.identity}\n`)
const ENCRYPTED = { BACKUP_RECIPIENT: keys.recipient, BACKUP_IDENTITY: identityFile }

describe('scheduled backups', () => {
  test("RUN-11 the schedule makes one encrypted backup per period, readable only by the file's owner", async () => {
    const t = await openForum(ENCRYPTED)
    await perform(t, 'plan_backups')
    await perform(t, 'plan_backups')
    const rows = await t.db.select().from(backup)
    expect(rows.map(({ error, is_encrypted }) => [error, is_encrypted])).toEqual([[null, true]])
    expect(rows[0]!.name).toEndWith('.tar.zst.age')
    const file = join(t.folder, rows[0]!.name!)
    expect(await readdir(t.folder)).toEqual([rows[0]!.name!])
    expect([await isEncrypted(file), Bun.file(file).size, await sha256OfFile(file)]).toEqual([
      true,
      rows[0]!.bytes,
      rows[0]!.sha256!,
    ])
    expect((await Bun.file(file).stat()).mode & 0o777).toBe(0o600)
    expect(rows[0]!.notes!.tables.post!.rows).toBe(2)
    expect(await Bun.file(workFolderOf(t.config.dataDir)).exists()).toBe(false)
  })

  test('RUN-11 outdated backups are deleted after a newer one was made, while other files stay', async () => {
    const t = await openForum({ BACKUP_KEEP: '2 daily, 1 weekly' })
    const old = Array.from({ length: 5 }, (_, n) => backupName(new Date(Date.now() - (40 + n) * 24 * HOUR), false))
    for (const name of [...old, 'watek-2025-01-01T000000Z.tar.zst']) await Bun.write(join(t.folder, name), 'old')
    await perform(t, 'make_backup')
    const { name } = await newest(t)
    expect((await readdir(t.folder)).sort()).toEqual(['watek-2025-01-01T000000Z.tar.zst', name!, old[0]!].sort())
  })

  test('RUN-11 an unencrypted backup to another host is refused before anything is sent', async () => {
    const s3 = {
      BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
      BACKUP_S3_ACCESS_KEY_ID: 'a',
      BACKUP_S3_SECRET_ACCESS_KEY: 'b',
    }
    const t = await openForum({ ...s3, BACKUP_TO: 's3://backups/forum' })
    await perform(t, 'make_backup')
    expect((await newest(t)).error).toContain('set BACKUP_RECIPIENT')
  })

  test('RUN-11 an unreachable backup store is detected before a backup is made, and the reason is stored', async () => {
    const s3 = {
      BACKUP_S3_ENDPOINT: 'http://127.0.0.1:1',
      BACKUP_S3_ACCESS_KEY_ID: 'a',
      BACKUP_S3_SECRET_ACCESS_KEY: 'b',
    }
    const t = await openForum({ ...s3, ...ENCRYPTED, BACKUP_TO: 's3://backups/forum' })
    await perform(t, 'make_backup')
    expect((await newest(t)).error).toContain('The store s3://backups/forum of BACKUP_TO cannot be used')
  })

  test('RUN-11 only one process at a time makes or verifies backups', async () => {
    const t = await openForum()
    const answer = await withBackupLock(t.url, () =>
      runBackupProcess(t.services, { kind: 'clear' }).then(
        () => 'done',
        (error: Error) => error.message,
      ),
    )
    expect(answer).toBe('Another backup or proof is running.')
  })

  test('RUN-11 the panel starts a backup and shows it with the commands that restore it', async () => {
    const t = await openForum(ENCRYPTED)
    expect((await failure(t.staff.adminBackups.start({ kind: 'proof' }))).code).toBe('not_found')
    await t.staff.adminBackups.start({ kind: 'backup' })
    expect((await t.staff.adminBackups.status()).is_running).toBe(true)
    await runJobs(t.services)
    await t.staff.adminBackups.start({ kind: 'proof' })
    await runJobs(t.services)
    const { name } = await newest(t)
    const status = await t.staff.adminBackups.status()
    expect(status).toMatchObject({
      every: 'day',
      is_encrypted: true,
      can_decrypt: true,
      is_running: false,
      last_backup: { name },
      backup_failure: null,
      last_proof: { outcome: 'restored', files: 1 },
      problems: [],
      restore: [`BACKUP_IDENTITY=watek-key.txt bun run restore ${join(t.folder, name!)}`],
    })
    expect(status.last_restored_at).toEqual(status.last_proof!.at)
    expect((await t.staff.admin.audit({ limit: 2 })).entries.map(({ action }) => action)).toEqual([
      'backup.proof',
      'backup.backup',
    ])
  })

  test('RUN-11 backup settings in the panel apply unless the environment sets them', async () => {
    const t = await openForum({ BACKUP_TO: '' })
    const folder = join(home, 'from-the-panel')
    await t.staff.adminSettings.change({ values: { backup_to: folder } })
    await perform(t, 'make_backup')
    expect(await readdir(folder)).toEqual([(await newest(t)).name!])
  })
})

/** A forum with a backup for each kind of settings, shared by the tests. */
const forums = new Map<string, ReturnType<typeof openBackedUpForum>>()
afterAll(() => Promise.all([...forums.values()].map(async (forum) => (await forum).t.close())))

async function openBackedUpForum(settings: Record<string, string>) {
  const t = await openForum(settings, openTestApp)
  await perform(t, 'make_backup')
  const made = await newest(t)
  const file = join(t.folder, made.name!)
  const content = await Bun.file(file).bytes()
  const reset = async () => {
    await Bun.write(file, content)
    await t.db.update(backup).set(made)
  }
  return { t, file, reset }
}

async function proofAfter(
  change: (file: string, t: Awaited<ReturnType<typeof openForum>>) => Promise<void>,
  settings = {},
) {
  const key = JSON.stringify(settings)
  if (!forums.has(key)) forums.set(key, openBackedUpForum(settings))
  const { t, file, reset } = await forums.get(key)!
  await reset()
  await change(file, t)
  await perform(t, 'prove_backup')
  const proof = await newestProof(t)
  expect(await scratchDatabases(t)).toEqual([])
  return { outcome: proof.outcome, error: proof.error, proof, t }
}

/** Replaces a backup file and its recorded size and checksum, so that only the contents reveal the change. */
async function replace(file: string, t: TestApp, content: Uint8Array): Promise<void> {
  await Bun.write(file, content)
  const changed = { bytes: content.byteLength, sha256: await sha256OfFile(file) }
  await t.db.update(backup).set(changed)
}

type Entry = { name: string; content: Buffer }

/** Repacks a backup archive and its manifest, as if the backup had been made of the changed rows. */
async function repacked(archive: Buffer, change: (entry: Entry) => Buffer): Promise<Buffer> {
  const entries: Entry[] = []
  const extract = tar.extract()
  extract.end(archive)
  for await (const entry of extract)
    entries.push({
      name: entry.header.name,
      content: Buffer.concat(await Array.fromAsync(entry as AsyncIterable<Buffer>)),
    })
  const pack = tar.pack()
  const digests = new Map<string, ReturnType<typeof createDigest>>()
  for (const entry of entries) {
    let content = change(entry)
    const table = /^tables\/(\w+)\//.exec(entry.name)?.[1]
    if (table !== undefined) {
      if (!digests.has(table)) digests.set(table, createDigest())
      digests.get(table)!.add(content)
    }
    if (entry.name === 'manifest.json') {
      const manifest = JSON.parse(entry.content.toString()) as Manifest
      for (const [name, digest] of digests) manifest.tables[name] = digest.end()
      content = Buffer.from(JSON.stringify(manifest))
    }
    pack.entry({ name: entry.name }, content)
  }
  pack.finalize()
  return Buffer.concat(await Array.fromAsync(pack as AsyncIterable<Buffer>))
}

describe('the verification of a backup', () => {
  test('RUN-12 verification restores an intact backup, compares all tables and drops the restored copy', async () => {
    const { outcome, proof, t } = await proofAfter(async () => {}, ENCRYPTED)
    expect(outcome).toBe('restored')
    expect(proof.tables).toBeGreaterThan(40)
    expect(proof).toMatchObject({ files: 1, sampled: 1, error: null })
    const sums = Object.values((await newest(t)).notes!.tables).reduce((sum, { rows }) => sum + rows, 0)
    // The notes of the backup also count the rows of the table `jobs`, which the proof does not compare.
    expect(proof.rows).toBe(sums - (await newest(t)).notes!.tables.jobs!.rows)
  })

  test('RUN-12 verification of a backup detects one flipped byte', async () => {
    const { outcome, error } = await proofAfter(async (file) => {
      const bytes = await Bun.file(file).bytes()
      bytes[Math.floor(bytes.length / 2)]! ^= 1
      await Bun.write(file, bytes)
    })
    expect([outcome, error]).toEqual(['failed', expect.stringContaining('The file was changed')])
  })

  test('RUN-12 verification of an encrypted backup detects a flipped byte even if the checksum matches', async () => {
    const { outcome, error } = await proofAfter(async (file, t) => {
      const bytes = await Bun.file(file).bytes()
      bytes[bytes.length - 1_000]! ^= 1
      await replace(file, t, bytes)
    }, ENCRYPTED)
    expect([outcome, error]).toEqual(['failed', expect.stringContaining('cannot be decrypted')])
  })

  test('RUN-12 verification of a backup detects a truncated file even if the recorded length matches', async () => {
    const cut = async (file: string) => {
      const bytes = await Bun.file(file).bytes()
      return bytes.slice(0, Math.floor(bytes.length * 0.7))
    }
    const sent = await proofAfter(async (file) => void (await Bun.write(file, await cut(file))))
    expect([sent.outcome, sent.error]).toEqual(['failed', expect.stringContaining('The file was cut')])
    const noted = await proofAfter(async (file, t) => replace(file, t, await cut(file)), ENCRYPTED)
    expect([noted.outcome, noted.error]).toEqual(['failed', expect.stringContaining('cut off')])
  })

  test('RUN-12 verification of a backup detects a file that is encrypted with another key', async () => {
    const other = await createKeyPair()
    const settings = { BACKUP_RECIPIENT: other.recipient, BACKUP_IDENTITY: keys.identity }
    const { outcome, error } = await proofAfter(async () => {}, settings)
    expect([outcome, error]).toEqual(['failed', expect.stringContaining('another key')])
  })

  test('RUN-12 verification of a backup detects a changed row although the file itself is intact', async () => {
    const { outcome, error } = await proofAfter(async (file, t) => {
      const archive = zstdDecompressSync(await Bun.file(file).bytes())
      const forged = await repacked(archive, ({ name, content }) =>
        name.startsWith('tables/post/') ? Buffer.from(content.toString().replace('Pomidory', 'Ogorki__')) : content,
      )
      await replace(file, t, zstdCompressSync(forged))
    })
    expect([outcome, error]).toEqual(['failed', expect.stringContaining('The rows of post are not those')])
  })

  test('RUN-12 verification of a backup detects a missing row although the file itself is intact', async () => {
    const { outcome, error } = await proofAfter(async (file, t) => {
      const archive = zstdDecompressSync(await Bun.file(file).bytes())
      const forged = await repacked(archive, ({ name, content }) =>
        name.startsWith('tables/post_rank/') ? content.subarray(0, content.indexOf(10) + 1) : content,
      )
      await replace(file, t, zstdCompressSync(forged))
    })
    expect([outcome, error]).toEqual(['failed', 'post_rank has 1 rows, 2 were noted.'])
  })

  test('RUN-12 verification accepts a backup whose rows are stored in another order', () => {
    const checksum = (...pieces: string[]) => {
      const digest = createDigest()
      for (const piece of pieces) digest.add(Buffer.from(piece))
      return digest.end().checksum
    }
    expect(checksum('2\tb\n1\ta\n')).toBe(checksum('1\t', 'a\n2', '\tb\n'))
    expect(checksum('2\tb\n1\ta\n')).not.toBe(checksum('1\tb\n2\ta\n'))
    expect(checksum('1\ta\n1\ta\n')).not.toBe(checksum('2\tb\n2\tb\n'))
  })

  test('RUN-12 verification of a backup detects a missing media file', async () => {
    const { outcome, error } = await proofAfter(async (_, t) => {
      const { notes, id } = await newest(t)
      notes!.media.sample.push({ key: 'i/ff/ffff.webp', size: 1, sha256: '0' })
      await t.db.update(backup).set({ notes }).where(eq(backup.id, id))
    })
    expect([outcome, error]).toEqual(['failed', 'The file i/ff/ffff.webp is not in the backup.'])
  })

  test('RUN-12 a backup verified without the secret key is compared only by checksum, as the panel shows', async () => {
    const settings = { BACKUP_RECIPIENT: keys.recipient, BACKUP_IDENTITY: join(home, 'missing.txt') }
    const { outcome, t } = await proofAfter(async () => {}, settings)
    expect(outcome).toBe('checksum')
    const status = await (await t.as(null, { admin: ADMIN_PASSWORD })).adminBackups.status()
    expect(status).toMatchObject({ can_decrypt: false, last_proof: { outcome: 'checksum' }, last_restored_at: null })
    const flipped = await proofAfter(async (file) => {
      const bytes = await Bun.file(file).bytes()
      bytes[500]! ^= 1
      await Bun.write(file, bytes)
    }, settings)
    expect(flipped.outcome).toBe('failed')
  })

  test('RUN-12 the scratch database of a killed backup verification is dropped by the next scheduled job', async () => {
    const t = await openForum()
    await perform(t, 'make_backup')
    const stored = await newest(t)
    const exited = Promise.withResolvers<void>()
    const child = startScript(join(import.meta.dir, '../../db/backup/process.ts'), {
      message: () => {},
      exit: () => exited.resolve(),
    })
    child.send({
      kind: 'prove',
      url: t.url,
      workFolder: workFolderOf(t.config.dataDir),
      media: { folder: join(t.config.dataDir, 'media') },
      to: t.folder,
      s3: null,
      backup: { name: stored.name!, bytes: stored.bytes, sha256: stored.sha256!, notes: stored.notes! },
      identity: null,
      databaseBytes: 0,
    } satisfies BackupWork)
    while ((await scratchDatabases(t)).length === 0) await Bun.sleep(2)
    child.kill('SIGKILL')
    await exited.promise
    expect(await scratchDatabases(t)).toHaveLength(1)
    const connected = () => t.sql`select 1 from pg_stat_activity where application_name = 'watek proof'
      and datname = current_database()`
    while ((await connected()).length > 0) await Bun.sleep(10)
    await perform(t, 'plan_backups')
    expect(await scratchDatabases(t)).toEqual([])
  })
})

const FINE: BackupState = {
  began_at: null,
  backup: null,
  backup_failure: null,
  proof: null,
  proof_failure: null,
  proof_tries: 0,
}

describe('due backups and problems', () => {
  const now = new Date('2026-11-25T12:00:00Z')
  const ago = (hours: number) => ({ at: new Date(now.getTime() - hours * HOUR), name: 'x', error: 'no' })

  test('RUN-11 a failed backup is retried after half an hour', () => {
    expect(isBackupDue(FINE, 'day', now)).toBe(true)
    expect(isBackupDue(FINE, 'off', now)).toBe(false)
    expect(isBackupDue({ ...FINE, backup: ago(10) }, 'day', now)).toBe(false)
    expect(isBackupDue({ ...FINE, backup: ago(10) }, '6h', now)).toBe(true)
    expect(isBackupDue({ ...FINE, backup: ago(12) }, 'day', now)).toBe(true)
    expect(isBackupDue({ ...FINE, backup_failure: ago(0.4) }, 'day', now)).toBe(false)
    expect(isBackupDue({ ...FINE, backup_failure: ago(0.5) }, 'day', now)).toBe(true)
  })

  test('RUN-12 the newest backup is verified once a night, at most three times if that fails', () => {
    const made = { ...FINE, backup: ago(11) }
    expect(isProofDue(FINE, 'day', now)).toBe(false)
    expect(isProofDue(made, 'day', now)).toBe(true)
    expect(isProofDue({ ...made, proof: ago(7) }, 'day', now)).toBe(false)
    expect(isProofDue({ ...made, proof: ago(9) }, 'day', now)).toBe(true)
    expect(isProofDue({ ...made, proof_failure: ago(0.5), proof_tries: 1 }, 'day', now)).toBe(false)
    expect(isProofDue({ ...made, proof_failure: ago(2), proof_tries: 2 }, 'day', now)).toBe(true)
    expect(isProofDue({ ...made, proof_failure: ago(2), proof_tries: 3 }, 'day', now)).toBe(false)
  })

  test('RUN-12 a failed backup is reported as a problem, and so are two days without a backup', () => {
    expect(problemsOf(FINE, 'day', now)).toEqual([])
    expect(problemsOf({ ...FINE, began_at: ago(47).at }, 'day', now)).toEqual([])
    expect(problemsOf({ ...FINE, began_at: ago(49).at }, 'day', now)).toEqual(['backup_late', 'proof_late'])
    const old = { ...FINE, backup: ago(50), proof: ago(50), backup_failure: ago(1), proof_failure: ago(1) }
    expect(problemsOf(old, 'day', now)).toEqual(['backup_failed', 'backup_late', 'proof_failed', 'proof_late'])
    expect(problemsOf(old, 'off', now)).toEqual([])
  })

  test('RUN-12 admins are mailed about backup problems once a day in their language; metrics show them', async () => {
    const t = await openForum({ METRICS_TOKEN: 'token', BACKUP_TO: '/proc/none' })
    await createUser(t.db, { is_admin: true, language: 'en', email: 'ann@example.org', email_verified: true })
    await createUser(t.db, { is_admin: true, language: 'pl', email: 'ola@example.org', email_verified: true })
    await createUser(t.db, { email: 'nobody@example.org', email_verified: true })
    await perform(t, 'make_backup')
    await perform(t, 'make_backup')
    await perform(t, 'plan_backups')
    const outbox = outboxDir(t.config.dataDir)
    const mails = await listOutbox(outbox)
    expect(mails.map(({ to }) => to).sort()).toEqual(['ann@example.org', 'ola@example.org'])
    const english = await readOutboxMail(outbox, mails.find(({ to }) => to.startsWith('ann'))!.name)
    expect(english!.subject).toBe('The backups of Wątek need attention')
    expect(english!.text).toContain('A backup could not be made.')
    expect(english!.text).toContain('/proc/none')
    const metrics = await (await t.request('/metrics', { headers: { authorization: 'Bearer token' } })).text()
    expect(metrics).toMatch(/^watek_backup_problem\{kind="backup_failed"\} 1$/m)
    expect(metrics).toMatch(/^watek_backup_problem\{kind="proof_failed"\} 0$/m)
    t.clock.now = () => new Date(Date.now() + 24 * HOUR)
    await perform(t, 'make_backup')
    expect(await listOutbox(outbox)).toHaveLength(4)
  })

  test('RUN-12 backup problems are mailed to the contact address if no account is an admin', async () => {
    const t = await openForum({ BACKUP_TO: '/proc/none', SUPPORT_EMAIL: 'help@example.org' })
    await perform(t, 'make_backup')
    expect((await listOutbox(outboxDir(t.config.dataDir))).map(({ to }) => to)).toEqual(['help@example.org'])
  })

  test('RUN-12 the restore commands for another machine have the URL of the backup store, but not its keys', () => {
    const s3 = { endpoint: 'https://s3.example', region: 'eu', accessKeyId: 'ID', secretAccessKey: 'SECRET' }
    const commands = restoreCommands({ to: 's3://backups/forum', s3, recipient: 'age1x' }, null)
    expect(commands.at(-1)).toBe('BACKUP_IDENTITY=watek-key.txt bun run restore latest')
    expect(commands.join()).not.toContain('SECRET"')
    expect(commands.join()).not.toContain("'SECRET'")
    expect(commands[2]).toBe(
      'export BACKUP_TO=s3://backups/forum BACKUP_S3_ENDPOINT=https://s3.example BACKUP_S3_REGION=eu',
    )
  })
})
