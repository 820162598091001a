import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import postgres from 'postgres'
import { databaseUser, run } from '#server/db/local/system-user.ts'
import { startReplication, type Node } from '#server/db/replicas/testing/replication.ts'

/** Milliseconds by which the lagging replica delays applying a commit. */
export const LATE_MS = 3_000
const SETTINGS = { max_connections: '400', wal_keep_size: '2GB', checkpoint_timeout: '60s' }
const DELAYED = { ...SETTINGS, recovery_min_apply_delay: `${LATE_MS}ms` }

export type Trio = {
  nodes: readonly Node[]
  primary: () => Node
  prompt: () => Node
  late: () => Node
  start: (node: Node) => Promise<void>
  isComplete: () => Promise<boolean>
  /** Promotes the synchronous replica of a killed primary and calls `follow` to redirect clients. */
  promote: (follow: (url: string) => Promise<void>) => Promise<void>
  rebuild: () => Promise<void>
  stop: () => Promise<void>
}

export async function startTrio(): Promise<Trio> {
  const {
    primary: first,
    replicas: [second, third],
    stop,
  } = await startReplication(2)
  const nodes = [first, second!, third!] as const
  const names = new Map<Node, string>([
    [first, 'replica0'],
    [second!, 'replica1'],
    [third!, 'replica2'],
  ])
  const late: Node = third!
  let primary: Node = first
  let prompt: Node = second!
  const user = await databaseUser(() => {})

  const conninfo = (of: Node, to: Node) => {
    const { port, username, password } = new URL(to.url)
    return `host=127.0.0.1 port=${port} user=${username} password=${password} application_name=${names.get(of)!}`
  }
  const start = async (node: Node) => {
    for (const end = performance.now() + 30_000; ; await Bun.sleep(200)) {
      try {
        return await node.start(node === late ? DELAYED : SETTINGS)
      } catch (error) {
        // A start may fail at first, because processes of a killed PostgreSQL may hold its shared memory for a moment.
        if (performance.now() > end) throw error
      }
    }
  }
  const states = async () =>
    new Map(
      (
        await primary
          .query('select application_name as name, state, sync_state from pg_stat_replication')
          .catch(() => [])
      ).map((row) => [row.name as string, row]),
    )
  const isComplete = async () => {
    const found = await states()
    return found.get(names.get(prompt)!)?.sync_state === 'sync' && found.get(names.get(late)!)?.state === 'streaming'
  }
  const until = async (is: () => Promise<boolean>, limit: number) => {
    for (const end = performance.now() + limit; performance.now() < end; await Bun.sleep(100))
      if (await is()) return true
    return false
  }
  /** The steps of pg_basebackup, which the PostgreSQL package lacks. */
  const copyFrom = async (source: Node, node: Node) => {
    await node.stop()
    await rm(node.folder, { recursive: true, force: true })
    const backup = postgres(source.url, { max: 1, idle_timeout: 0, max_lifetime: null, onnotice: () => {} })
    try {
      await backup`select pg_backup_start('drill', true)`
      const copied = await run(
        'sh',
        [
          '-c',
          `mkdir -m 700 "$2" && tar -C "$1" --exclude='./postmaster.*' --exclude='./pg_wal/*' -cf - . | tar -C ` +
            '"$2" -xf -',
          'sh',
          source.folder,
          node.folder,
        ],
        { user: null },
      )
      const [label] = await backup<{ labelfile: string }[]>`select labelfile from pg_backup_stop(false)`
      if (copied.code !== 0) throw new Error(copied.output)
      await writeFile(join(node.folder, 'backup_label'), label!.labelfile)
    } finally {
      await backup.end()
    }
    await writeFile(join(node.folder, 'standby.signal'), '')
    await writeFile(join(node.folder, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo(node, source)}'\n`)
    if (user) await run('chown', ['-R', `${user.uid}:${user.gid}`, node.folder], { user: null })
    await start(node)
  }
  const useSynchronous = async () => {
    // Commits wait for the replica `prompt`, or for the lagging one while `prompt` is down.
    await primary.query(
      `alter system set synchronous_standby_names = 'FIRST 1 (${names.get(prompt)!}, ${names.get(late)!})'`,
    )
    await primary.query('select pg_reload_conf()')
    if (!(await until(isComplete, 60_000))) throw new Error('The replicas do not follow the primary')
  }

  for (const node of [third!, second!, first]) await node.stop()
  for (const node of nodes) await start(node)
  await useSynchronous()
  return {
    nodes,
    primary: () => primary,
    prompt: () => prompt,
    late: () => late,
    start,
    isComplete,
    stop,
    async promote(follow) {
      await prompt.query('select pg_promote()')
      const old = primary
      primary = prompt
      prompt = old
      await follow(primary.url)
    },
    async rebuild() {
      await late.query(`alter system set primary_conninfo = '${conninfo(late, primary)}'`)
      await late.query('select pg_reload_conf()')
      await copyFrom(primary, prompt)
      const follows = await until(async () => (await states()).get(names.get(late)!)?.state === 'streaming', 10_000)
      // A lagging replica with more WAL than the promoted one cannot follow it, so it is copied again.
      if (!follows) await copyFrom(primary, late)
      await useSynchronous()
    },
  }
}
