import type { MetricsSnapshot } from '#server/http/metrics.ts'
import type { ToWorker } from './messages.ts'

export function createSnapshotCollector(timeoutMs: number) {
  const waiting = new Map<number, (snapshot: MetricsSnapshot) => void>()
  let lastRequest = 0

  return {
    receive: (request: number, snapshot: MetricsSnapshot): void => waiting.get(request)?.(snapshot),

    /** A worker that does not reply in time is left out. */
    async collect(workers: Iterable<{ send: (message: ToWorker) => void }>): Promise<MetricsSnapshot[]> {
      const answers = [...workers].map((worker) => {
        const request = (lastRequest += 1)
        const answer = new Promise<MetricsSnapshot | null>((resolve) => {
          waiting.set(request, resolve)
          void Bun.sleep(timeoutMs).then(() => resolve(null))
        })
        worker.send({ type: 'snapshot', request })
        return answer.finally(() => waiting.delete(request))
      })
      return (await Promise.all(answers)).filter((snapshot) => snapshot !== null)
    },
  }
}
