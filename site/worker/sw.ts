import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { listenForPush } from './push.ts'
import { clientFiles, clientVersion, scope } from './scope.ts'

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(scope.clients.claim()))

scope.addEventListener('message', (event) => {
  if ((event.data as { type?: unknown } | null)?.type === 'version') event.ports[0]?.postMessage(clientVersion)
})

cleanupOutdatedCaches()
precacheAndRoute(clientFiles.map((url) => ({ url, revision: null })))
listenForPush()
