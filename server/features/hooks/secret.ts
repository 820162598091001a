import { openSealed, sealText, type Secrets } from '#server/lib/sealed-text.ts'

const SEAL = { use: 'web hooks', boundTo: 'secret' }
const BYTES = 24

export const makeSecret = () => `whsec_${Buffer.from(crypto.getRandomValues(new Uint8Array(BYTES))).toString('base64')}`

export const sealSecret = (secret: string, secrets: Secrets) => sealText(secret, SEAL, secrets)

/** Returns null if neither SESSION_SECRET nor PREVIOUS_SESSION_SECRET decrypts the secret. */
export async function openSecret(stored: string, secrets: Secrets): Promise<string | null> {
  return (await openSealed(stored, SEAL, secrets))?.text ?? null
}
