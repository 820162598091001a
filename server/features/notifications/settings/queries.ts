import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { NotificationSettings } from '#shared/api/notifications.ts'
import {
  NOTIFICATION_SETTINGS,
  type Digest,
  type NotificationSetting,
  type ThreadLevel,
} from '#shared/rules/notification-kinds.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { emitChange } from '../../events/changes.ts'
import { isListed } from '../../posts/listed.ts'
import { postRank } from '../../posts/table.ts'
import { notificationSettings, threadLevel } from '../table.ts'

type Stored = Pick<typeof notificationSettings.$inferSelect, 'site_off' | 'email_on' | 'digest'>

type SettingsChange = {
  kinds?: Partial<Record<NotificationSetting, { site?: boolean; email?: boolean }>>
  digest?: Digest
}

const DEFAULTS: Stored = { site_off: [], email_on: ['moderation'], digest: 'off' }

function asSettings({ site_off, email_on, digest }: Stored): NotificationSettings {
  const kinds = NOTIFICATION_SETTINGS.map((name) => [
    name,
    { site: !site_off.includes(name), email: email_on.includes(name) },
  ])
  return { kinds: Object.fromEntries(kinds) as NotificationSettings['kinds'], digest }
}

const ofUser = (userId: number) => eq(notificationSettings.user_id, userId)

export async function getSettings(tx: DbOrTx, userId: number): Promise<NotificationSettings> {
  const [row] = await tx.select().from(notificationSettings).where(ofUser(userId))
  return asSettings(row ?? DEFAULTS)
}

/** In a transaction: two changes at once both hold. */
export async function changeSettings(
  tx: DbOrTx,
  userId: number,
  { kinds = {}, digest }: SettingsChange,
): Promise<NotificationSettings> {
  await tx.insert(notificationSettings).values({ user_id: userId }).onConflictDoNothing()
  const [row] = await tx.select().from(notificationSettings).where(ofUser(userId)).for('update')
  const before = asSettings(row!).kinds
  const choiceOf = (name: NotificationSetting) => ({ ...before[name], ...kinds[name] })
  if (choiceOf('message').site !== before.message.site) emitChange(tx, { type: 'counts', user_id: userId })
  const [changed] = await tx
    .update(notificationSettings)
    .set({
      site_off: NOTIFICATION_SETTINGS.filter((name) => !choiceOf(name).site),
      email_on: NOTIFICATION_SETTINGS.filter((name) => choiceOf(name).email),
      digest: digest ?? row!.digest,
    })
    .where(ofUser(userId))
    .returning()
  return asSettings(changed!)
}

/** Throws `post_not_found`. */
export async function getThreadLevel(tx: DbOrTx, userId: number, postId: number): Promise<ThreadLevel> {
  const [row] = await tx
    .select({ author_id: postRank.author_id, level: threadLevel.level })
    .from(postRank)
    .leftJoin(threadLevel, and(eq(threadLevel.post_id, postRank.post_id), eq(threadLevel.user_id, userId)))
    .where(and(eq(postRank.post_id, postId), isListed()))
  if (!row) throw new ApiError('post_not_found')
  return row.level ?? (row.author_id === userId ? 'all' : 'replies')
}

export async function setThreadLevel(tx: DbOrTx, userId: number, postId: number, level: ThreadLevel): Promise<void> {
  await tx
    .insert(threadLevel)
    .values({ user_id: userId, post_id: postId, level })
    .onConflictDoUpdate({ target: [threadLevel.user_id, threadLevel.post_id], set: { level: sql`excluded.level` } })
}
