import type { Logger } from '#server/lib/log.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { createSnapshotCollector } from './snapshots.ts'

/** A started process; `send` does nothing once it has exited. */
export type WorkerProcess = {
  pid: number
  send: (message: ToWorker) => void
  kill: (signal: NodeJS.Signals) => void
  exited: Promise<number>
}

/** Starts the process of a slot (1 to `count`). */
export type SpawnWorker = (slot: number, onMessage: (message: FromWorker) => void) => WorkerProcess

export type Supervisor = {
  /** Resolves once every slot has a process that answers; rejects where the first start fails. */
  started: Promise<void>
  /** Replaces the processes one after the other; each old one goes only when its successor answers. */
  replaceAll: () => Promise<void>
  /** SIGTERM to all, SIGKILL to what is left after the shutdown time. */
  stop: () => Promise<void>
}

export type SupervisorOptions = { count: number; spawn: SpawnWorker; log: Logger; times?: Partial<typeof TIMES> }

/**
 * Milliseconds. A worker that ran for `stable` restarts without delay; otherwise the delay doubles up to `maxBackoff`.
 */
export const TIMES = {
  minBackoff: 200,
  maxBackoff: 30_000,
  stable: 60_000,
  ready: 60_000,
  snapshot: 2_000,
  shutdown: 15_000,
}

type Worker = { process: WorkerProcess; ready: Promise<void>; startedAt: number }

type Times = typeof TIMES

/** Starts a worker; `ready` rejects where it ends first, or does not answer in time and is killed. */
function startWorker(slot: number, spawn: (onReady: () => void) => WorkerProcess, timeoutMs: number): Worker {
  const ready = Promise.withResolvers<void>()
  const process = spawn(ready.resolve)
  const timeout = setTimeout(() => {
    ready.reject(new Error(`worker ${slot} did not answer within ${timeoutMs} ms`))
    process.kill('SIGKILL')
  }, timeoutMs)
  void process.exited.then((code) =>
    ready.reject(new Error(`worker ${slot} ended with code ${code} before it answered`)),
  )
  void ready.promise.then(
    () => clearTimeout(timeout),
    () => clearTimeout(timeout),
  )
  return { process, ready: ready.promise, startedAt: performance.now() }
}

/** Waits for a process that was asked to end, and kills it when the shutdown time is over. */
async function endProcess(process: WorkerProcess, how: 'drain' | 'SIGTERM', timeoutMs: number): Promise<void> {
  if (how === 'SIGTERM') process.kill('SIGTERM')
  else process.send({ type: 'drain' })
  const timeout = setTimeout(() => process.kill('SIGKILL'), timeoutMs)
  await process.exited
  clearTimeout(timeout)
}

/** The delay before the next start: it doubles while workers end soon after their start. */
export function nextBackoff(backoff: number, ranMs: number, { stable, minBackoff, maxBackoff }: Times): number {
  return ranMs >= stable ? minBackoff : Math.min(Math.max(backoff * 2, minBackoff), maxBackoff)
}

type Slots = { workers: Map<number, Worker>; replaced: Set<WorkerProcess>; start: (slot: number) => Worker }

/** Starts the successor of a worker, and ends the old process once the new one answers. */
async function replaceWorker(
  { workers, replaced, start }: Slots,
  slot: number,
  { log, shutdownMs, isStopping }: { log: Logger; shutdownMs: number; isStopping: () => boolean },
): Promise<void> {
  const next = start(slot)
  try {
    await next.ready
  } catch (error) {
    log.error('A worker was not replaced: its successor did not start', { worker: slot, error })
    return
  }
  if (isStopping()) return next.process.kill('SIGTERM')
  const { process } = workers.get(slot)!
  workers.set(slot, next)
  replaced.add(process)
  await endProcess(process, 'drain', shutdownMs)
  replaced.delete(process)
  log.info('A worker was replaced', { worker: slot, old_pid: process.pid, pid: next.process.pid })
}

export function superviseWorkers({ count, spawn, log, times: changed }: SupervisorOptions): Supervisor {
  const times = { ...TIMES, ...changed }
  const slots = new Map<number, Worker>()
  const replaced = new Set<WorkerProcess>()
  const stopping = Promise.withResolvers<null>()
  const snapshots = createSnapshotCollector(times.snapshot)
  let isStopping = false
  let replacing: Promise<void> = Promise.resolve()

  function start(slot: number): Worker {
    const spawnProcess = (onReady: () => void) => {
      const process = spawn(slot, (message) => {
        if (message.type === 'ready') onReady()
        if (message.type === 'snapshot') snapshots.receive(message.request, message.snapshot)
        if (message.type === 'collect')
          void snapshots
            .collect([...slots.values()].map((worker) => worker.process))
            .then((collected) => process.send({ type: 'collected', request: message.request, snapshots: collected }))
      })
      return process
    }
    return startWorker(slot, spawnProcess, times.ready)
  }

  /** Runs a slot until the supervisor stops: the next process starts when the last one has ended by itself. */
  async function keepRunning(slot: number, first: Worker): Promise<void> {
    let backoff = 0
    for (let worker = first; ;) {
      slots.set(slot, worker)
      const code = await worker.process.exited
      if (isStopping) return
      const successor = slots.get(slot)!
      if (successor !== worker) {
        worker = successor
        continue
      }
      backoff = nextBackoff(backoff, performance.now() - worker.startedAt, times)
      log.error('A worker ended and is started again', {
        worker: slot,
        pid: worker.process.pid,
        code,
        delay_ms: backoff,
      })
      await Promise.race([Bun.sleep(backoff), stopping.promise])
      if (isStopping) return
      // A replacement may have filled the slot during the delay.
      const current = slots.get(slot)!
      worker = current === worker ? start(slot) : current
      worker.ready.catch(() => {})
    }
  }

  // The first worker alone, so that it migrates and fills caches of the disk before the others start.
  const started = (async () => {
    const loops: Promise<void>[] = []
    for (let slot = 1; slot <= count && !isStopping; slot += 1) {
      const worker = start(slot)
      await worker.ready
      loops.push(keepRunning(slot, worker))
    }
  })()

  return {
    started,
    replaceAll() {
      replacing = replacing.then(async () => {
        const options = { log, shutdownMs: times.shutdown, isStopping: () => isStopping }
        for (const slot of slots.keys())
          if (!isStopping) await replaceWorker({ workers: slots, replaced, start }, slot, options)
      })
      return replacing
    },
    async stop() {
      isStopping = true
      stopping.resolve(null)
      const end = (process: WorkerProcess) => endProcess(process, 'SIGTERM', times.shutdown)
      await Promise.all([
        Promise.all(slots.values().map(({ process }) => end(process))),
        Promise.all(replaced.values().map(end)),
      ])
    },
  }
}
