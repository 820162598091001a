import type { Context } from 'hono'
import type { Config } from '#server/config.ts'
import { CAPTURING, commonHeaders, contentSecurityPolicy } from '#server/http/headers.ts'
import type { DocumentPolicy } from '#site/core/page.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { wholeBody } from '#server/http/whole-body.ts'
import { acceptedEncoding, compressOnce, compressStream } from './encoding.ts'
import { cachedResponse, type CachedPage } from './page-cache.ts'

export type PageHeaders = Record<string, string>

export function pageHeaders(
  config: Config,
  {
    nonce,
    connect,
    isVisitor,
    policy = {},
  }: { nonce: string; connect: string[]; isVisitor: boolean; policy?: DocumentPolicy },
): PageHeaders {
  return {
    ...commonHeaders(config),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': contentSecurityPolicy(
      nonce,
      connect,
      config.s3PublicUrl ? [new URL(config.s3PublicUrl).origin] : [],
      policy,
    ),
    ...(policy.captures && { 'Permissions-Policy': CAPTURING }),
    'Cache-Control': isVisitor ? 'no-cache' : 'private, no-store',
    Vary: 'Cookie, Accept-Encoding, Save-Data',
  }
}

export function redirectResponse(location: string, status: number): Response {
  return new Response(null, { status, headers: { Location: location, 'Cache-Control': 'private, no-store' } })
}

const encodingOf = (c: Context<HttpEnv>) => acceptedEncoding(c.req.header('accept-encoding'))

export const sendCached = (c: Context<HttpEnv>, page: CachedPage): Response => cachedResponse(page, encodingOf(c))

export async function sendOnce(
  c: Context<HttpEnv>,
  {
    body,
    status,
    headers,
  }: { body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; status: number; headers: PageHeaders },
): Promise<Response> {
  const encoding = encodingOf(c)
  const encoded = encoding ? { ...headers, 'Content-Encoding': encoding } : headers
  if (body instanceof ReadableStream)
    return new Response(encoding ? compressStream(body, encoding) : body, { status, headers: encoded })
  const whole = wholeBody(encoding ? await compressOnce(body, encoding) : body)
  return new Response(whole.body, { status, headers: { ...encoded, ...whole.headers } })
}
