import type { Message } from '#shared/api/shapes.ts'

/** The messages on the screen, oldest first, and whether there are older ones. */
export type Thread = { messages: Message[], has_older: boolean }

/** What the server has from some message on; `is_whole` where nothing is older. */
export type Latest = { messages: Message[], is_whole: boolean }

/** A thread of a first page, which is full where there may be more. */
export function threadOf(messages: Message[], pageSize: number): Thread {
  return { messages, has_older: messages.length >= pageSize }
}

/**
 * The thread as the server has it now: what vanished goes, ticks and new messages come. `asked` is what was on the screen
 * when the server was asked, all of which `latest` covers; what came since, by sending, stays.
 */
export function withLatest(thread: Thread, asked: readonly Message[], latest: Latest): Thread {
  const known = new Set([...asked, ...latest.messages].map(({ id }) => id))
  const since = thread.messages.filter(({ id }) => !known.has(id))
  return { messages: inOrder([...latest.messages, ...since]), has_older: !latest.is_whole }
}

/** The thread with a page of what is older. */
export function withOlder(thread: Thread, page: readonly Message[], pageSize: number): Thread {
  const known = new Set(thread.messages.map(({ id }) => id))
  return {
    messages: inOrder([...page.filter(({ id }) => !known.has(id)), ...thread.messages]),
    has_older: page.length >= pageSize,
  }
}

/** The thread with a message that was just sent; a poll may have brought it already. */
export function withSent(thread: Thread, message: Message): Thread {
  if (thread.messages.some(({ id }) => id === message.id)) return thread
  return { ...thread, messages: [...thread.messages, message] }
}

function inOrder(messages: Message[]): Message[] {
  return messages.sort((a, b) => a.id - b.id)
}
