import type { ReceivedEvent, WantedTopic } from './events.ts'

export type TabMessage =
  | { kind: 'who' }
  | { kind: 'wants'; tab: number; wanted: WantedTopic[] }
  | { kind: 'leaves'; tab: number }
  | { kind: 'state'; isConnected: boolean; covered: readonly string[] }
  | { kind: 'recent'; events: readonly ReceivedEvent[]; lastId: string | null; user: number | null }
  | { kind: 'received'; received: ReceivedEvent; user: number | null }

type UnknownFields = Record<string, unknown>

const isObject = (value: unknown): value is UnknownFields => typeof value === 'object' && value !== null
const isText = (value: unknown): value is string => typeof value === 'string'
const isTextOrNull = (value: unknown) => value === null || isText(value)
const isNumber = (value: unknown) => typeof value === 'number'
const areAll = (value: unknown, isRight: (one: unknown) => boolean) => Array.isArray(value) && value.every(isRight)
const isUser = (value: unknown) => value === null || isNumber(value)

const isWanted = (value: unknown) =>
  isObject(value) && isText(value.topic) && isTextOrNull(value.since) && isNumber(value.at)

const EVENT_DATA_CHECKS: Record<string, (data: UnknownFields) => boolean> = {
  hello: ({ topics }) => areAll(topics, isText),
  resync: ({ topics }) => areAll(topics, isText),
  thread: ({ post_id, new: added, edited, removed }) =>
    isNumber(post_id) && areAll(added, isObject) && areAll(edited, isNumber) && areAll(removed, isNumber),
  post: ({ post_id }) => isNumber(post_id),
  notification: ({ unread_count }) => isNumber(unread_count),
  message: ({ unread_count }) => isNumber(unread_count),
  signed_out: () => true,
}

function isReceivedEvent(value: unknown): boolean {
  if (!isObject(value) || !isTextOrNull(value.id) || !isNumber(value.at) || !isObject(value.event)) return false
  const { name, data } = value.event
  return isText(name) && isObject(data) && Object.hasOwn(EVENT_DATA_CHECKS, name) && EVENT_DATA_CHECKS[name]!(data)
}

const MESSAGE_CHECKS: Record<TabMessage['kind'], (message: UnknownFields) => boolean> = {
  who: () => true,
  wants: ({ tab, wanted }) => isNumber(tab) && areAll(wanted, isWanted),
  leaves: ({ tab }) => isNumber(tab),
  state: ({ isConnected, covered }) => typeof isConnected === 'boolean' && areAll(covered, isText),
  recent: ({ events, lastId, user }) => areAll(events, isReceivedEvent) && isTextOrNull(lastId) && isUser(user),
  received: ({ received, user }) => isReceivedEvent(received) && isUser(user),
}

/** Messages can be invalid, because tabs with an older version share the channel after an update. */
export function readTabMessage(data: unknown): TabMessage | null {
  if (!isObject(data) || !isText(data.kind) || !Object.hasOwn(MESSAGE_CHECKS, data.kind)) return null
  return MESSAGE_CHECKS[data.kind as TabMessage['kind']](data) ? (data as TabMessage) : null
}
