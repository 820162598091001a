import type { Config } from '#server/config.ts'

type Secrets = Pick<Config, 'sessionSecret' | 'previousSessionSecret'>

const IV_BYTES = 12

/**
 * AES-256-GCM by a key derived from SESSION_SECRET, for one account: a row copied to another account is worth nothing
 * there.
 */
export async function encryptFor(userId: number, text: string, { sessionSecret }: Secrets): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    cipherFor(userId, iv),
    await keyOf(sessionSecret),
    new TextEncoder().encode(text),
  )
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url')
}

/** `isOld`: only PREVIOUS_SESSION_SECRET opens it. null: neither secret does. */
export async function decryptFor(
  userId: number,
  stored: string,
  secrets: Secrets,
): Promise<{ text: string; isOld: boolean } | null> {
  const bytes = Buffer.from(stored, 'base64url')
  for (const secret of [secrets.sessionSecret, secrets.previousSessionSecret]) {
    if (secret === null) continue
    const opened = await crypto.subtle
      .decrypt(cipherFor(userId, bytes.subarray(0, IV_BYTES)), await keyOf(secret), bytes.subarray(IV_BYTES))
      .catch(() => null)
    if (opened) return { text: new TextDecoder().decode(opened), isOld: secret !== secrets.sessionSecret }
  }
  return null
}

const cipherFor = (userId: number, iv: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(`totp of ${userId}`),
})

async function keyOf(secret: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = {
    name: 'HKDF',
    hash: 'SHA-256',
    salt: new Uint8Array(),
    info: new TextEncoder().encode('watek totp'),
  }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
