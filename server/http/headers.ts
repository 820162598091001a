import type { MiddlewareHandler } from 'hono'
import type { Config } from '#server/config.ts'
import type { HttpEnv } from './request.ts'

/** The content security policy of a page; `development` are the origins that files and hot reload come from there. */
export function contentSecurityPolicy(nonce: string, development: string[] = []): string {
  return [
    `default-src 'self'`,
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src ${["'self'", "'unsafe-inline'", ...development].join(' ')}`,
    `img-src 'self' data: https:`,
    `media-src 'self'`,
    `connect-src ${["'self'", ...development].join(' ')}`,
    `font-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `object-src 'none'`,
    `base-uri 'none'`,
  ].join('; ')
}

/** What every answer carries, whatever made it. */
export function securityHeaders(config: Config): MiddlewareHandler<HttpEnv> {
  const isSecure = config.publicUrl.startsWith('https:')
  return async (c, next) => {
    await next()
    const headers = c.res.headers
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('Referrer-Policy', 'strict-origin-when-cross-origin')
    headers.set('X-Frame-Options', 'DENY')
    headers.set('Cross-Origin-Opener-Policy', 'same-origin')
    headers.set('Permissions-Policy', 'camera=(), microphone=(), geolocation=(), interest-cohort=()')
    if (!headers.has('Content-Security-Policy')) headers.set('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    if (isSecure) headers.set('Strict-Transport-Security', 'max-age=31536000; includeSubDomains')
  }
}
