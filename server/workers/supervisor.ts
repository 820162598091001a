import type { Logger } from '#server/lib/log.ts'
import type { FromWorker, ToWorker } from './messages.ts'
import { createSnapshotCollector } from './snapshots.ts'

/** `send` does nothing once the process has exited. */
export type WorkerProcess = {
  pid: number
  send: (message: ToWorker) => void
  kill: (signal: NodeJS.Signals) => void
  exited: Promise<number>
}

/** `root` is the folder of a version; `isReadOnly` is set while an update needs the database unchanged. */
export type Target = { root: string; isReadOnly: boolean }

/** Slots are numbered from 1 to `count`. */
export type SpawnWorker = (slot: number, onMessage: (message: FromWorker) => void, target: Target) => WorkerProcess

type WorkerStatus = Target & { slot: number; pid: number }

export type Supervisor = {
  /** Resolves once every slot has a ready process; rejects if the first start fails. */
  started: Promise<void>
  /**
   * An old process exits only when its successor is ready. Without a target each slot keeps its version. Rejects if a
   * successor does not become ready; the remaining slots then keep their processes.
   */
  replaceAll: (target?: Target) => Promise<void>
  workers: () => WorkerStatus[]
  /** Sends SIGTERM to all processes, and SIGKILL to those left after the shutdown time. */
  stop: () => Promise<void>
}

type SupervisorOptions = {
  count: number
  spawn: SpawnWorker
  log: Logger
  target: Target
  times?: Partial<typeof TIMES>
}

/** Milliseconds; a worker that ran for less than `stable` is started again after a delay that doubles each time. */
export const TIMES = {
  minBackoff: 200,
  maxBackoff: 30_000,
  stable: 60_000,
  ready: 60_000,
  snapshot: 2_000,
  shutdown: 15_000,
}

type Worker = { process: WorkerProcess; target: Target; ready: Promise<void>; startedAt: number }

type Times = typeof TIMES

/** `ready` rejects if the worker exits first, or if it is not ready in time and is killed. */
function startWorker(
  slot: number,
  target: Target,
  spawn: (onReady: () => void) => WorkerProcess,
  timeoutMs: number,
): Worker {
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
  return { process, target, ready: ready.promise, startedAt: performance.now() }
}

/** A process that does not exit within the shutdown time is killed. */
async function endProcess(process: WorkerProcess, how: 'drain' | 'SIGTERM', timeoutMs: number): Promise<void> {
  if (how === 'SIGTERM') process.kill('SIGTERM')
  else process.send({ type: 'drain' })
  const timeout = setTimeout(() => process.kill('SIGKILL'), timeoutMs)
  await process.exited
  clearTimeout(timeout)
}

/** The delay before the next start doubles while workers exit soon after their start. */
export function nextBackoff(backoff: number, ranMs: number, { stable, minBackoff, maxBackoff }: Times): number {
  return ranMs >= stable ? minBackoff : Math.min(Math.max(backoff * 2, minBackoff), maxBackoff)
}

type Slots = {
  workers: Map<number, Worker>
  replaced: Set<WorkerProcess>
  start: (slot: number, target: Target) => Worker
}

type Replacing = { log: Logger; shutdownMs: number; isStopping: () => boolean }

/** Resolves once the new process is ready and the old one was asked to exit. */
async function replaceWorker(
  { workers, replaced, start }: Slots,
  slot: number,
  target: Target,
  { log, shutdownMs, isStopping }: Replacing,
): Promise<{ ended: Promise<void> }> {
  const next = start(slot, target)
  try {
    await next.ready
  } catch (error) {
    log.error('A worker was not replaced: its successor did not start', { worker: slot, error })
    throw error
  }
  if (isStopping()) {
    next.process.kill('SIGTERM')
    return { ended: Promise.resolve() }
  }
  const { process } = workers.get(slot)!
  workers.set(slot, next)
  replaced.add(process)
  const ended = endProcess(process, 'drain', shutdownMs).then(() => {
    replaced.delete(process)
    log.info('A worker was replaced', { worker: slot, old_pid: process.pid, pid: next.process.pid })
  })
  return { ended }
}

/** Old workers finish their requests while the next ones are replaced; all are awaited at the end. */
async function replaceEach(inPlace: Slots, target: Target | undefined, options: Replacing): Promise<void> {
  const ending: Promise<void>[] = []
  try {
    for (const [slot, worker] of inPlace.workers) {
      if (options.isStopping()) break
      ending.push((await replaceWorker(inPlace, slot, target ?? worker.target, options)).ended)
    }
  } finally {
    await Promise.all(ending)
  }
}

export function superviseWorkers({ count, spawn, log, target: first, times: changed }: SupervisorOptions): Supervisor {
  const times = { ...TIMES, ...changed }
  const slots = new Map<number, Worker>()
  const replaced = new Set<WorkerProcess>()
  const stopping = Promise.withResolvers<null>()
  const snapshots = createSnapshotCollector(times.snapshot)
  let isStopping = false
  let replacing: Promise<void> = Promise.resolve()

  function start(slot: number, target: Target): Worker {
    const spawnProcess = (onReady: () => void) => {
      const onMessage = (message: FromWorker) => {
        if (message.type === 'ready') onReady()
        if (message.type === 'snapshot') snapshots.receive(message.request, message.snapshot)
        if (message.type === 'collect')
          void snapshots
            .collect([...slots.values()].map((worker) => worker.process))
            .then((collected) => process.send({ type: 'collected', request: message.request, snapshots: collected }))
      }
      const process = spawn(slot, onMessage, target)
      return process
    }
    return startWorker(slot, target, spawnProcess, times.ready)
  }

  /** Starts a new process whenever the current one exits by itself, until the supervisor stops. */
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
      // A replacement of the workers may have filled the slot during the delay.
      const current = slots.get(slot)!
      worker = current === worker ? start(slot, worker.target) : current
      worker.ready.catch(() => {})
    }
  }

  // The first worker migrates the database and fills caches on disk before the others start.
  const started = (async () => {
    const loops: Promise<void>[] = []
    for (let slot = 1; slot <= count && !isStopping; slot += 1) {
      const worker = start(slot, first)
      await worker.ready
      loops.push(keepRunning(slot, worker))
    }
  })()

  return {
    started,
    replaceAll(target) {
      const options = { log, shutdownMs: times.shutdown, isStopping: () => isStopping }
      const replacement = replacing.then(() => replaceEach({ workers: slots, replaced, start }, target, options))
      replacing = replacement.catch(() => {})
      return replacement
    },
    workers: () => [...slots].map(([slot, { process, target }]) => ({ slot, pid: process.pid, ...target })),
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
