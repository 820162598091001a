import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'postgres'
import { prepareCluster, ROLE, type Cluster } from '#server/db/local/cluster.ts'
import { launch, readPidFile, runsCluster, shutDown } from '#server/db/local/postmaster.ts'
import { run } from '#server/db/local/system-user.ts'
import { freePort } from '#server/lib/free-port.ts'

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  fsync: 'off',
  shared_buffers: '64MB',
  max_connections: '100',
  wal_level: 'replica',
  max_wal_senders: '10',
  hot_standby: 'on',
  hot_standby_feedback: 'on',
}

export type Node = {
  url: string
  folder: string
  start: (settings?: Record<string, string>) => Promise<void>
  stop: () => Promise<void>
  kill: () => Promise<void>
  query: (text: string) => Promise<Record<string, unknown>[]>
}

async function nodeOf(cluster: Cluster, folder: string): Promise<Node> {
  const port = await freePort()
  const url = `postgres://${ROLE}:${cluster.password}@127.0.0.1:${port}/watek`
  const logFile = `${folder}.log`
  return {
    url,
    folder,
    async start(settings = {}) {
      const outcome = await launch({
        folder,
        binaries: cluster.binaries,
        user: cluster.user,
        logFile,
        settings: { ...SETTINGS, ...settings },
        port,
      })
      if (outcome.kind !== 'ready') throw new Error(outcome.reason)
    },
    stop: () => shutDown(folder, () => {}),
    async kill() {
      const found = await readPidFile(folder)
      if (found && runsCluster(found.pid, folder)) process.kill(found.pid, 'SIGKILL')
      await shutDown(folder, () => {})
    },
    async query(text) {
      const sql = postgres(url, { max: 1, onnotice: () => {} })
      return sql.unsafe(text).finally(() => sql.end())
    },
  }
}

/** Starts a primary with the empty database `watek` and streaming replicas of it; `stop` removes everything. */
export async function startReplication(
  count: number,
): Promise<{ primary: Node; replicas: Node[]; stop: () => Promise<void> }> {
  const home = await mkdtemp(join(tmpdir(), 'watek-replication-'))
  await run('chmod', ['755', home], { user: null })
  const cluster = await prepareCluster(home, () => {})
  const primary = await nodeOf(cluster, cluster.folder)
  await primary.start()
  const admin = postgres(primary.url.replace(/watek$/, 'postgres'), { max: 1 })
  await admin`create database watek`
  await admin.end()
  // A copy of the stopped primary serves as the base backup, since the embedded package has no pg_basebackup.
  await primary.stop()
  const replicas: Node[] = []
  const folders = [cluster.folder]
  for (let at = 1; at <= count; at += 1) {
    const folder = `${cluster.folder}-replica${at}`
    await cp(cluster.folder, folder, { recursive: true })
    const { port } = new URL(primary.url)
    await writeFile(join(folder, 'standby.signal'), '')
    await writeFile(
      join(folder, 'postgresql.auto.conf'),
      `primary_conninfo = 'host=127.0.0.1 port=${port} user=${ROLE} password=${cluster.password} ` +
        `application_name=replica${at}'\n`,
    )
    if (cluster.user) await run('chown', ['-R', `${cluster.user.uid}:${cluster.user.gid}`, folder], { user: null })
    await run('chmod', ['700', folder], { user: null })
    replicas.push(await nodeOf(cluster, folder))
    folders.push(folder)
  }
  await primary.start()
  for (const replica of replicas) await replica.start()
  return {
    primary,
    replicas,
    async stop() {
      for (const node of [...replicas, primary]) await node.kill()
      for (const folder of [...folders, home]) await rm(folder, { recursive: true, force: true })
    },
  }
}
