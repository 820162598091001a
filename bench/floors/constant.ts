/* Serves `/{bytes}` as a constant page of that size, to find the highest rate that this machine can reach. */

const pages = new Map<string, Buffer>()

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch(request) {
    const path = request.url.slice(request.url.lastIndexOf('/') + 1)
    let page = pages.get(path)
    if (!page) pages.set(path, (page = Buffer.from('<!doctype html>'.padEnd(Number(path), 'x'))))
    return new Response(page as Buffer<ArrayBuffer>, { headers: { 'Content-Type': 'text/html; charset=utf-8' } })
  },
})
console.log(String(server.port))
