import type { Runtime } from '#site/core/page.ts'
import { FEEDS } from '#shared/rules/sorts.ts'
import { MEDIA_WIDTHS } from '#shared/rules/media-url.ts'
import { storePage } from '#site/offline/pages.ts'
import { findFile, readAhead, storedAt, storeFile, usedBytes, BUDGET, type Owner } from '#site/offline/store.ts'

/** Age in milliseconds below which stored pages are not fetched again. */
const FRESH_MS = 3_600_000
/** Pause in milliseconds between two fetches, so that fetching ahead does not slow down the reader. */
const PAUSE_MS = 100
const PAGE_OF_IDS = 50
const FEED_PAGES = FEEDS.map((feed) => `/?feed=${feed}`)
const FIRST_PAGES = ['/', ...FEED_PAGES, '/offline', '/outbox', '/submit', '/notifications']

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

type Connection = { saveData?: boolean; type?: string }

/** Browsers that do not report the connection's type count as unmetered. */
function isUnmetered(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return !connection?.saveData && connection?.type !== 'cellular'
}

async function fetchPage(path: string): Promise<{ owner: Owner; html: string } | null> {
  const response = await fetch(path, { headers: { Accept: 'text/html' }, credentials: 'include' })
  if (response.redirected) return null
  const html = await response.clone().text()
  const owner = await storePage(path, response, Date.now())
  return owner === null ? null : { owner, html }
}

/** Returns the narrowest variant in `srcset` that fills the screen. */
function pictureFor(image: HTMLImageElement): string | null {
  const wanted = screen.width * devicePixelRatio
  const copies = image.srcset
    .split(',')
    .map((copy) => copy.trim().split(' '))
    .map(([url = '', width = '0w']) => ({ url, width: Number.parseInt(width) }))
    .filter(({ url }) => url !== '')
    .toSorted((a, b) => a.width - b.width)
  const fitting = copies.find(({ width }) => width >= Math.min(wanted, MEDIA_WIDTHS[1]))
  const url = fitting?.url ?? copies.at(-1)?.url ?? image.getAttribute('src')
  return url?.startsWith('/media/i/') ? url : null
}

/** Each picture is stored once, under the URL prefix that all of its widths share. */
async function fetchPictures(owner: Owner, html: string): Promise<void> {
  const page = new DOMParser().parseFromString(html, 'text/html')
  const urls = new Set(
    [...page.querySelectorAll<HTMLImageElement>('main img')].flatMap((image) => pictureFor(image) ?? []),
  )
  for (const url of urls) {
    const shared = /^(\/media\/i\/[0-9a-f]{40}-\d+x\d+)/.exec(url)?.[1] ?? url
    if ((await storedAt(shared)) !== null) continue
    const response = await fetch(url)
    const type = response.headers.get('content-type')
    if (!response.ok || !type) continue
    const body = new Uint8Array(await response.arrayBuffer())
    const headers = { 'content-type': type }
    await storeFile(owner, 'picture', { url: shared, title: '', headers, at: Date.now(), body })
  }
}

async function postsAhead({ api, variant }: Runtime, wanted: number): Promise<number[]> {
  const ids: number[] = []
  let cursor: string | undefined
  while (ids.length < wanted) {
    const limit = Math.min(PAGE_OF_IDS, wanted - ids.length)
    const { posts, next_cursor } = await api.posts.list({ limit, cursor, nsfw: variant === 'adult' })
    ids.push(...posts.map(({ id }) => id))
    if (next_cursor === null || posts.length === 0) break
    cursor = next_cursor
  }
  return ids
}

/** Fetches the member's feeds and the threads of their first posts for offline reading, in one tab at a time. */
export async function fetchAhead(runtime: Runtime): Promise<void> {
  const ahead = await readAhead()
  if (ahead === 0 || !isUnmetered()) return
  await navigator.locks.request('fetch-ahead', { ifAvailable: true }, async (lock) => {
    if (!lock) return
    const posts = await postsAhead(runtime, ahead)
    for (const path of [...FIRST_PAGES, ...posts.map((id) => `/post/${id}`)]) {
      const at = await storedAt(path)
      if (at !== null && Date.now() - at < FRESH_MS && (await findFile(path))) continue
      if (!navigator.onLine || !isUnmetered() || (await usedBytes()) > BUDGET * 0.95) return
      const page = await fetchPage(path)
      if (page) await fetchPictures(page.owner, page.html)
      await pause()
    }
  })
}
