/** Returns and deletes the pictures that the service worker stored when another app shared them. */
export async function takeSharedPictures(): Promise<File[]> {
  if (!('caches' in globalThis)) return []
  const cache = await caches.open('shared')
  const pictures: File[] = []
  for (const request of await cache.keys()) {
    const stored = await cache.match(request)
    if (!stored) continue
    const name = decodeURIComponent(stored.headers.get('x-name') ?? '')
    pictures.push(new File([await stored.blob()], name, { type: stored.headers.get('content-type') ?? '' }))
  }
  await caches.delete('shared')
  return pictures
}
