import { Hono } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import { backupMetrics } from '#server/features/backups/metrics.ts'
import { failedJobs } from '#server/jobs/queries.ts'
import type { EventsStatus } from '#server/lib/events.ts'
import { isForwarded, isLoopback } from '../lib/address.ts'
import { errorResponse } from './api.ts'
import { bearerToken, type HttpEnv } from './request.ts'
import { constantTimeEqual } from '../features/auth/tokens.ts'

const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

type Series = { labels: string; buckets: number[]; sum: number; count: number }

/** Metrics are labelled by class of route, because one label per path would be an unlimited number of labels. */
export function routeClass(path: string): string {
  if (/^\/api(\/|$)/.test(path)) return /^\/api\/(admin|admin-auth|bot)(\/|$)/.test(path) ? 'staff' : 'api'
  if (path.startsWith('/media/')) return 'media'
  if (path.startsWith('/assets/')) return 'asset'
  if (/^\/(healthz|readyz|metrics)\/?$/.test(path)) return 'probe'
  return /\.(xml|txt|ico|svg|png|webmanifest)$/.test(path) ? 'file' : 'page'
}

/** A part of the server that is not set up has no entry. */
type Parts = { isRedisUp?: boolean; usableReplicas?: number; events?: EventsStatus }

/** `memory` in bytes, `started` in seconds since 1970. */
export type MetricsSnapshot = { pid: number; series: Series[]; memory: number; started: number; parts: Parts }

export type MetricsRegistry = {
  record: (labels: string, seconds: number) => void
  snapshot: () => MetricsSnapshot
  collect: () => Promise<MetricsSnapshot[]>
}

export function createMetricsRegistry({
  collectAll,
  parts = () => ({}),
}: { collectAll?: () => Promise<MetricsSnapshot[]>; parts?: () => Parts } = {}): MetricsRegistry {
  const series = new Map<string, Series>()
  const started = Date.now() / 1000
  const snapshot = () => ({
    pid: process.pid,
    series: [...series.values()],
    memory: process.memoryUsage.rss(),
    started,
    parts: parts(),
  })
  return {
    record(labels, seconds) {
      let of = series.get(labels)
      if (!of) series.set(labels, (of = { labels, buckets: BOUNDS.map(() => 0), sum: 0, count: 0 }))
      const at = BOUNDS.findIndex((bound) => seconds <= bound)
      if (at >= 0) of.buckets[at]! += 1
      of.sum += seconds
      of.count += 1
    },
    snapshot,
    collect: collectAll ?? (async () => [snapshot()]),
  }
}

export type Metrics = {
  count: (method: string, path: string, status: number, startedAt: number) => void
  routes: Hono<HttpEnv>
}

export function createMetrics(services: Services, registry: MetricsRegistry): Metrics {
  const routes = new Hono<HttpEnv>()
  routes.get('/metrics', async (c) => {
    const { metricsToken, production } = services.config
    const cameByProxy = isForwarded(c.req.raw.headers)
    const isOpen = metricsToken === null && !production && !cameByProxy && isLoopback(c.get('peer'))
    if (metricsToken === null && !isOpen) return errorResponse(c, new ApiError('not_found'), services)
    if (metricsToken !== null && !constantTimeEqual(bearerToken(c.req.header('authorization')) ?? '', metricsToken)) {
      return errorResponse(c, new ApiError('not_signed_in'), services)
    }
    // Metrics that need the database are omitted while it is down, when the others are needed most.
    const failed = await failedJobs(services.db).catch(() => null)
    const backups = await backupMetrics(services).catch(() => [])
    const snapshots = await registry.collect()
    const ofEach = (value: (snapshot: MetricsSnapshot) => number | undefined): Sample[] =>
      snapshots.flatMap((snapshot) => {
        const found = value(snapshot)
        return found === undefined ? [] : [[snapshots.length > 1 ? `{pid="${snapshot.pid}"}` : '', found]]
      })
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    c.header('Cache-Control', 'no-store')
    return c.body(
      [
        ...requestLines(sumSeries(snapshots.flatMap(({ series }) => series))),
        ...valueLines('watek_failed_jobs', 'Jobs that failed for good.', failed === null ? [] : [['', failed]]),
        ...backups.flatMap(({ name, help, samples }) => valueLines(name, help, samples)),
        ...valueLines(
          'watek_redis_up',
          'Whether Redis answers.',
          ofEach(({ parts }) => (parts.isRedisUp === undefined ? undefined : Number(parts.isRedisUp))),
        ),
        ...valueLines(
          'watek_replicas_usable',
          'Read replicas in use.',
          ofEach(({ parts }) => parts.usableReplicas),
        ),
        ...valueLines(
          'watek_event_streams',
          'Open event streams.',
          ofEach(({ parts }) => parts.events?.open),
        ),
        ...valueLines(
          'watek_events_sent_total',
          'Events sent to clients.',
          ofEach(({ parts }) => parts.events?.sent),
          'counter',
        ),
        ...valueLines(
          'watek_event_streams_dropped_total',
          'Event streams ended because their client did not read.',
          ofEach(({ parts }) => parts.events?.dropped),
          'counter',
        ),
        ...valueLines(
          'process_resident_memory_bytes',
          'Resident memory of each process.',
          ofEach(({ memory }) => memory),
        ),
        ...valueLines(
          'process_start_time_seconds',
          'Start time of each process.',
          ofEach(({ started }) => started),
        ),
        '',
      ].join('\n'),
    )
  })

  return {
    routes,
    count(method, path, status, startedAt) {
      const labels = `route="${routeClass(path)}",method="${METHODS.has(method) ? method : 'other'}",status="${status}"`
      registry.record(labels, (performance.now() - startedAt) / 1000)
    },
  }
}

type Sample = [labels: string, value: number]

function valueLines(name: string, help: string, samples: Sample[], type: 'gauge' | 'counter' = 'gauge'): string[] {
  if (samples.length === 0) return []
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([labels, value]) => `${name}${labels} ${value}`),
  ]
}

function sumSeries(all: Series[]): Series[] {
  const sums = new Map<string, Series>()
  for (const { labels, buckets, sum, count } of all) {
    const of = sums.get(labels)
    if (of)
      sums.set(labels, {
        labels,
        buckets: of.buckets.map((value, at) => value + buckets[at]!),
        sum: of.sum + sum,
        count: of.count + count,
      })
    else sums.set(labels, { labels, buckets, sum, count })
  }
  return [...sums.values()]
}

function requestLines(all: Series[]): string[] {
  const name = 'http_request_duration_seconds'
  return [
    `# HELP ${name} Time to the beginning of an answer, by kind of address, method and status.`,
    `# TYPE ${name} histogram`,
    ...all.flatMap(({ labels, buckets, sum, count }) => {
      let below = 0
      const bounded = buckets.map(
        (inBucket, at) => `${name}_bucket{${labels},le="${BOUNDS[at]}"} ${(below += inBucket)}`,
      )
      return [
        ...bounded,
        `${name}_bucket{${labels},le="+Inf"} ${count}`,
        `${name}_sum{${labels}} ${sum.toFixed(6)}`,
        `${name}_count{${labels}} ${count}`,
      ]
    }),
  ]
}
