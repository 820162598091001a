import { closedLoop, constantRate, type Shot } from '../load/generate.ts'
import { requestBytes } from '../load/connection.ts'
import { makePhoto } from '#server/media/testing/pictures.ts'
import { figure, print } from '../rows.ts'
import { commentOf, counter, messageOf, of, voteOf, type Things } from '../scenarios.ts'
import type { Bench } from './bench.ts'

export function formWith(
  field: string,
  name: string,
  type: string,
  file: Uint8Array,
): { body: Buffer; contentType: string } {
  const boundary = '----measured0123456789'
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ` +
          `${type}\r\n\r\n`,
      ),
      file,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
  }
}

async function pictures(things: Things): Promise<(at: number) => Shot> {
  const photo = await makePhoto(1_600, 1_200)
  return (at) => {
    // The server decodes a file with the same content only once, so each upload is a different file.
    const { body, contentType } = formWith(
      'file',
      'photo.jpg',
      'image/jpeg',
      Buffer.concat([photo, Buffer.from(String(at))]),
    )
    return {
      bytes: requestBytes('/api/upload/image', {
        method: 'POST',
        headers: { authorization: `Bearer ${of(things.members, at).token}`, 'content-type': contentType },
        body,
      }),
      expect: 201,
    }
  }
}

export async function measureWrites(bench: Bench): Promise<void> {
  const { things, seconds, server } = bench
  const upload = await pictures(things)
  const kinds: [string, string, (at: number) => Shot, number][] = [
    ['comments', 'comments', (at) => commentOf(things, at), 16],
    ['messages', 'messages', (at) => messageOf(things, at), 16],
    ['uploads', 'pictures of 1600 by 1200, decoded and stored in every width', upload, 4],
  ]
  for (const [id, what, shotOf, connections] of kinds) {
    print(`  ${what} ...`)
    const next = counter()
    const load = await closedLoop({ port: server.port, seconds, connections, next: () => shotOf(next()) })
    await bench.note({
      id,
      area: 'writes',
      what,
      measured: `${figure(load.perSecond)} a second`,
      bar: null,
      reached: null,
      details: { 'p50 ms': figure(load.p50), 'p99 ms': figure(load.p99), errors: errorsOf(load) },
    })
  }
}

export const errorsOf = ({ errors, wrong }: { errors: number; wrong: Record<string, number> }) =>
  errors === 0
    ? '0'
    : `${errors} (${Object.entries(wrong)
        .map(([status, times]) => `${times} of ${status}`)
        .join(', ')})`

/** Of 100 requests, 90 read (40 of them by members), 8 vote, one comments and one sends a message. */
export function mixedTraffic(things: Things): () => Shot {
  const next = counter()
  const votes = counter()
  const headersOf = (at: number): Record<string, string> =>
    at % 2 === 0
      ? { 'accept-encoding': 'br' }
      : { 'accept-encoding': 'br', cookie: `session=${of(things.members, at).token}` }
  const reads: ((at: number) => string)[] = [
    () => '/',
    (at) => `/post/${of(things.threads, at)}`,
    (at) => `/r/${of(things.communities, at)}`,
    () => '/api/posts?limit=10',
    (at) => `/api/comments?post_id=${of(things.threads, at)}`,
    (at) => `/post/${of(things.posts, at)}`,
    (at) => `/api/posts/search?q=${encodeURIComponent(of(things.pairs, at))}`,
    () => '/?sort=new',
    (at) => `/api/posts/${of(things.posts, at)}`,
  ]
  return () => {
    const at = next()
    const part = at % 100
    if (part === 25) return commentOf(things, at)
    if (part === 75) return messageOf(things, at)
    if (part % 12 === 5) return voteOf(things, things.posts, votes())
    // Visitors and members alternate, so halving the number lets both request each page.
    return { bytes: requestBytes(of(reads, Math.floor(at / 2))(at), { headers: headersOf(at) }), expect: 200 }
  }
}

export async function measureMixed(bench: Bench): Promise<void> {
  const { things, seconds, server } = bench
  const next = mixedTraffic(things)
  print('  mixed traffic, closed loop ...')
  await closedLoop({ port: server.port, seconds, next })
  const most = await closedLoop({ port: server.port, seconds: seconds * 2, next })
  const rate = most.perSecond / 2
  print(`  mixed traffic, ${figure(rate)} a second ...`)
  const load = await constantRate({ port: server.port, seconds: seconds * 6, next, rate })
  const errors = most.errors + load.errors
  await bench.note({
    id: 'mixed',
    area: 'mixed',
    what: '90 % read, 8 % vote, 2 % write, at half of the saturating rate',
    measured: `p99 ${figure(load.p99)} ms`,
    bar: 'p99 under 50 ms, no error',
    reached: load.p99 < 50 && errors === 0,
    details: {
      'saturating rate a second': figure(most.perSecond),
      'p99 ms there': figure(most.p99),
      'rate a second': figure(rate),
      'p50 ms': figure(load.p50),
      'worst ms': figure(load.max),
      errors: errorsOf({ errors, wrong: load.wrong }),
    },
  })
}
