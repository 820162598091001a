import { and, eq, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import type { NotificationSettings } from '#shared/api/notifications.ts'
import {
  NOTIFICATION_SETTINGS,
  PUSHED_BY_DEFAULT,
  type Digest,
  type NotificationSetting,
  type ThreadLevel,
} from '#shared/rules/notification-kinds.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { isOneOf } from '#server/db/one-of.ts'
import { emitChange } from '../../events/changes.ts'
import { isListed } from '../../posts/listed.ts'
import { postRank } from '../../posts/table.ts'
import { notificationSettings, threadLevel } from '../table.ts'
import { minutesOf, timeOfDay } from './rules.ts'

type Stored = Omit<typeof notificationSettings.$inferSelect, 'user_id'>

type SettingsChange = {
  kinds?: Partial<Record<NotificationSetting, { site?: boolean; email?: boolean; push?: boolean }>>
  digest?: Digest
  quiet_hours?: NotificationSettings['quiet_hours']
  push_preview?: boolean
}

const DEFAULTS: Stored = {
  site_off: [],
  email_on: ['moderation'],
  digest: 'off',
  push_on: [...PUSHED_BY_DEFAULT],
  push_preview: true,
  quiet_from: null,
  quiet_to: null,
  quiet_time_zone: null,
}

function asSettings(stored: Stored): NotificationSettings {
  const { site_off, email_on, push_on, digest, push_preview, quiet_from, quiet_to, quiet_time_zone } = stored
  const kinds = NOTIFICATION_SETTINGS.map((name) => [
    name,
    { site: !site_off.includes(name), email: email_on.includes(name), push: push_on.includes(name) },
  ])
  const quiet_hours =
    quiet_from === null || quiet_to === null || quiet_time_zone === null
      ? null
      : { from: timeOfDay(quiet_from), to: timeOfDay(quiet_to), time_zone: quiet_time_zone }
  return { kinds: Object.fromEntries(kinds) as NotificationSettings['kinds'], digest, quiet_hours, push_preview }
}

const ofUser = (userId: number) => eq(notificationSettings.user_id, userId)

export async function getSettingsOf(tx: DbOrTx, userIds: number[]): Promise<(id: number) => NotificationSettings> {
  const rows = await tx.select().from(notificationSettings).where(isOneOf(notificationSettings.user_id, userIds))
  const found = new Map(rows.map((row) => [row.user_id, asSettings(row)]))
  return (id) => found.get(id) ?? asSettings(DEFAULTS)
}

export async function getSettings(tx: DbOrTx, userId: number): Promise<NotificationSettings> {
  const [row] = await tx.select().from(notificationSettings).where(ofUser(userId))
  return asSettings(row ?? DEFAULTS)
}

/** Changes notification settings under a lock, so that concurrent changes do not overwrite each other. */
export async function changeSettings(
  tx: DbOrTx,
  userId: number,
  { kinds = {}, digest, quiet_hours, push_preview }: SettingsChange,
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
      push_on: NOTIFICATION_SETTINGS.filter((name) => choiceOf(name).push),
      digest: digest ?? row!.digest,
      push_preview: push_preview ?? row!.push_preview,
      ...(quiet_hours !== undefined && {
        quiet_from: quiet_hours && minutesOf(quiet_hours.from),
        quiet_to: quiet_hours && minutesOf(quiet_hours.to),
        quiet_time_zone: quiet_hours && quiet_hours.time_zone,
      }),
    })
    .where(ofUser(userId))
    .returning()
  return asSettings(changed!)
}

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
