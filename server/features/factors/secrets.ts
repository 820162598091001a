import { openSealed, sealText, type Secrets } from '#server/lib/sealed-text.ts'

/** For one account: a row copied to another account is worth nothing there. */
const sealOf = (userId: number) => ({ use: 'watek totp', boundTo: `totp of ${userId}` })

export const encryptFor = (userId: number, text: string, secrets: Secrets): Promise<string> =>
  sealText(text, sealOf(userId), secrets)

/** `isOld`: only PREVIOUS_SESSION_SECRET opens it. null: neither secret does. */
export const decryptFor = (userId: number, stored: string, secrets: Secrets) =>
  openSealed(stored, sealOf(userId), secrets)
