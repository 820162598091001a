import { createPublicKey, verify, type JsonWebKey } from 'node:crypto'

type Browser = { path: string; keys: { p256dh: string; auth: string }; privateKey: JsonWebKey }

type Delivered = {
  path: string
  ttl: string | null
  urgency: string | null
  topic: string | null
  payload: { web_push?: number; notification?: Shown; close?: string[]; app_badge?: number }
  /** Null if the signature of the VAPID token is invalid. */
  token: { aud: string; sub: string; exp: number } | null
}

type Shown = { title: string; body: string; navigate: string; tag: string; lang: string; app_badge: number }

const bytesOf = (text: string) => Buffer.from(text, 'base64url')

export async function createBrowser(): Promise<Browser> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits'])
  const point = Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey))
  return {
    path: `/${crypto.randomUUID()}`,
    keys: {
      p256dh: point.toString('base64url'),
      auth: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64url'),
    },
    privateKey: { ...(await crypto.subtle.exportKey('jwk', pair.privateKey)) },
  }
}

async function hkdf(secret: Uint8Array<ArrayBuffer>, salt: Uint8Array<ArrayBuffer>, info: Uint8Array, length: number) {
  const material = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveBits'])
  const bits = await crypto.subtle.deriveBits(
    { name: 'HKDF', hash: 'SHA-256', salt, info: new Uint8Array(info) },
    material,
    length * 8,
  )
  return new Uint8Array(bits)
}

const text = (value: string) => new TextEncoder().encode(value)

/** Decrypts by RFC 8291 (aes128gcm with one record). */
export async function decrypt(body: Uint8Array, { keys, privateKey }: Browser): Promise<string> {
  const salt = new Uint8Array(body.subarray(0, 16))
  const keyLength = body[20]!
  const senderKey = new Uint8Array(body.subarray(21, 21 + keyLength))
  const sealed = new Uint8Array(body.subarray(21 + keyLength))
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const own = await crypto.subtle.importKey('jwk', { ...privateKey, key_ops: ['deriveBits'] }, curve, false, [
    'deriveBits',
  ])
  const other = await crypto.subtle.importKey('raw', senderKey, curve, false, [])
  const shared = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256))
  const info = Buffer.concat([text('WebPush: info\0'), bytesOf(keys.p256dh), senderKey])
  const secret = await hkdf(shared, new Uint8Array(bytesOf(keys.auth)), info, 32)
  const contentKey = await hkdf(secret, salt, text('Content-Encoding: aes128gcm\0'), 16)
  const nonce = await hkdf(secret, salt, text('Content-Encoding: nonce\0'), 12)
  const key = await crypto.subtle.importKey('raw', contentKey, 'AES-GCM', false, ['decrypt'])
  const padded = new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv: nonce }, key, sealed))
  const end = padded.lastIndexOf(2)
  return new TextDecoder().decode(padded.subarray(0, end))
}

function readToken(authorization: string | null): Delivered['token'] {
  const found = /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '')
  if (!found) return null
  const [, header, claims, signature, key] = found as unknown as [string, string, string, string, string]
  const point = bytesOf(key)
  const publicKey = createPublicKey({
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
    format: 'jwk',
  })
  const isRight = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    bytesOf(signature),
  )
  return isRight ? (JSON.parse(bytesOf(claims).toString()) as Delivered['token']) : null
}

/** A fake push service on loopback. `answers` are the HTTP statuses of the next responses; all others are 201. */
export function startPushService() {
  const browsers = new Map<string, Browser>()
  const delivered: Delivered[] = []
  const answers: { status: number; headers?: Record<string, string> }[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      const browser = browsers.get(pathname)
      if (!browser) return new Response(null, { status: 404 })
      const answer = answers.shift() ?? { status: 201 }
      if (answer.status >= 300) return new Response('refused', answer)
      const { headers } = request
      delivered.push({
        path: pathname,
        ttl: headers.get('ttl'),
        urgency: headers.get('urgency'),
        topic: headers.get('topic'),
        payload: JSON.parse(
          await decrypt(new Uint8Array(await request.arrayBuffer()), browser),
        ) as Delivered['payload'],
        token: readToken(headers.get('authorization')),
      })
      return new Response(null, answer)
    },
  })
  return {
    origin: server.url.origin,
    delivered,
    answers,
    async add() {
      const browser = await createBrowser()
      browsers.set(browser.path, browser)
      return { ...browser, endpoint: server.url.origin + browser.path }
    },
    remove: (path: string) => browsers.delete(path),
    stop: () => server.stop(true),
  }
}
