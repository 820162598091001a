import type { Fetch } from './forward.ts'

/** The server sends something every 25 s, so a longer silence means a dead connection. */
const IDLE_TIMEOUT_MS = 60_000

type Options = {
  send: Fetch
  address: string
  headers: Record<string, string>
  signal: AbortSignal
  onEvent: (lines: string) => void
}

export async function readEventStream({ send, address, headers, signal, onEvent }: Options): Promise<void> {
  const idle = new AbortController()
  let idleTimer = setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS)
  try {
    const answer = await send(address, {
      method: 'GET',
      headers,
      redirect: 'error',
      credentials: 'omit',
      signal: AbortSignal.any([signal, idle.signal]),
    })
    if (!answer.ok || !answer.body) return
    const decoder = new TextDecoder()
    let text = ''
    for await (const part of answer.body) {
      clearTimeout(idleTimer)
      idleTimer = setTimeout(() => idle.abort(), IDLE_TIMEOUT_MS)
      const blocks = (text + decoder.decode(part, { stream: true })).split('\n\n')
      text = blocks.pop()!
      blocks.forEach((block) => onEvent(block))
    }
  } finally {
    clearTimeout(idleTimer)
  }
}
