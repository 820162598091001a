import type { MetricsRegistry, MetricsSnapshot } from '#server/http/metrics.ts'
import type { FromWorker, ToWorker } from './messages.ts'

/** The number of this worker process, from 1; 0 if no supervisor started it. */
export const WORKER_SLOT = Number(process.env.WATEK_WORKER ?? 0)

type SupervisorLink = {
  collect: () => Promise<MetricsSnapshot[]>
  /** Reports that the worker is ready, and handles the supervisor's messages from then on. */
  ready: (registry: MetricsRegistry, onDrain: () => void) => void
}

const COLLECT_TIMEOUT_MS = 5_000

/** Null if no supervisor started this process; `onLost` runs when the supervisor is gone. */
export function connectToSupervisor(onLost: () => void): SupervisorLink | null {
  if (WORKER_SLOT === 0 || !process.send) return null
  const send = (message: FromWorker) => process.connected && process.send!(message)
  const waiting = new Map<number, (snapshots: MetricsSnapshot[]) => void>()
  let lastRequest = 0
  process.on('disconnect', onLost)
  return {
    collect() {
      const request = (lastRequest += 1)
      return new Promise<MetricsSnapshot[]>((resolve, reject) => {
        const timeout = setTimeout(
          () => reject(new Error('The supervisor did not send the metrics of the workers')),
          COLLECT_TIMEOUT_MS,
        )
        waiting.set(request, (snapshots) => {
          clearTimeout(timeout)
          resolve(snapshots)
        })
        send({ type: 'collect', request })
      }).finally(() => waiting.delete(request))
    },
    ready(registry, onDrain) {
      process.on('message', (message: ToWorker) => {
        if (message.type === 'snapshot')
          send({ type: 'snapshot', request: message.request, snapshot: registry.snapshot() })
        if (message.type === 'collected') waiting.get(message.request)?.(message.snapshots)
        if (message.type === 'drain') onDrain()
      })
      send({ type: 'ready' })
    },
  }
}
