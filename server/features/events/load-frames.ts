import { catalog } from '#shared/i18n/index.ts'
import type { Services } from '#server/context.ts'
import { countUnreadOf as countUnreadMessages, findMessages } from '../messages/queries.ts'
import { toMessage } from '../messages/rules.ts'
import { countUnreadOf as countUnreadNotifications, findNotifications } from '../notifications/queries.ts'
import { asNotification } from '../notifications/rules.ts'
import type { Change } from '#server/lib/events.ts'
import { frameOf, type Frame } from './frames.ts'
import type { Listener } from './listeners.ts'
import { findUsernames } from './queries.ts'

export type Delivery = { change: Change; position: number; to: Listener[] }

type Loaders = Pick<Services, 'db' | 'now' | 'config'>

const membersOf = ({ to }: Delivery) => to.flatMap(({ member }) => member?.id ?? [])

async function loadNotifications({ db }: Loaders, deliveries: Delivery[]) {
  const memberIds = new Set<number>()
  const ids: number[] = []
  for (const delivery of deliveries) {
    const { change } = delivery
    if (change.type !== 'notification' && change.type !== 'notifications') continue
    for (const id of membersOf(delivery)) memberIds.add(id)
    if (change.type === 'notification') ids.push(change.id)
  }
  if (memberIds.size === 0) return null
  const [unread, rows] = await Promise.all([
    countUnreadNotifications(db, [...memberIds]),
    ids.length > 0 ? findNotifications(db, ids) : [],
  ])
  return { unread, rows: new Map(rows.map((row) => [row.id, row])) }
}

async function loadMessages({ db, now, config }: Loaders, deliveries: Delivery[]) {
  const memberIds = new Set<number>()
  const userIds = new Set<number>()
  const ids = new Set<number>()
  for (const delivery of deliveries) {
    const { change } = delivery
    if (change.type !== 'message') continue
    for (const id of membersOf(delivery)) memberIds.add(id)
    userIds.add(change.sender_id).add(change.recipient_id)
    if (change.id !== null) ids.add(change.id)
  }
  if (memberIds.size === 0) return null
  const lifetime = { now: now(), ttl: config.messageTtlAfterRead }
  const [unread, rows, usernames] = await Promise.all([
    countUnreadMessages(db, [...memberIds], lifetime),
    ids.size > 0 ? findMessages(db, [...ids], lifetime) : [],
    findUsernames(db, [...userIds]),
  ])
  return { unread, rows: new Map(rows.map((row) => [row.id, row])), usernames }
}

/** The number of queries is the same for any number of deliveries; null means that a listener gets no frame. */
export async function loadFrames(
  services: Loaders,
  deliveries: Delivery[],
): Promise<(change: Change, listener: Listener) => Frame | null> {
  const [notifications, messages] = await Promise.all([
    loadNotifications(services, deliveries),
    loadMessages(services, deliveries),
  ])
  const frames = new Map<string, Frame>()

  function frameOnce(key: string, make: () => Frame): Frame {
    let frame = frames.get(key)
    if (!frame) frames.set(key, (frame = make()))
    return frame
  }

  return (change, { member, lang, variant }) => {
    if (change.type === 'post')
      return frameOnce(`post ${change.post_id}`, () => frameOf('resync', { topics: [`post:${change.post_id}`] }))
    if (!member) return null
    if (change.type === 'counts') return frameOnce('counts', () => frameOf('resync', { topics: ['me'] }))
    if (change.type === 'modmail')
      return frameOnce(`modmail ${change.thread_id}`, () => frameOf('modmail', { thread_id: change.thread_id }))
    if (change.type === 'notifications') {
      const unread_count = notifications!.unread.get(member.id) ?? 0
      return frameOnce(`count ${member.id}`, () => frameOf('notification', { unread_count, notification: null }))
    }
    if (change.type === 'notification') {
      const row = notifications!.rows.get(change.id)
      if (!row || row.user_id !== member.id || (row.actor_id !== null && member.blocked?.has(row.actor_id))) return null
      const unread_count = notifications!.unread.get(member.id) ?? 0
      return frameOnce(`notification ${row.id} ${lang} ${variant}`, () =>
        frameOf('notification', {
          unread_count,
          notification: asNotification(row, catalog(lang).notifications, variant),
        }),
      )
    }
    if (change.type !== 'message') return null
    const { kind, id, sender_id, recipient_id } = change
    const partnerId = member.id === sender_id ? recipient_id : sender_id
    const partner = messages!.usernames.get(partnerId)
    const row = id === null ? null : messages!.rows.get(id)
    const isBlocked = member.blocked?.has(partnerId) === true
    const isByPartner = kind === 'new' || (kind === 'read' && member.id === sender_id)
    if (row === undefined || partner === undefined || (isBlocked && isByPartner)) return null
    const unread_count = messages!.unread.get(member.id) ?? 0
    return frameOnce(`message ${member.id} ${kind} ${id ?? ''} ${partnerId}`, () =>
      frameOf('message', {
        unread_count,
        with: partner,
        kind,
        message: row && !isBlocked ? toMessage(row, messages!.usernames.get(row.sender_id)!) : null,
      }),
    )
  }
}
