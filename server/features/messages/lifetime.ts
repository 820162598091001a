import { and, eq, gt, isNull, or, type SQL } from 'drizzle-orm'
import { LIFETIME } from '#shared/limits.ts'
import { message } from './table.ts'

export type Lifetime = { now: Date; ttl: number }

export const ofPair = (a: number, b: number) =>
  and(eq(message.low_id, Math.min(a, b)), eq(message.high_id, Math.max(a, b)))

export function bounds({ now, ttl }: Lifetime) {
  return { read: new Date(now.getTime() - ttl), unread: new Date(now.getTime() - LIFETIME.unreadMessage) }
}

export function isNotExpired(lifetime: Lifetime): SQL {
  const { read, unread } = bounds(lifetime)
  return or(gt(message.read_at, read), and(isNull(message.read_at), gt(message.created_at, unread)))!
}
