import { spawn } from 'node:child_process'
import { mkdir, realpath, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import postgres from 'postgres'
import { ROOT } from '#server/commands/console.ts'
import { readBackup } from '#server/db/backup/read.ts'
import { startEmbeddedPostgres } from '#server/db/local/embedded.ts'
import type { Sizes } from '#server/db/seed/large.ts'
import { createFolderStorage } from '#server/media/folder-storage.ts'
import { audit, compareWithExpected, type Finding } from '../checks.ts'
import { Expected } from '../expected.ts'
import { newestComments, newestPosts, signInMembers } from '../members.ts'
import { Traffic } from '../traffic.ts'
import { openForum, spawnServer, untilAnswers, type Forum } from '../../fixture.ts'
import { compareMediaFiles, compareTables, textsIn } from './compare.ts'
import { copyOf, waitForSnapshot, textsOf, unchanged } from './watch.ts'

const MEMBERS = 120
const WRITERS = 12
const READERS = 4
/** Milliseconds of writing before the backup starts. */
const CALM = 15_000
/** Milliseconds of writing after the backup has taken its snapshot. */
const SETTLED = 3_000

export type BackupResult = {
  sizes: Sizes
  file: { mib: number; seconds: number }
  restore: { seconds: number; mib: number }
  compared: { tables: number; rows: number; mib: number }
  acknowledged: { before: number; after: number; perSecondAlone: number; perSecondMeanwhile: number }
  reads: Record<number, number>
  found: { looked: number; later: number }
  wrong: string[]
}

type Say = (line: string) => void

async function command(name: 'backup' | 'restore', file: string, dataDir: string, print: Say): Promise<number> {
  const child = spawn(process.execPath, ['run', name, file], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, TMPDIR: process.env.TMPDIR, DATA_DIR: dataDir },
  })
  const startedAt = performance.now()
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) =>
      print(`  ${name}: ${text.toString().trimEnd().replaceAll('\n', `\n  ${name}: `)}`),
    )
  const code = await new Promise<number | null>((resolve) => {
    child.once('close', resolve)
  })
  if (code !== 0) throw new Error(`bun run ${name} ended with ${code}`)
  return (performance.now() - startedAt) / 1_000
}

async function trafficOn({ sql }: Forum, port: number, expected: Expected, run: string): Promise<Traffic> {
  const members = await signInMembers(sql, MEMBERS)
  const [posts, comments] = [await newestPosts(sql, 2_000), await newestComments(sql, 2_000)]
  return new Traffic({ port, posts, comments, members, mailboxes: [], expected }, run)
}

