import { openSealed, sealText, type Secrets } from '#server/lib/sealed-text.ts'

/** The encryption is bound to the account, so that a secret copied to another account's row cannot be decrypted. */
const sealOf = (userId: number) => ({ use: 'watek totp', boundTo: `totp of ${userId}` })

export const encryptFor = (userId: number, text: string, secrets: Secrets): Promise<string> =>
  sealText(text, sealOf(userId), secrets)

/** Returns null if neither SESSION_SECRET nor PREVIOUS_SESSION_SECRET (`isOld`) decrypts the stored secret. */
export const decryptFor = (userId: number, stored: string, secrets: Secrets) =>
  openSealed(stored, sealOf(userId), secrets)
