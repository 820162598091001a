import { jwtVerify, SignJWT } from 'jose'
import { NOTIFICATION_SETTINGS, type NotificationSetting } from '#shared/rules/notification-kinds.ts'

export type MailSubject = NotificationSetting | 'digest'

export type Unsubscribing = { userId: number; subjects: MailSubject[] }

const ISSUER = 'watek unsubscribe'

const ALL: readonly string[] = [...NOTIFICATION_SETTINGS, 'digest']
const isSubject = (word: unknown): word is MailSubject => typeof word === 'string' && ALL.includes(word)

/** Signs a token that never expires, because the link in an old mail must still work. */
export function signUnsubscribeToken(secret: string, { userId, subjects }: Unsubscribing): Promise<string> {
  return new SignJWT({ off: subjects })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setSubject(String(userId))
    .sign(new TextEncoder().encode(secret))
}

export async function readUnsubscribeToken(secret: string, token: string): Promise<Unsubscribing | null> {
  try {
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret), {
      algorithms: ['HS256'],
      issuer: ISSUER,
    })
    const off: unknown = payload.off
    const userId = Number(payload.sub)
    const subjects = Array.isArray(off) ? off.filter(isSubject) : []
    return Number.isSafeInteger(userId) && subjects.length > 0 ? { userId, subjects } : null
  } catch {
    return null
  }
}
