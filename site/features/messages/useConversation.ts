import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { SiteApi } from '#shared/api/public.ts'
import type { Message } from '#shared/api/shapes.ts'
import { DELAY, LIMITS, PAGE } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { storedToken } from '#site/core/session.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, useEvents } from '#site/features/events/events.ts'
import { refreshCounts } from '#site/features/notifications/unread-counts.ts'
import { threadOf, withLatest, withMessage, withOlder, withRead, type Latest, type Thread } from './thread.ts'
import { useLeave } from './useLeave.ts'

const CLOCK_SKEW_MS = 1_000
const MAX_TIMEOUT_MS = 2 ** 31 - 1

const isHidden = () => document.visibilityState !== 'visible'

/** Loads all messages since the oldest shown; marks them as read only if the page is visible. */
async function fetchLatest(
  api: SiteApi,
  username: string,
  asked: readonly Message[],
  signal: AbortSignal,
): Promise<Latest> {
  const limit = asked.length > PAGE.conversation ? LIMITS.listLimit : PAGE.conversation
  const oldest = asked[0]?.id ?? Infinity
  const messages: Message[] = []
  for (let before: number | undefined; ; before = messages[0]!.id) {
    const page = await api.messages.conversation({ username, limit, before, peek: isHidden() }, { signal })
    messages.unshift(...page.messages)
    if (page.messages.length < limit) return { messages, is_whole: true }
    if (messages[0]!.id <= oldest) return { messages, is_whole: false }
  }
}

async function fetchOlder(api: SiteApi, username: string, [oldest]: readonly Message[]): Promise<Message[]> {
  const query = { username, limit: PAGE.conversation, before: oldest?.id, peek: isHidden() }
  return (await api.messages.conversation(query)).messages
}

/** Calls `ask` when the page becomes visible or online, and at intervals while there is no event stream. */
function whenToAsk(ask: () => void): () => void {
  const seen = () => {
    if (!isHidden()) ask()
  }
  const timer = setInterval(() => {
    if (!isStreaming()) ask()
  }, DELAY.conversationPoll)
  document.addEventListener('visibilitychange', seen)
  addEventListener('online', ask)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', seen)
    removeEventListener('online', ask)
  }
}

/** Event handlers read `latest`, because it has changes that React has not rendered yet. */
function useLatestThread(first: Message[]) {
  const [thread, setThread] = useState(() => threadOf(first, PAGE.conversation))
  const latest = useRef(thread)
  const update = useCallback((change: (thread: Thread) => Thread) => {
    latest.current = change(latest.current)
    setThread(latest.current)
  }, [])
  return { thread, latest, update }
}

export function useConversation(other: { id: number; username: string }, first: Message[], since: string | null) {
  const texts = useTexts('messages')
  const { api, site } = useSite()
  const leave = useLeave()
  const { thread, latest, update } = useLatestThread(first)
  const [isLoadingOlder, setLoadingOlder] = useState(false)
  /** A promise chain: requests run one after another, so that no stale response replaces a newer one. */
  const line = useRef(Promise.resolve())
  const isAsked = useRef(false)
  const leaving = useRef(new AbortController())

  const hasUnread = useEffectEvent(() =>
    latest.current.messages.some(({ recipient_id, is_read }) => recipient_id !== other.id && !is_read),
  )

  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const asked = latest.current.messages
    const alreadyRead = new Set(asked.filter(({ is_read }) => is_read).map(({ id }) => id))
    const isNewlyRead = ({ id, recipient_id, is_read }: Message) =>
      recipient_id !== other.id && is_read && !alreadyRead.has(id)
    try {
      const found = await fetchLatest(api, other.username, asked, signal)
      update((now) => withLatest(now, asked, found))
      if (!isStreaming() && found.messages.some(isNewlyRead)) void refreshCounts(api)
    } catch (error) {
      if (signal.aborted) return
      if (!leave(error)) console.warn('Asking for the conversation failed', error)
    }
  })

  const ask = useEffectEvent(() => {
    if (isAsked.current || storedToken() === null) return
    isAsked.current = true
    line.current = line.current.then(() => {
      isAsked.current = false
      return refresh(leaving.current.signal)
    })
  })

  const askWhenVanished = useEffectEvent(() => {
    const timer = setTimeout(() => ask(), Math.min(site.message_ttl + CLOCK_SKEW_MS, MAX_TIMEOUT_MS))
    leaving.current.signal.addEventListener('abort', () => clearTimeout(timer))
  })

  useEffect(() => {
    const abort = new AbortController()
    leaving.current = abort
    if (!isHidden() && hasUnread()) ask()
    const stop = whenToAsk(() => ask())
    return () => {
      abort.abort()
      isAsked.current = false
      stop()
    }
  }, [other.id])

  useEvents('me', since, ({ name, data }) => {
    if (name === 'resync' || name === 'signed_out') return ask()
    if (name !== 'message' || data.with !== other.username) return
    const { kind, message } = data
    if (message && kind === 'new') update((now) => withMessage(now, message))
    if (message && kind === 'read') update((now) => withRead(now, message))
    if (kind === 'read') askWhenVanished()
    const isToRead = kind === 'new' && message?.recipient_id !== other.id && !isHidden()
    if (isToRead || kind === 'gone' || message === null) ask()
  })

  async function loadOlder(): Promise<void> {
    if (isLoadingOlder) return
    setLoadingOlder(true)
    line.current = line.current.then(async () => {
      try {
        const older = await fetchOlder(api, other.username, latest.current.messages)
        update((now) => withOlder(now, older, PAGE.conversation))
      } catch (error) {
        if (!leave(error)) showFailure(error, texts.loadFailed)
      }
    })
    await line.current
    setLoadingOlder(false)
  }

  return {
    thread,
    isLoadingOlder,
    loadOlder,
    addSent: (message: Message) => update((now) => withMessage(now, message)),
  }
}
