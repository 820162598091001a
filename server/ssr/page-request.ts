import type { Context } from 'hono'
import { hasOneHost, type HttpEnv } from '#server/http/request.ts'
import type { RateLimiter } from '#server/lib/rate-limit.ts'

/** The part after the host. A URL object would cost as much time as the rest of a cached response. */
const pathAndQuery = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2))

export const isOfAge = (c: Context<HttpEnv>): boolean => c.get('cookies').get('adult_ok') === '1'

/** The cache key of a visitor's page; null where the page may be its reader's own, or the request names no host. */
export function visitorKey(c: Context<HttpEnv>): string | null {
  if (!hasOneHost(c.req.raw)) return null
  if (c.get('cookies').has('session') || c.req.header('authorization') !== undefined || /^\/admin(\/|$)/.test(c.req.path)) return null
  return `${c.get('variant')} ${c.get('lang')} ${isOfAge(c)} ${pathAndQuery(c.req.url)}`
}

/** Counts a page like the call behind it: a page of results as a search. Throws `too_many_requests`. */
export async function countPage(c: Context<HttpEnv>, limiter: RateLimiter): Promise<void> {
  await limiter.take(c.req.path === '/search' ? 'search' : 'read', { address: c.get('address') })
}
