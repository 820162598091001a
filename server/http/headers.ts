import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config.ts'
import type { HttpEnv } from './request.ts'

export const NO_STORE = 'private, no-store'

/** Permissions policy of a page that records camera, microphone and screen. */
export const CAPTURING = 'camera=(self), microphone=(self), display-capture=(self), geolocation=(), interest-cohort=()'

/** `development`: origins of files and hot reload. `media`: origins that requests for public media redirect to. */
export function contentSecurityPolicy(
  nonce: string,
  development: string[] = [],
  media: string[] = [],
  {
    origins = [],
    playsBlobs = false,
    formTargets = [],
  }: { origins?: string[]; playsBlobs?: boolean; formTargets?: string[] } = {},
): string {
  return [
    `default-src 'self'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${["'self'", "'unsafe-inline'", ...development].join(' ')}`,
    `img-src 'self' data: https:`,
    `media-src ${["'self'", ...media, ...(playsBlobs ? ['blob:'] : []), ...origins].join(' ')}`,
    `connect-src ${["'self'", ...development, ...origins].join(' ')}`,
    `font-src 'self'`,
    `worker-src 'self'`,
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    `base-uri 'none'`,
  ].join('; ')
}

export function commonHeaders({ publicUrl }: Pick<Config, 'publicUrl'>): Record<string, string> {
  return {
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), interest-cohort=()',
    ...(publicUrl.startsWith('https:') && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  }
}

export function securityHeaders(config: Config): MiddlewareHandler<HttpEnv> {
  const common = Object.entries(commonHeaders(config))
  return async (c, next) => {
    await next()
    const headers = c.res.headers
    // A header that a page has set itself stays.
    for (const [name, value] of common) if (!headers.has(name)) headers.set(name, value)
    if (!headers.has('Content-Security-Policy'))
      headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
  }
}
