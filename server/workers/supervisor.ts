import type { MetricsSnapshot } from '#server/http/metrics.ts'
import type { Logger } from '#server/lib/log.ts'
import type { FromWorker, ToWorker } from './messages.ts'

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

/** Milliseconds. A worker that ran for `stable` restarts without delay; otherwise the delay doubles up to `maxBackoff`. */
export const TIMES = {
  minBackoff: 200,
  maxBackoff: 30_000,
  stable: 60_000,
  ready: 60_000,
  snapshot: 2_000,
  shutdown: 15_000,
}

type Worker = { process: WorkerProcess; ready: Promise<void>; startedAt: number }

export function superviseWorkers({ count, spawn, log, times: changed }: SupervisorOptions): Supervisor {
  const times = { ...TIMES, ...changed }
  const slots = new Map<number, Worker>()
  const replaced = new Set<WorkerProcess>()
  const stopping = Promise.withResolvers<null>()
  let isStopping = false
  let replacing: Promise<void> = Promise.resolve()
  let lastRequest = 0
  const collecting = new Map<number, (snapshot: MetricsSnapshot) => void>()

  function start(slot: number): Worker {
    const ready = Promise.withResolvers<void>()
    const process = spawn(slot, (message) => {
      if (message.type === 'ready') ready.resolve()
      if (message.type === 'snapshot') collecting.get(message.request)?.(message.snapshot)
      if (message.type === 'collect')
        void collect().then((snapshots) => process.send({ type: 'collected', request: message.request, snapshots }))
    })
    const timeout = setTimeout(() => {
      ready.reject(new Error(`worker ${slot} did not answer within ${times.ready} ms`))
      process.kill('SIGKILL')
    }, times.ready)
    void process.exited.then((code) =>
      ready.reject(new Error(`worker ${slot} ended with code ${code} before it answered`)),
    )
    void ready.promise.then(
      () => clearTimeout(timeout),
      () => clearTimeout(timeout),
    )
    return { process, ready: ready.promise, startedAt: performance.now() }
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
      const ran = performance.now() - worker.startedAt
      backoff =
        ran >= times.stable ? times.minBackoff : Math.min(Math.max(backoff * 2, times.minBackoff), times.maxBackoff)
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

  /** Asks every worker for its metrics; one that does not answer in time is left out. */
  async function collect(): Promise<MetricsSnapshot[]> {
    const answers = [...slots.values()].map(({ process }) => {
      const request = (lastRequest += 1)
      const answer = new Promise<MetricsSnapshot | null>((resolve) => {
        collecting.set(request, resolve)
        void Bun.sleep(times.snapshot).then(() => resolve(null))
      })
      process.send({ type: 'snapshot', request })
      return answer.finally(() => collecting.delete(request))
    })
    return (await Promise.all(answers)).filter((snapshot) => snapshot !== null)
  }

  async function replace(slot: number): Promise<void> {
    const next = start(slot)
    try {
      await next.ready
    } catch (error) {
      log.error('A worker was not replaced: its successor did not start', { worker: slot, error })
      return
    }
    if (isStopping) return next.process.kill('SIGTERM')
    const { process } = slots.get(slot)!
    slots.set(slot, next)
    replaced.add(process)
    process.send({ type: 'drain' })
    await endProcess(process, 'drain')
    replaced.delete(process)
    log.info('A worker was replaced', { worker: slot, old_pid: process.pid, pid: next.process.pid })
  }

  /** Waits for a process that was asked to end, and kills it when the shutdown time is over. */
  async function endProcess(process: WorkerProcess, how: 'drain' | 'SIGTERM'): Promise<void> {
    if (how === 'SIGTERM') process.kill('SIGTERM')
    const timeout = setTimeout(() => process.kill('SIGKILL'), times.shutdown)
    await process.exited
    clearTimeout(timeout)
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
        for (const slot of slots.keys()) if (!isStopping) await replace(slot)
      })
      return replacing
    },
    async stop() {
      isStopping = true
      stopping.resolve(null)
      const end = (process: WorkerProcess) => endProcess(process, 'SIGTERM')
      await Promise.all([
        Promise.all(slots.values().map(({ process }) => end(process))),
        Promise.all(replaced.values().map(end)),
      ])
    },
  }
}
