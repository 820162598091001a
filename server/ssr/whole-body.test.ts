import { afterAll, describe, expect, test } from 'bun:test'
import { dlopen, ptr } from 'bun:ffi'
import { brotliDecompressSync } from 'node:zlib'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { wholeBody } from '#server/http/whole-body.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const author = await createUser(t.db)
const category = await createCategory(t.db, { name: 'ogrod', creator: author })
const content = 'Zażółć gęślą jaźń, rozsady i pomidory w tunelu. '.repeat(20)
for (let at = 0; at < 20; at += 1) await createPost(t.db, { author, category, title: `Wpis numer ${at}`, content })
const post = await createPost(t.db, { author, category, title: 'Długi wątek' })
for (let at = 0; at < 20; at += 1) await createComment(t.db, { author, post, content })
const session = `session=${await t.bearerOf(author)}`

const LONG = 2_000_000
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  async fetch(request, from) {
    const { pathname } = new URL(request.url)
    if (!pathname.startsWith('/bytes/'))
      return t.request(
        pathname + new URL(request.url).search,
        { method: request.method, headers: request.headers },
        from.requestIP(request)?.address,
      )
    // Lets the event loop continue before the response is created, as a database query would do.
    await new Promise<void>((resolve) => {
      setImmediate(resolve)
    })
    const { body, headers } = wholeBody(bytesOf(Number(pathname.slice(7))))
    return new Response(body, { headers: { 'X-One': '1', 'X-Two': '2', 'X-Three': '3', ...headers } })
  },
})
afterAll(() => server.stop(true))

function bytesOf(count: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(count)
  for (let at = 0; at < count; at += 1) bytes[at] = (at * 31 + (at >> 8)) & 255
  return bytes
}

type Reader = {
  fd: number
  received: () => Buffer
  ask: (path: string, headers?: string, method?: string) => Promise<{ head: string; body: Buffer }>
  end: () => void
}

/** `slowly` pauses after each chunk of a response. */
async function connect({ slowly = false } = {}): Promise<Reader> {
  let received = Buffer.alloc(0)
  let look = () => {}
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port: server.port!,
    socket: {
      data(from, piece) {
        received = Buffer.concat([received, piece])
        look()
        if (!slowly) return
        from.pause()
        setTimeout(() => from.resume(), 1)
      },
    },
  })
  return {
    fd: (socket as unknown as { fd: number }).fd,
    received: () => received,
    end: () => socket.terminate(),
    ask(path, headers = '', method = 'GET') {
      received = Buffer.alloc(0)
      const answer = new Promise<{ head: string; body: Buffer }>((resolve) => {
        look = () => {
          const end = received.indexOf('\r\n\r\n')
          if (end < 0) return
          const head = received.subarray(0, end).toString()
          const body = received.subarray(end + 4)
          if (body.length >= (method === 'HEAD' ? 0 : lengthIn(head))) resolve({ head, body })
        }
      })
      socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost:3000\r\n${headers}\r\n`)
      return answer
    },
  }
}

const lengthIn = (head: string) => Number(/\ncontent-length: (\d+)/i.exec(head)?.[1])

/** Counts the TCP segments with data received on a socket (Linux only). */
function dataSegments(fd: number): number {
  const [TCP, TCP_INFO, DATA_SEGMENTS_IN] = [6, 11, 152]
  const { symbols } = dlopen('libc.so.6', { getsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'ptr'], returns: 'i32' } })
  const info = new Uint8Array(256)
  expect(symbols.getsockopt(fd, TCP, TCP_INFO, ptr(info), ptr(new Uint32Array([info.length])))).toBe(0)
  return new DataView(info.buffer).getUint32(DATA_SEGMENTS_IN, true)
}

const ANSWERS: [string, string, string][] = [
  ['a list as JSON', '/api/posts?limit=20', ''],
  ['a list as JSON, for a page of the same origin', '/api/posts?limit=20', 'Origin: http://localhost:3000\r\n'],
  ['comments as JSON', `/api/comments?post_id=${post.id}`, ''],
  ['the OpenAPI document', '/api/openapi.json', ''],
  ['the page of a visitor', '/', ''],
  ['the page of a member', '/', `Cookie: ${session}\r\n`],
  ['an Atom feed', '/feed.xml', ''],
]

describe('a long response', () => {
  test.if(process.platform === 'linux').each(ANSWERS)(
    'a long response is written in few TCP segments: %s',
    async (_, path, headers) => {
      const connection = await connect()
      const { body } = await connection.ask(path, headers)
      expect(body.length).toBeGreaterThan(16_384)
      // The loopback device carries up to 64 kB per segment, less on a busy machine; an unbuffered body takes over 30.
      expect(dataSegments(connection.fd)).toBeLessThanOrEqual(8 + Math.ceil(body.length / 32_768))
      connection.end()
    },
  )

  test.each(ANSWERS)('a long response has a Content-Length, also for HEAD: %s', async (_, path, headers) => {
    const connection = await connect()
    const { head, body } = await connection.ask(path, headers)
    expect(head).toStartWith('HTTP/1.1 200 OK')
    expect(head).not.toMatch(/transfer-encoding/i)
    expect(lengthIn(head)).toBe(body.length)
    const asked = await connection.ask(path, headers, 'HEAD')
    expect(lengthIn(asked.head)).toBe(body.length)
    expect(asked.body).toHaveLength(0)
    connection.end()
  })

  test('a long compressed response has the Content-Length of the compressed body', async () => {
    const connection = await connect()
    for (const cookie of ['', `Cookie: ${session}\r\n`]) {
      const { head, body } = await connection.ask('/', `Accept-Encoding: br\r\n${cookie}`)
      expect(head).toContain('Content-Encoding: br')
      expect(brotliDecompressSync(body).toString()).toEndWith('</html>')
    }
    connection.end()
  })

  test('a response of any length arrives complete, and the next one follows on the same connection', async () => {
    const connection = await connect()
    for (const length of [0, 1, 15_359, 15_360, 15_361, 16_383, 16_384, 16_385, 65_535, 65_536, 65_537, LONG]) {
      const { head, body } = await connection.ask(`/bytes/${length}`)
      expect(lengthIn(head)).toBe(length)
      expect(Buffer.compare(body, bytesOf(length))).toBe(0)
    }
    connection.end()
  })

  test('a long response reaches a slow reader completely', async () => {
    const connection = await connect({ slowly: true })
    for (const length of [LONG * 4, 1])
      expect(Buffer.compare((await connection.ask(`/bytes/${length}`)).body, bytesOf(length))).toBe(0)
    connection.end()
  })

  test('a long response stops when its reader disconnects halfway', async () => {
    for (let at = 0; at < 20; at += 1) {
      const connection = await connect({ slowly: true })
      void connection.ask(`/bytes/${LONG * 10}`)
      while (connection.received().length === 0) await Bun.sleep(1)
      connection.end()
    }
    for (const end = Date.now() + 10_000; server.pendingRequests > 0 && Date.now() < end;) await Bun.sleep(10)
    expect(server.pendingRequests).toBe(0)
  })

  test('a Range request is answered with the complete response', async () => {
    const connection = await connect()
    const { head, body } = await connection.ask('/api/openapi.json', 'Range: bytes=0-9\r\n')
    expect(head).toStartWith('HTTP/1.1 200 OK')
    expect(body.length).toBeGreaterThan(16_384)
    connection.end()
  })
})
