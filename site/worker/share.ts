import { paths } from '#shared/paths.ts'

const MAX_PICTURES = 10
const SHARED = 'shared'

/** Stores shared pictures in a cache until the composer takes them. */
export async function answerShare(request: Request): Promise<Response> {
  const form = await request.formData()
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 2_000)
  const pictures = form
    .getAll('pictures')
    .filter((file): file is File => file instanceof File && file.size > 0)
    .slice(0, MAX_PICTURES)
  await caches.delete(SHARED)
  const cache = await caches.open(SHARED)
  await Promise.all(
    pictures.map((file, at) =>
      cache.put(
        `/share/${at}`,
        new Response(file, { headers: { 'Content-Type': file.type, 'X-Name': encodeURIComponent(file.name) } }),
      ),
    ),
  )
  const count = pictures.length > 0 ? String(pictures.length) : ''
  return Response.redirect(
    paths.shared({ title: text('title'), text: text('text'), url: text('url'), pictures: count }),
    303,
  )
}
