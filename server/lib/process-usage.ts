import { readdir, readFile } from 'node:fs/promises'

/** CPU time in milliseconds since the start, and current memory in bytes. */
export type ProcessUsage = { cpuMs: number; memory: number }

const TICK_MS = 10

const read = (path: string) => readFile(path, 'utf8').catch(() => '')

/** Ended children that the process has waited for are included. */
async function cpuMsOf(pid: number): Promise<number> {
  const fields = (await read(`/proc/${pid}/stat`)).replace(/^.*\) /s, '').split(' ')
  return fields.slice(11, 15).reduce((sum, ticks) => sum + (Number(ticks) || 0), 0) * TICK_MS
}

async function childrenOf(pid: number): Promise<number[]> {
  const tasks = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(tasks.map((task) => read(`/proc/${pid}/task/${task}/children`)))
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

async function treeOf(pid: number, without: number | null): Promise<number[]> {
  const children = (await childrenOf(pid)).filter((child) => child !== without)
  return [pid, ...(await Promise.all(children.map((child) => treeOf(child, without)))).flat()]
}

async function memoryOf(pid: number): Promise<{ own: number; shared: number }> {
  const status = await read(`/proc/${pid}/status`)
  const kib = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0)
  return { own: kib('RssAnon') * 1_024, shared: kib('RssShmem') * 1_024 }
}

/** Null if the system does not show processes. Ended processes are included in their parents' CPU time. */
export async function usageOfTree(pid: number, without: number | null = null): Promise<ProcessUsage | null> {
  const pids = await treeOf(pid, without)
  const cpu = await Promise.all(pids.map(cpuMsOf))
  const memory = await Promise.all(pids.map(memoryOf))
  const cpuMs = cpu.reduce((sum, ms) => sum + ms, 0)
  if (cpuMs === 0) return null
  // Memory that PostgreSQL's processes share is counted only once.
  const shared = Math.max(...memory.map((each) => each.shared))
  return { cpuMs, memory: memory.reduce((sum, { own }) => sum + own, shared) }
}

/** Returns the usage of this process and, if the system shows them, of its descendants except the database. */
export async function ownUsage(database: number | null): Promise<ProcessUsage> {
  const tree = await usageOfTree(process.pid, database)
  if (tree) return tree
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1_000, memory: process.memoryUsage.rss() }
}
