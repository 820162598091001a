import type { MetricsSnapshot } from '#server/http/metrics.ts'

export type FromWorker =
  | { type: 'ready' }
  | { type: 'snapshot'; request: number; snapshot: MetricsSnapshot }
  | { type: 'collect'; request: number }

export type ToWorker =
  | { type: 'snapshot'; request: number }
  | { type: 'collected'; request: number; snapshots: MetricsSnapshot[] }
  | { type: 'drain' }
