import { connect } from 'node:net'
import fc from 'fast-check'
import { calls } from '#server/http/api.ts'
import { hostileSegment } from './hostile.ts'
import type { Fixture } from './fixture.ts'

const ANSWER_TIMEOUT_MS = 15_000

const METHODS = [
  'GET',
  'POST',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'get',
  'TRACE',
  'CONNECT',
  'PUT',
  'X'.repeat(300),
  'G\0T',
  '',
]
const TARGETS = [
  '/api/posts',
  '/',
  '/r/gniazdo_1?sort=new',
  '/post/1',
  '/search?q=x',
  '/media/i/x.webp',
  '/robots.txt',
  '*',
  'http://evil.example/api/posts',
  '//evil.example/',
  '/api/posts/../../etc/passwd',
  '/api/posts?q=\xff',
  '/\0',
  '/%',
  '/'.repeat(5_000),
  '',
  'api/posts',
  '/api/posts#x',
]
const LINES = [
  'Host: localhost',
  'Host: evil.example',
  'Host:',
  'Host: a b',
  'Host: localhost\r\nHost: evil.example',
  'Content-Length: 0',
  'Content-Length: 5',
  'Content-Length: -1',
  'Content-Length: 5\r\nContent-Length: 6',
  'Content-Length: 99999999999999999999',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip, chunked',
  'Transfer-Encoding: chunked\r\nContent-Length: 3',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data; boundary=x',
  'Authorization: Bearer x',
  'Authorization: Bearer x\r\nAuthorization: Bearer y',
  'X-Admin-Password: \xff\xfe',
  'Cookie: session=a\r\nCookie: session=b',
  'Cookie: language=en; language=pl',
  'Expect: 100-continue',
  'Connection: upgrade\r\nUpgrade: websocket',
  'Range: bytes=0-,0-,0-',
  ' folded',
  'No colon',
  ': no name',
  `X-Long: ${'x'.repeat(20_000)}`,
  ...Array.from({ length: 3 }, (_, at) =>
    Array.from({ length: 80 * (at + 1) }, (_, line) => `X-${line}: ${line}`).join('\r\n'),
  ),
]
const BODIES = [
  '',
  '{}',
  '{"a":',
  '5\r\n{"a":\r\n0\r\n\r\n',
  'zz\r\n',
  'ffffffffffffffff\r\nx',
  '0\r\n\r\nGET /api/admin/users HTTP/1.1\r\nHost: localhost\r\n\r\n',
  '\0\0\0',
]

const HOSTS = [
  'Host: localhost:3000\r\n',
  'Host: localhost:3000\r\n',
  'Host: localhost:3000\r\n',
  '',
  'Host:\r\n',
  'Host: a b\r\n',
  'Host: localhost#\r\n',
  'Host: localhost/x\r\n',
  'Host: a@b\r\n',
  'Host: x:99999\r\n',
  'Host: \xff\xfe\r\n',
  'Host: [::1\r\n',
  `Host: ${'x'.repeat(5_000)}\r\n`,
]

const rawRequest: fc.Arbitrary<string> = fc
  .record({
    method: fc.constantFrom(...METHODS),
    target: fc.oneof(
      fc.constantFrom(...TARGETS),
      fc.constantFrom(...calls).map(({ endpoint }) => endpoint.path.replace(/:\w+/g, '1')),
      hostileSegment.map((segment) => `/api/posts/${segment}`),
    ),
    host: fc.constantFrom(...HOSTS),
    version: fc.constantFrom('HTTP/1.1', 'HTTP/1.1', 'HTTP/1.0', 'HTTP/2', 'HTTP/9.9', ''),
    lines: fc.array(fc.constantFrom(...LINES), { maxLength: 5 }),
    body: fc.constantFrom(...BODIES),
  })
  .map(
    ({ method, target, host, version, lines, body }) =>
      `${method} ${target} ${version}\r\n${host}${lines.map((line) => `${line}\r\n`).join('')}\r\n${body}`,
  )

/** Returns the response to `bytes`; null if the server neither responds nor closes the connection in time. */
function exchange(port: number, bytes: string): Promise<string | null> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect({ port, host: '127.0.0.1' })
    const timer = setTimeout(() => end(null), ANSWER_TIMEOUT_MS)
    const end = (said: string | null) => {
      clearTimeout(timer)
      socket.destroy()
      resolve(said)
    }
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      text += chunk
      if (text.includes('\r\n\r\n')) end(text)
    })
    socket.on('error', () => end(text))
    socket.on('close', () => end(text))
    socket.on('connect', () => socket.end(Buffer.from(bytes, 'latin1')))
  })
}

/** Returns the first malformed request that crashed the server, made it hang, or got internal or protected data. */
export async function runWire(
  fixture: Fixture,
  { count, seed }: { count: number; seed: number },
): Promise<string | null> {
  await using server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    idleTimeout: 5,
    fetch: (request, from) => fixture.app.app.fetch(request, from),
  })
  const port = server.port!
  const requests = fc.sample(rawRequest, { numRuns: count, seed })
  for (let at = 0; at < requests.length; at += 16) {
    const some = requests.slice(at, at + 16)
    const answers = await Promise.all(some.map((bytes) => exchange(port, bytes)))
    const bad = answers.findIndex(
      (text) =>
        text === null || /^HTTP\/1\.1 5(?!01|05)/.test(text) || /PostgresError|node_modules|"users":/.test(text),
    )
    if (bad >= 0) return `${JSON.stringify(some[bad]!.slice(0, 500))} -> ${answers[bad]?.slice(0, 500) ?? 'nothing'}`
  }
  const answer = await fetch(new URL('/api/posts', server.url))
  return answer.status === 200 ? null : `The server answers ${answer.status} afterwards`
}
