import type { Message } from '#shared/api/shapes.ts'

export type Thread = { messages: Message[]; has_older: boolean }

/** With `is_whole`, no older messages exist. */
export type Latest = { messages: Message[]; is_whole: boolean }

export function threadOf(messages: Message[], pageSize: number): Thread {
  return { messages, has_older: messages.length >= pageSize }
}

/** `asked` are the messages shown when the request was sent; messages added after that are kept. */
export function withLatest(thread: Thread, asked: readonly Message[], latest: Latest): Thread {
  const known = new Set([...asked, ...latest.messages].map(({ id }) => id))
  const since = thread.messages.filter(({ id }) => !known.has(id))
  return { messages: inOrder([...latest.messages, ...since]), has_older: !latest.is_whole }
}

export function withOlder(thread: Thread, page: readonly Message[], pageSize: number): Thread {
  const known = new Set(thread.messages.map(({ id }) => id))
  return {
    messages: inOrder([...page.filter(({ id }) => !known.has(id)), ...thread.messages]),
    has_older: page.length >= pageSize,
  }
}

/** Polling may have loaded the message already. */
export function withMessage(thread: Thread, message: Message): Thread {
  if (thread.messages.some(({ id }) => id === message.id)) return thread
  return { ...thread, messages: inOrder([...thread.messages, message]) }
}

export function withRead(thread: Thread, last: Message): Thread {
  const isRead = ({ id, recipient_id }: Message) => id <= last.id && recipient_id === last.recipient_id
  return {
    ...thread,
    messages: thread.messages.map((message) => (isRead(message) ? { ...message, is_read: true } : message)),
  }
}

function inOrder(messages: Message[]): Message[] {
  return messages.sort((a, b) => a.id - b.id)
}
