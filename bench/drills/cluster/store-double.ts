/** A fake S3 store for machines that cannot run OpenStack Swift. */
const objects = new Map<string, Uint8Array>()

Bun.serve({
  hostname: '127.0.0.1',
  port: Number(process.argv[2]),
  async fetch(request) {
    const { pathname } = new URL(request.url)
    if (request.method === 'PUT') {
      objects.set(pathname, await request.bytes())
      return new Response(null, { headers: { etag: '"drill"' } })
    }
    if (request.method === 'DELETE') return new Response(null, { status: objects.delete(pathname) ? 204 : 404 })
    const content = objects.get(pathname)
    if (!content)
      return new Response('<Error><Code>NoSuchKey</Code></Error>', {
        status: 404,
        headers: { 'content-type': 'application/xml' },
      })
    return new Response(request.method === 'HEAD' ? null : (content as BodyInit), {
      headers: { 'content-length': String(content.byteLength), etag: '"drill"' },
    })
  },
})
