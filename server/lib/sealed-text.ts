export type Secrets = { sessionSecret: string; previousSessionSecret: string | null }

/** A sealed text can be decrypted only with the same `use`, from which its key is derived, and the same `boundTo`. */
type Seal = { use: string; boundTo: string }

const IV_BYTES = 12

/** Encrypts with AES-256-GCM and a key derived from SESSION_SECRET. */
export async function sealText(text: string, { use, boundTo }: Seal, { sessionSecret }: Secrets): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt(
    cipherFor(boundTo, iv),
    await keyOf(sessionSecret, use),
    new TextEncoder().encode(text),
  )
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64url')
}

/** Returns null if neither secret decrypts the text; `isOld` is set if only PREVIOUS_SESSION_SECRET does. */
export async function openSealed(
  stored: string,
  { use, boundTo }: Seal,
  secrets: Secrets,
): Promise<{ text: string; isOld: boolean } | null> {
  const bytes = Buffer.from(stored, 'base64url')
  for (const secret of [secrets.sessionSecret, secrets.previousSessionSecret]) {
    if (secret === null) continue
    const opened = await crypto.subtle
      .decrypt(cipherFor(boundTo, bytes.subarray(0, IV_BYTES)), await keyOf(secret, use), bytes.subarray(IV_BYTES))
      .catch(() => null)
    if (opened) return { text: new TextDecoder().decode(opened), isOld: secret !== secrets.sessionSecret }
  }
  return null
}

const cipherFor = (boundTo: string, iv: Uint8Array<ArrayBuffer> | Buffer<ArrayBuffer>) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(boundTo),
})

async function keyOf(secret: string, use: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', new TextEncoder().encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: new TextEncoder().encode(use) }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}
