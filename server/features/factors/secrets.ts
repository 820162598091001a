import { openSealed, sealText, type Secrets } from '#server/lib/sealed-text.ts'

/** The seal is bound to one account, so that a row copied to another account is useless there. */
const sealOf = (userId: number) => ({ use: 'watek totp', boundTo: `totp of ${userId}` })

export const encryptFor = (userId: number, text: string, secrets: Secrets): Promise<string> =>
  sealText(text, sealOf(userId), secrets)

/**
 * Decrypts a stored secret. `isOld` is true where only PREVIOUS_SESSION_SECRET opens it; null where neither secret
 * does.
 */
export const decryptFor = (userId: number, stored: string, secrets: Secrets) =>
  openSealed(stored, sealOf(userId), secrets)
