import { Hono, type MiddlewareHandler } from 'hono'
import { ApiError } from '#shared/api/errors.ts'
import type { Services } from '#server/context.ts'
import { failedJobs } from '#server/jobs/queries.ts'
import { isLoopback } from './address.ts'
import { errorResponse } from './api.ts'
import { bearerToken, type HttpEnv } from './request.ts'
import { sameText } from './tokens.ts'

/** Upper bounds in seconds of the classes in which durations are counted. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

const FORWARDING = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS'])

type Series = { labels: string, buckets: number[], sum: number, count: number }

/** What kind of address a path is; never the path itself, of which there are endlessly many. */
export function routeClass(path: string): string {
  if (/^\/api(\/|$)/.test(path)) return /^\/api\/(admin|admin-auth|bot)(\/|$)/.test(path) ? 'staff' : 'api'
  if (path.startsWith('/media/')) return 'media'
  if (path.startsWith('/assets/')) return 'asset'
  if (/^\/(healthz|readyz|metrics)\/?$/.test(path)) return 'probe'
  return /\.(xml|txt|ico|svg|png|webmanifest)$/.test(path) ? 'file' : 'page'
}

/** Counts the requests of this process and tells of them at `/metrics`, in the text format of Prometheus. */
export function createMetrics(services: Services): { count: MiddlewareHandler<HttpEnv>, routes: Hono<HttpEnv> } {
  const series = new Map<string, Series>()
  const started = services.now().getTime() / 1000

  function note(labels: string, seconds: number): void {
    let of = series.get(labels)
    if (!of) series.set(labels, of = { labels, buckets: BOUNDS.map(() => 0), sum: 0, count: 0 })
    const at = BOUNDS.findIndex((bound) => seconds <= bound)
    if (at >= 0) of.buckets[at]! += 1
    of.sum += seconds
    of.count += 1
  }

  const routes = new Hono<HttpEnv>()
  routes.get('/metrics', async (c) => {
    const { metricsToken, production } = services.config
    const isForwarded = FORWARDING.some((name) => c.req.header(name) !== undefined)
    const isOpen = metricsToken === null && !production && !isForwarded && isLoopback(c.get('peer'))
    if (metricsToken === null && !isOpen) return errorResponse(c, new ApiError('not_found'), services)
    if (metricsToken !== null && !sameText(bearerToken(c.req.header('authorization')) ?? '', metricsToken)) {
      return errorResponse(c, new ApiError('not_signed_in'), services)
    }
    // Where the database is away, the rest is what one wants to see.
    const failed = await failedJobs(services.db).catch(() => null)
    c.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    c.header('Cache-Control', 'no-store')
    return c.body([
      ...requestLines([...series.values()]),
      ...gauge('watek_failed_jobs', 'Jobs that failed for good.', failed),
      ...gauge('process_resident_memory_bytes', 'Memory that this process holds.', process.memoryUsage.rss()),
      ...gauge('process_start_time_seconds', 'When this process started.', started),
      '',
    ].join('\n'))
  })

  return {
    routes,
    count: async (c, next) => {
      const begun = performance.now()
      await next()
      const method = METHODS.has(c.req.method) ? c.req.method : 'other'
      const labels = `route="${routeClass(c.req.path)}",method="${method}",status="${c.res.status}"`
      note(labels, (performance.now() - begun) / 1000)
    },
  }
}

function gauge(name: string, help: string, value: number | null): string[] {
  return value === null ? [] : [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${value}`]
}

/** A histogram: counts up to each bound, sum and count of every kind of request. */
function requestLines(all: Series[]): string[] {
  const name = 'http_request_duration_seconds'
  return [
    `# HELP ${name} Time to the beginning of an answer, by kind of address, method and status.`,
    `# TYPE ${name} histogram`,
    ...all.flatMap(({ labels, buckets, sum, count }) => {
      let below = 0
      const bounded = buckets.map((inBucket, at) => `${name}_bucket{${labels},le="${BOUNDS[at]}"} ${below += inBucket}`)
      return [...bounded, `${name}_bucket{${labels},le="+Inf"} ${count}`, `${name}_sum{${labels}} ${sum.toFixed(6)}`, `${name}_count{${labels}} ${count}`]
    }),
  ]
}
