import { createPrivateKey, createPublicKey, sign, verify, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { ReleaseError } from './layout.ts'

/** Two keys are accepted at a time, so that one can replace the other. */
const MAX_PUBLIC_KEYS = 2
const SIGNATURE_BYTES = 64
const PEM = /-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g

export async function sha512Of(file: string): Promise<Buffer> {
  const hasher = new Bun.CryptoHasher('sha512')
  for await (const piece of createReadStream(file, { highWaterMark: 1_048_576 })) hasher.update(piece as Uint8Array)
  return hasher.digest() as Buffer
}

/** @throws ReleaseError if it is no Ed25519 key in PEM */
export function readPrivateKey(pem: string): KeyObject {
  let key: KeyObject
  try {
    key = createPrivateKey(pem)
  } catch {
    throw new ReleaseError('The release key is no private key in PEM (openssl genpkey -algorithm ed25519).')
  }
  if (key.asymmetricKeyType !== 'ed25519') throw new ReleaseError('The release key must be an Ed25519 key.')
  return key
}

export function readPublicKeys(text: string): KeyObject[] {
  const keys = (text.match(PEM) ?? []).map((pem) => createPublicKey(pem))
  if (keys.length === 0 || keys.length > MAX_PUBLIC_KEYS || keys.some((key) => key.asymmetricKeyType !== 'ed25519'))
    throw new ReleaseError('release.pub must hold one or two Ed25519 keys in PEM.')
  return keys
}

/** The text of the `.sig` file is the signature of the SHA-512 digest in Base64. */
export const signDigest = (digest: Uint8Array, key: KeyObject): string =>
  `${sign(null, digest, key).toString('base64')}\n`

export function isSignedBy(digest: Uint8Array, signature: Buffer, keys: KeyObject[]): boolean {
  const bytes = signature.length === SIGNATURE_BYTES ? signature : Buffer.from(signature.toString('latin1'), 'base64')
  return bytes.length === SIGNATURE_BYTES && keys.some((key) => verify(null, digest, key, bytes))
}
