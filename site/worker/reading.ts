import type { Lang } from '#shared/i18n/plural.ts'
import { relativeTime } from '#shared/rules/relative-time.ts'
import { QUEUED_FILE } from '#shared/rules/queued-calls.ts'
import { outboxStorage, rememberedSession } from '#site/offline/outbox-storage.ts'
import { isReadable, readerOf, storePage } from '#site/offline/pages.ts'
import { findFile, forgetOldStore, type StoredFile } from '#site/offline/store.ts'

const OFFLINE = '/offline'
/** Time in milliseconds to wait for the network before a page's stored copy is shown. */
const TIMEOUT_MS = 4_000
/** Statuses with which a proxy reports that its server is down. */
const GONE = new Set([502, 503, 504])
const MEDIA = /^\/media\/i\/([0-9a-f]{40}-\d+x\d+)[-.\w]*$/
const SAVED: Record<Lang, string> = { pl: 'zapisane', en: 'saved' }

export const answersNavigation = ({ mode, method }: Request, { pathname }: URL): boolean =>
  mode === 'navigate' && method === 'GET' && isReadable(pathname)

export const answersPicture = ({ method }: Request, { pathname }: URL): boolean =>
  method === 'GET' && (MEDIA.test(pathname) || pathname.startsWith(QUEUED_FILE))

const sleep = (ms: number) => new Promise<null>((resolve) => setTimeout(() => resolve(null), ms))

async function stored(path: string): Promise<StoredFile | null> {
  try {
    await forgetOldStore(Date.now())
    return await findFile(path)
  } catch {
    return null
  }
}

function withAge({ headers, body, at }: StoredFile): Response {
  const html = new TextDecoder().decode(body)
  const lang = readerOf(html)?.lang ?? 'pl'
  const age = `${SAVED[lang]} ${relativeTime(new Date(at), Date.now(), lang)}`
  const noted = html.replace(/<body[^>]*>/, (tag) => `${tag}<output class="stored-note">${age}</output>`)
  return new Response(noted, { headers: { ...headers, 'X-Stored-At': new Date(at).toISOString() } })
}

async function fromStore(path: string): Promise<Response | null> {
  const page = (await stored(path)) ?? null
  if (page) return withAge(page)
  const list = path === OFFLINE ? null : await stored(OFFLINE)
  return list && Response.redirect(OFFLINE, 302)
}

/** No failure here may keep a page from loading: the last fallback is the network. */
export async function answerNavigation(event: FetchEvent, { pathname, search }: URL): Promise<Response> {
  const path = pathname + search
  const fetched = fetch(event.request)
  try {
    const first = await Promise.race([fetched, sleep(TIMEOUT_MS)])
    const waiting = first === null && (await stored(path))
    if (waiting) return withAge(waiting)
    const response = first ?? (await fetched)
    if (GONE.has(response.status)) return (await fromStore(path)) ?? response
    if (response.redirected || response.type === 'opaqueredirect') return response
    const copy = response.clone()
    event.waitUntil(storePage(path, copy, Date.now()).catch(() => null))
    return response
  } catch {
    return (await fromStore(path).catch(() => null)) ?? fetched
  }
}

/** Responds with a picture from the outbox of the signed-in account. */
async function answerQueued(url: string): Promise<Response> {
  const session = await rememberedSession()
  const file = session && (await outboxStorage.file(url, session.account))
  if (!file) return new Response(null, { status: 404 })
  return new Response(file.bytes, { headers: { 'Content-Type': file.type, 'X-Content-Type-Options': 'nosniff' } })
}

/** Responds from the store first, because the content behind a media URL never changes. */
export async function answerPicture(request: Request, { pathname }: URL): Promise<Response> {
  if (pathname.startsWith(QUEUED_FILE)) return answerQueued(pathname)
  const file = await stored(pathname)
  if (file) return new Response(file.body, { headers: file.headers })
  try {
    return await fetch(request)
  } catch (error) {
    // The same picture may be stored in another width.
    const stem = MEDIA.exec(pathname)![1]!
    const other = await stored(`/media/i/${stem}`)
    if (other) return new Response(other.body, { headers: other.headers })
    throw error
  }
}
