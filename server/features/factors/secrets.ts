import { openSealed, sealText, type Secrets } from '#server/lib/sealed-text.ts'

/**
 * The encryption is bound to the account, so that a secret copied to the row of another account cannot be decrypted.
 */
const sealOf = (userId: number) => ({ use: 'watek totp', boundTo: `totp of ${userId}` })

export const encryptFor = (userId: number, text: string, secrets: Secrets): Promise<string> =>
  sealText(text, sealOf(userId), secrets)

/**
 * Decrypts the stored secret of an authenticator app. `isOld` is true if it was encrypted with PREVIOUS_SESSION_SECRET.
 * Returns null if neither SESSION_SECRET nor the previous one decrypts it.
 */
export const decryptFor = (userId: number, stored: string, secrets: Secrets) =>
  openSealed(stored, sealOf(userId), secrets)
