import type { MetricsSnapshot } from '#server/http/metrics.ts'

/** What a worker process sends to its supervisor. */
export type FromWorker =
  | { type: 'ready' }
  | { type: 'snapshot', request: number, snapshot: MetricsSnapshot }
  | { type: 'collect', request: number }

/** What the supervisor sends to a worker process. */
export type ToWorker =
  | { type: 'snapshot', request: number }
  | { type: 'collected', request: number, snapshots: MetricsSnapshot[] }
  | { type: 'drain' }
