import { catalog } from '#shared/i18n/index.ts'
import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { SETTING_OF, type NotificationSetting } from '#shared/rules/notification-kinds.ts'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { originOf } from '#server/http/variant.ts'
import type { NotificationMail } from '#server/jobs/payloads.ts'
import { langOf } from '#server/lib/settings.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { contentOf, mailTexts } from '#server/mail/templates.ts'
import { loadNotifications } from '../notifications/queries.ts'
import { asNotification } from '../notifications/rules.ts'
import { getSettings } from '../notifications/settings/queries.ts'
import { unsubscribing } from './footer.ts'
import { countMessages, findAddressee, findUnread } from './queries.ts'

const MAX_ITEMS = 20

/** Returns null if nothing is left to mail: all was read or deleted, or the member switched these mails off. */
export async function notificationMail(
  { db, config, settings, now }: Services,
  { user_id, notification_ids, message_ids }: NotificationMail,
): Promise<Mail | null> {
  const addressee = await findAddressee(db, user_id)
  if (!addressee) return null
  const { kinds } = await getSettings(db, user_id)
  const isWanted = (setting: NotificationSetting | null) => setting !== null && kinds[setting].email
  const rows = (await loadUnread(db, user_id, notification_ids)).filter(({ kind }) => isWanted(SETTING_OF[kind]))
  const since = new Date(now().getTime() - LIFETIME.unreadMessage)
  const senders = isWanted('message') ? await countMessages(db, user_id, message_ids, since) : []
  if (rows.length === 0 && senders.length === 0) return null

  const lang = langOf(addressee.language, settings)
  const siteName = settings.value('site_name')
  const t = mailTexts[lang]
  const origin = originOf('normal', config)
  const siteTexts = catalog(lang).notifications
  const grouped = groupsOf(rows.filter(({ is_nsfw }) => !is_nsfw)).map(({ latest, ...group }) => {
    const { title, content, link } = asNotification(latest, siteTexts, 'normal', group)
    return { count: group.count, title, note: content, link: origin + link }
  })
  const ofAdult = rows.filter(({ is_nsfw }) => is_nsfw).length
  const adult =
    ofAdult === 0
      ? []
      : [{ count: ofAdult, title: t.notifications.adult(ofAdult), note: '', link: origin + paths.notifications() }]
  const messages = senders.map(({ username, count }) => ({
    count: 1,
    title: t.notifications.messages(username, count),
    note: '',
    link: origin + paths.messages(username),
  }))
  const items = [...messages, ...grouped, ...adult]
  const left = items.slice(MAX_ITEMS).reduce((sum, { count }) => sum + count, 0)

  const wanted = new Set([
    ...(senders.length > 0 ? ['message' as const] : []),
    ...rows.map(({ kind }) => SETTING_OF[kind]!),
  ])
  const { footer, unsubscribeUrl, subjectsText } = await unsubscribing(config, lang, {
    userId: user_id,
    subjects: [...wanted],
  })
  const [only] = items
  return {
    to: addressee.email,
    id: idOf(user_id, notification_ids, message_ids),
    unsubscribeUrl,
    ...contentOf({
      lang,
      siteName,
      subject: t.notifications.subject(
        siteName,
        items.length === 1 ? only!.title : t.notifications.several(items.reduce((sum, { count }) => sum + count, 0)),
      ),
      parts: [
        t.greeting(addressee.username),
        t.notifications.lead(siteName),
        { items: items.slice(0, MAX_ITEMS) },
        ...(left > 0 ? [t.notifications.more(left)] : []),
        { label: t.notifications.button, link: origin + paths.notifications() },
      ],
      footer: [t.notifications.why(subjectsText), ...footer],
    }),
  }
}

/** The Message-ID is deterministic, so that mail programs recognise a mail that is sent again. */
function idOf(...about: unknown[]): string {
  return new Bun.CryptoHasher('sha256').update(JSON.stringify(about)).digest('hex').slice(0, 32)
}

async function loadUnread(db: DbOrTx, userId: number, ids: number[]) {
  const unread = new Map((await findUnread(db, userId, ids)).map(({ id, thing_id, day }) => [id, { thing_id, day }]))
  if (unread.size === 0) return []
  return (await loadNotifications(db, [...unread.keys()])).map((row) => ({ ...row, ...unread.get(row.id)! }))
}

function groupsOf(rows: Awaited<ReturnType<typeof loadUnread>>) {
  const groups = Map.groupBy(rows, ({ kind, thing_id, day }) => `${kind} ${thing_id} ${day}`)
  return [...groups.values()].map((group) => ({
    latest: group[0]!,
    id: group[0]!.id,
    count: group.length,
    read: false,
    actors: [...new Set(group.flatMap(({ actor }) => actor ?? []))],
  }))
}
