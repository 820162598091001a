import { scope } from './scope.ts'

/** The worker of a release in which it is switched off: it takes its predecessor's place, empties all and goes. */
async function leave(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.map((name) => caches.delete(name)))
  indexedDB.deleteDatabase('offline')
  await scope.registration.unregister()
}

scope.addEventListener('install', () => void scope.skipWaiting())
scope.addEventListener('activate', (event) => event.waitUntil(leave()))
