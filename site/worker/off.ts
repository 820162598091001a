import { scope } from './scope.ts'

/** Replaces an installed service worker if offline use is switched off. */
async function leave(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  indexedDB.deleteDatabase('offline')
  await scope.registration.unregister()
}

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(leave()))
