import { catalog } from '#shared/i18n/index.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { NotificationSettings } from '#shared/api/notifications.ts'
import { LIFETIME, LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { SETTING_OF, type NotificationSetting } from '#shared/rules/notification-kinds.ts'
import type { Variant } from '#shared/rules/variant.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { originOf } from '#server/http/variant.ts'
import { langOf } from '#server/lib/settings.ts'
import { plainExcerpt } from '#server/markdown/markdown.ts'
import { countUnreadOf as countMessagesOf } from '../messages/queries.ts'
import { countUnreadOf as countNotificationsOf, loadNotifications } from '../notifications/queries.ts'
import { asNotification } from '../notifications/rules.ts'
import { getSettingsOf } from '../notifications/settings/queries.ts'
import {
  findAddressees,
  findUnreadMessages,
  findUnreadNotifications,
  type Addressee,
  type Notice,
  type TakenNotification,
  type UnreadMessage,
} from './queries.ts'
import type { PushMessage, Urgency } from './send.ts'

type NotificationRow = Awaited<ReturnType<typeof loadNotifications>>[number]

type Content = { rows: NotificationRow[]; messages: UnreadMessage[] }

const URGENCY: Record<NotificationSetting, Urgency> = {
  message: 'high',
  stream: 'high',
  reply: 'normal',
  mention: 'normal',
  moderation: 'normal',
  comment: 'low',
  follow: 'low',
  report: 'low',
  bot: 'low',
}

export const messagesTag = (senderId: number) => `messages-${senderId}`

/** On a device, a notice replaces the previous one with the same tag. */
export function tagOf({ kind, post_id, modmail_id, stream_id, thing_id }: TakenNotification): string {
  if (modmail_id !== null) return `modmail-${modmail_id}`
  if (post_id !== null) return `thread-${post_id}`
  if (stream_id !== null) return `stream-${stream_id}`
  return `${kind}-${thing_id}`
}

export type Outgoing = { addressee: Addressee; notice: Notice; message: PushMessage }

/** Leaves out notices with nothing unread and kinds that the member turned off. */
export async function composeNotices(services: Services, notices: Notice[]): Promise<Outgoing[]> {
  const { db, now, settings } = services
  const settingsOf = await getSettingsOf(db, [...new Set(notices.map(({ user_id }) => user_id))])
  const contents = await loadContents(db, notices, settingsOf, new Date(now().getTime() - LIFETIME.unreadMessage))
  const current = notices.filter((notice) => contents.has(notice))
  const userIds = [...new Set(current.map(({ user_id }) => user_id))]
  const [addressees, badges] = await Promise.all([findAddressees(db, userIds, now()), countBadges(db, userIds, now())])
  const ofUser = Map.groupBy(addressees, ({ subscription }) => subscription.user_id)
  return current.flatMap((notice) =>
    (ofUser.get(notice.user_id) ?? [])
      .filter(({ subscription }) => subscription.variant === 'normal' || settings.value('adult_variant'))
      .map((addressee) => ({
        addressee,
        notice,
        message: compose(services, notice, contents.get(notice)!, {
          variant: addressee.subscription.variant,
          lang: langOf(addressee.language, settings),
          badge: badges(notice.user_id),
          hasPreview: settingsOf(notice.user_id).push_preview,
        }),
      })),
  )
}

/** Counts unread notifications and messages together, for the badge of the app's icon. */
export async function countBadges(db: DbOrTx, userIds: number[], now: Date): Promise<(userId: number) => number> {
  const [notifications, messages] = await Promise.all([
    countNotificationsOf(db, userIds),
    countMessagesOf(db, userIds, { now }),
  ])
  return (id) => Math.min((notifications.get(id) ?? 0) + (messages.get(id) ?? 0), LIMITS.badge)
}

type SettingsOf = (userId: number) => NotificationSettings

async function loadContents(
  db: DbOrTx,
  notices: Notice[],
  settingsOf: SettingsOf,
  since: Date,
): Promise<Map<Notice, Content>> {
  const ids = notices.flatMap(({ notification_ids }) => notification_ids)
  const messageIds = notices.flatMap(({ message_ids }) => message_ids)
  const [unread, messages] = await Promise.all([
    findUnreadNotifications(db, ids),
    messageIds.length === 0 ? [] : findUnreadMessages(db, messageIds, since),
  ])
  const rows = unread.length === 0 ? [] : await loadNotifications(db, unread)
  const contents = notices.map((notice) => {
    const { kinds } = settingsOf(notice.user_id)
    const wanted = (setting: NotificationSetting | null) => setting !== null && kinds[setting].push
    return [
      notice,
      {
        rows: rows.filter(({ id, kind }) => notice.notification_ids.includes(id) && wanted(SETTING_OF[kind])),
        messages: wanted('message') ? messages.filter(({ id }) => notice.message_ids.includes(id)) : [],
      },
    ] as const
  })
  return new Map(contents.filter(([, content]) => content.rows.length + content.messages.length > 0))
}

type Reader = { variant: Variant; lang: Lang; badge: number; hasPreview: boolean }

function compose(
  { config, settings }: Services,
  { tag }: Notice,
  content: Content,
  { variant, lang, badge, hasPreview }: Reader,
): PushMessage {
  const count = content.rows.length + content.messages.length
  const origin = originOf(variant, config)
  const site = settings.value('site_name')
  const hidden = { title: site, body: catalog(lang).pushMessages.hidden(count), navigate: origin + linkOf(content) }
  const shown = hasPreview ? textOf(content, origin, variant, lang) : hidden
  const [first] = content.rows
  return {
    payload: declarative({ ...shown, tag, lang, app_badge: badge }),
    shortPayload: declarative({ ...hidden, tag, lang, app_badge: badge }),
    tag,
    urgency: first === undefined ? URGENCY.message : URGENCY[SETTING_OF[first.kind] ?? 'report'],
  }
}

type Shown = { title: string; body: string; navigate: string; tag: string; lang: Lang; app_badge: number }

/** Browsers that support Declarative Web Push show the message; in others the service worker reads the same fields. */
export const declarative = (notification: Shown) => ({ web_push: 8030, notification })

const linkOf = ({ rows }: Content) => (rows.length > 0 ? paths.notifications() : paths.messages())

function textOf(content: Content, origin: string, variant: Variant, lang: Lang) {
  const t = catalog(lang)
  const [message] = content.messages
  if (message) {
    const text = plainExcerpt(message.content, LIMITS.commentExcerpt) || (message.has_image ? t.pushMessages.image : '')
    return {
      title: t.pushMessages.messageFrom(message.username),
      body: withMore(text, content.messages.length - 1, t),
      navigate: origin + paths.messages(message.username),
    }
  }
  const [latest] = content.rows
  const alike = content.rows.filter(({ kind }) => kind === latest!.kind)
  const group = {
    id: latest!.id,
    count: alike.length,
    read: false,
    actors: [...new Set(alike.flatMap(({ actor }) => actor ?? []))],
  }
  const { title, content: text, link } = asNotification(latest!, t.notifications, variant, group)
  return { title, body: withMore(text, content.rows.length - 1, t), navigate: origin + link }
}

const withMore = (text: string, more: number, t: ReturnType<typeof catalog>) =>
  more === 0 ? text : text === '' ? t.pushMessages.more(more) : `${text} (${t.pushMessages.more(more)})`