async function databaseMib(sql: postgres.Sql): Promise<number> {
  const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database()) as bytes`
  return Number(row!.bytes) / 1_048_576
}

async function askRestored(dataDir: string, there: string[], absent: string[]): Promise<string[]> {
  const server = await spawnServer({ dataDir })
  try {
    await untilAnswers(server)
    const status = async (path: string) =>
      (await fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { host: 'localhost' } })).status
    const wrong: string[] = []
    for (const path of there)
      if ((await status(path)) !== 200) wrong.push(`${path} was backed up and does not answer 200`)
    for (const path of absent)
      if ((await status(path)) !== 404) wrong.push(`${path} came after the snapshot and does not answer 404`)
    return wrong
  } finally {
    await server.stop()
  }
}

export async function runBackupDrill({
  home,
  sizes,
  print,
}: {
  home: string
  sizes: Sizes
  print: Say
}): Promise<BackupResult> {
  const folder = join(home, 'drill')
  const file = join(folder, 'forum.tar.zst')
  const restoredDir = join(folder, 'restored')
  const clear = async () => {
    // If the drill runs as root, the restored database may be behind a symbolic link.
    const place = await realpath(join(restoredDir, 'postgres')).catch(() => null)
    if (place !== null && !place.startsWith(folder)) await rm(dirname(place), { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
  await clear()
  await mkdir(folder, { recursive: true })
  const forum = await openForum(join(home, `posts-${sizes.posts}`), sizes, print)
  const expected = new Expected()
  const run = `d${Date.now().toString(36)}`
  const wrong: string[] = []
  try {
    const repaired = await audit(forum.url)
    const kinds = new Set(repaired.wrong.map((line) => line.split(' ')[1]))
    print(
      `The audit of the forum before the drill repaired ${repaired.wrong.length} ` +
        `counters${kinds.size > 0 ? ` (${[...kinds].join(', ')})` : ''}`,
    )
    const server = await spawnServer({ dataDir: forum.dataDir })
    let traffic: Traffic | null = null
    let backup: number
    let snapshot
    let settled: Expected
    let rates
    try {
      await untilAnswers(server)
      traffic = await trafficOn(forum, server.port, expected, run)
      traffic.start(WRITERS, READERS)
      await Bun.sleep(2_000)
      const calm = expected.acknowledged
      await Bun.sleep(CALM)
      const startedAt = expected.acknowledged
      let isOver = false
      let ended = 0
      const writing = command('backup', file, forum.dataDir, print).finally(() => {
        isOver = true
        ended = expected.acknowledged
      })
      writing.catch(() => {})
      snapshot = await waitForSnapshot(forum.sql, expected, () => isOver)
      await Bun.sleep(SETTLED)
      settled = copyOf(expected)
      backup = await writing
      rates = { perSecondAlone: (startedAt - calm) / (CALM / 1_000), perSecondMeanwhile: (ended - startedAt) / backup }
    } finally {
      await traffic?.stop()
      await server.stop()
    }
    wrong.push(...expected.surprises)
    print(
      `${expected.acknowledged} writes acknowledged, ${snapshot.before.acknowledged} of them before the ` +
        `snapshot; the backup took ${backup.toFixed(1)} s`,
    )
    const sourceMib = await databaseMib(forum.sql)
    await forum.sql.end()
    await forum.embedded.stop()

    const { head, manifest } = await readBackup(file, {})
    await mkdir(restoredDir, { recursive: true, mode: 0o755 })
    const restore = await command('restore', file, restoredDir, print)
    const restored = await startEmbeddedPostgres({ dataDir: restoredDir, log: print })
    const sql = postgres(restored.url, { max: 2, idle_timeout: 0, onnotice: () => {} })
    try {
      const compared = await compareTables(sql, head, manifest)
      wrong.push(
        ...compared.wrong,
        ...(await compareMediaFiles(createFolderStorage(join(restoredDir, 'media')), manifest)),
      )
      const there = await compareWithExpected(sql, unchanged(snapshot.before, settled))
      const texts = await textsIn(sql, run)
      const late = [...texts].filter((text) => !snapshot.sent.has(text))
      wrong.push(...there.wrong, ...late.map((text) => `sent after the snapshot, and there: ${text}`))
      const counted: Finding = await audit(restored.url)
      wrong.push(...counted.wrong)
      const postOf = (id: number) => `/post/${id}`
      const after = [...expected.posts].filter(([, text]) => !snapshot.sent.has(text)).map(([id]) => postOf(id))
      const before = [...[...snapshot.before.posts.keys()].slice(-20).map(postOf), ...snapshot.before.media]
      wrong.push(...(await askRestored(restoredDir, before, after.slice(0, 20))))
      print(
        `The restored database has ${(await databaseMib(sql)).toFixed(0)} MiB, the one that was backed up ` +
          `${sourceMib.toFixed(0)}`,
      )
      return {
        sizes,
        wrong,
        reads: traffic.read,
        file: { mib: Bun.file(file).size / 1_048_576, seconds: backup },
        restore: { seconds: restore, mib: await databaseMib(sql) },
        compared: { tables: compared.tables, rows: compared.rows, mib: compared.bytes / 1_048_576 },
        acknowledged: {
          before: snapshot.before.acknowledged,
          after: expected.acknowledged - snapshot.acknowledgedBy,
          ...rates,
        },
        found: {
          looked: there.looked,
          later: [...textsOf(expected)].filter((text) => !snapshot.sent.has(text)).length,
        },
      }
    } finally {
      await sql.end({ timeout: 1 })
      await restored.stop()
    }
  } finally {
    await forum.sql.end({ timeout: 1 })
    await forum.embedded.stop()
    await clear()
  }
}
