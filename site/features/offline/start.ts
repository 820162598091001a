import type { Runtime } from '#site/core/page.ts'
import { isReadable, storePage } from '#site/offline/pages.ts'
import { dropKeys, keysOf } from '#site/offline/account-keys.ts'
import { sealReadableDrafts } from '#site/offline/drafts.ts'
import { claimStore, emptyStore, forgetOldStore, ownerOfStore } from '#site/offline/store.ts'
import { startOutbox } from '#site/features/outbox/queue.ts'
import { fetchAhead } from './fetch-ahead.ts'
import { startWorker } from './worker.ts'

/** Assigns the offline store to this reader, and empties it if it belongs to another one or the reader is suspended. */
async function agreeOnOwner({ viewer, isSignedIn }: Runtime): Promise<void> {
  const now = Date.now()
  await forgetOldStore(now)
  const owner = await ownerOfStore()
  if (viewer?.suspension) return emptyStore()
  const reader = viewer && isSignedIn() ? String(viewer.id) : 'visitor'
  // A page that came from the store, marked by `.stored-note`, does not show who is signed in now.
  if (document.querySelector('.stored-note')) return
  if (owner !== null && owner !== reader) await emptyStore()
  await claimStore(reader, now)
}

async function storeThisPage(path: string): Promise<void> {
  await storePage(path, await fetch(path, { headers: { Accept: 'text/html' }, credentials: 'include' }), Date.now())
}

/** Stores the first page, which was loaded before the service worker was installed, and the page for offline use. */
async function storeFirst(): Promise<void> {
  const { pathname, search } = location
  if (navigator.serviceWorker.controller === null && isReadable(pathname)) await storeThisPage(pathname + search)
  await storeThisPage('/offline')
}

/** Failures to start offline use are only logged, so that they do not affect the page. */
export async function startOffline(runtime: Runtime): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const reader = runtime.viewer && runtime.isSignedIn() ? String(runtime.viewer.id) : null
    if (!document.querySelector('.stored-note')) await dropKeys(reader)
    if (reader) {
      await keysOf(reader).catch(() => {})
      await sealReadableDrafts(reader)
    }
    await startWorker(runtime.site.offline)
    if (!runtime.site.offline) return
    await agreeOnOwner(runtime)
    await startOutbox(runtime.viewer)
    if (document.querySelector('.stored-note') || !navigator.onLine) return
    await storeFirst()
    if (runtime.viewer && runtime.isSignedIn()) await fetchAhead(runtime)
  } catch (error) {
    console.warn('Preparing for reading without a network failed', error)
  }
}
