import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

type Encoding = 'br' | 'gzip' | null

/** A finished page as it is sent; compressed once for each encoding that is asked for. */
export type CachedPage = {
  status: number
  headers: Record<string, string>
  body: Uint8Array<ArrayBuffer>
  answers: Map<Encoding, { body: Uint8Array<ArrayBuffer>, headers: Headers }>
  expires: number
}

export type PageCache = {
  /** The page under a key that is still alive. */
  find: (key: string) => CachedPage | undefined
  /** Keeps a page; one of a failing server, or with a part that failed, lives for nobody but who gets it now. */
  keep: (key: string, page: Omit<CachedPage, 'expires' | 'answers'> & { isWhole: boolean }) => CachedPage
  /** The rendering of a key that is under way: others get what comes of it instead of rendering the same, null where that is no page. */
  rendering: Map<string, Promise<CachedPage | null>>
  clear: () => void
}

/** Seconds of life of a visitor's page. */
export const PAGE_LIFE = 5_000
const MOST_PAGES = 2_000
const MOST_BYTES = 64 * 1_048_576

/** Visitors' pages in this process: few seconds of life, oldest dropped first. */
export function createPageCache(now: () => number): PageCache {
  const pages = new Map<string, CachedPage>()
  let bytes = 0

  function drop(key: string): void {
    const page = pages.get(key)
    if (!page) return
    bytes -= page.body.byteLength
    pages.delete(key)
  }

  return {
    rendering: new Map(),
    find(key) {
      const page = pages.get(key)
      if (!page || page.expires > now()) return page
      drop(key)
      return undefined
    },
    keep(key, { status, headers, body, isWhole }) {
      const page: CachedPage = { status, headers, body, answers: new Map(), expires: now() + PAGE_LIFE }
      if (status >= 500 || !isWhole) return page
      drop(key)
      // Kept in the order in which they end: what is over is at the front, and nobody may ever ask for it again.
      for (const [old, { expires }] of pages) {
        if (expires > now()) break
        drop(old)
      }
      pages.set(key, page)
      bytes += body.byteLength
      while (pages.size > MOST_PAGES || bytes > MOST_BYTES) drop(pages.keys().next().value!)
      return page
    },
    clear() {
      pages.clear()
      bytes = 0
    },
  }
}

/** The best encoding that the client accepts. */
export function acceptedEncoding(header: string | undefined): Encoding {
  const accepted = (header ?? '').toLowerCase()
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : null
}

function encodedBody(body: Uint8Array<ArrayBuffer>, encoding: Encoding): Uint8Array<ArrayBuffer> {
  if (encoding === null) return body
  return encoding === 'br'
    ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } })
    : gzipSync(body, { level: 6 })
}

/** A cached page as it is answered to who accepts an encoding. */
export function answerCached(page: CachedPage, encoding: Encoding): Response {
  let answer = page.answers.get(encoding)
  if (!answer) {
    const headers = new Headers(page.headers)
    if (encoding) headers.set('Content-Encoding', encoding)
    page.answers.set(encoding, answer = { body: encodedBody(page.body, encoding), headers })
  }
  return new Response(answer.body, { status: page.status, headers: answer.headers })
}
