import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { dropKeys } from '#site/offline/account-keys.ts'
import { sendAll } from '#site/offline/outbox.ts'
import { outboxStorage, rememberedSession, rememberSession } from '#site/offline/outbox-storage.ts'
import { emptyStore } from '#site/offline/store.ts'
import { answerNavigation, answerPicture, answersNavigation, answersPicture } from './reading.ts'
import { listenForPush } from './push.ts'
import { clientFiles, clientVersion, scope } from './scope.ts'
import { answerShare } from './share.ts'

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))

scope.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  if (type === 'version') event.ports[0]?.postMessage(clientVersion)
  if (type === 'signed-out')
    event.waitUntil(Promise.all([emptyStore(), rememberSession(null), dropKeys(null), caches.delete('shared')]))
})

scope.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== scope.location.origin) return
  if (request.method === 'POST' && url.pathname === '/share') event.respondWith(answerShare(request))
  else if (answersNavigation(request, url)) event.respondWith(answerNavigation(event, url))
  else if (answersPicture(request, url)) event.respondWith(answerPicture(request, url))
})

/** A Web Lock ensures that only one tab or worker sends. */
const sendQueued = () =>
  navigator.locks.request('outbox', async () => {
    const outcome = await sendAll({
      storage: outboxStorage,
      fetch: (url, init) => fetch(url, init),
      session: rememberedSession,
      now: Date.now,
    })
    // Throwing makes the browser retry the sync later.
    if (outcome === 'offline') throw new Error('The network is still away')
  })

// The event `sync` of Background Sync is missing in the worker's types.
scope.addEventListener('sync' as 'message', (event) => {
  if ((event as unknown as { tag: string }).tag === 'outbox') event.waitUntil(sendQueued())
})

cleanupOutdatedCaches()
precacheAndRoute(clientFiles.map((url) => ({ url, revision: null })))
listenForPush()
