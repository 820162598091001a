import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

type Changes = {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  isVerified?: boolean
  counter?: number
  userHandle?: string | null
}

type Options = { challenge: string }

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()

/** A fake authenticator with one key, which also signs requests that a real authenticator would refuse. */
export function createAuthenticator(origin: string, rpId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x!, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y!, 'base64url'))],
    ]),
  )
  const id = randomBytes(16)
  let counter = 0
  let userHandle: string | null = null

  const clientData = (type: string, { challenge }: Options, changes: Changes) =>
    Buffer.from(
      JSON.stringify({
        type: changes.type ?? type,
        challenge: changes.challenge ?? challenge,
        origin: changes.origin ?? origin,
        crossOrigin: false,
      }),
    )

  function authenticatorData(changes: Changes, attested = Buffer.alloc(0)): Buffer {
    counter = changes.counter ?? counter + 1
    const head = Buffer.alloc(5)
    head[0] = 0x01 | (changes.isVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(changes.rpId ?? rpId), head, attested])
  }

  return {
    id: base64url(id),

    create(options: Options & { user: { id: string } }, changes: Changes = {}) {
      userHandle = options.user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = authenticatorData(changes, Buffer.concat([Buffer.alloc(16), length, id, coseKey]))
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(authData)],
        ]) as never,
      )
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options, changes)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },

    get(options: Options, changes: Changes = {}) {
      const data = clientData('webauthn.get', options, changes)
      const authData = authenticatorData(changes)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return {
        id: base64url(id),
        rawId: base64url(id),
        type: 'public-key' as const,
        response: {
          clientDataJSON: base64url(data),
          authenticatorData: base64url(authData),
          signature: base64url(signature),
          userHandle: changes.userHandle === undefined ? userHandle : changes.userHandle,
        },
      }
    },
  }
}
