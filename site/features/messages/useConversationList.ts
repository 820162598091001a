import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ConversationSummary } from '#shared/api/shapes.ts'
import { DELAY, PAGE } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { storedToken } from '#site/core/session.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, useEvents } from '#site/features/events/events.ts'

const GATHER_MS = 300

/** `offset` is the position of `first` in the whole list, `since` the last event that `first` contains. */
export function useConversationList(first: ConversationSummary[], offset: number, since: string | null) {
  const texts = useTexts('messages')
  const { api } = useSite()
  const [list, setList] = useState({
    newest: first,
    older: [] as ConversationSummary[],
    next: offset + first.length,
    has_older: first.length === PAGE.list,
  })
  const [isLoading, setLoading] = useState(false)
  const shown = new Set(list.newest.map(({ other_user_id }) => other_user_id))
  const rows = [...list.newest, ...list.older.filter(({ other_user_id }) => !shown.has(other_user_id))]

  const leaving = useRef(new AbortController())
  const gathering = useRef<ReturnType<typeof setTimeout>>(undefined)

  const refresh = useEffectEvent(() => {
    const { signal } = leaving.current
    if (storedToken() === null || document.visibilityState !== 'visible') return
    api.messages
      .conversations({ limit: PAGE.list, offset }, { signal })
      .then((newest) => setList((now) => ({ ...now, newest })))
      .catch((error: unknown) => {
        if (!signal.aborted) console.warn('Asking for conversations failed', error)
      })
  })

  useEffect(() => {
    const abort = new AbortController()
    leaving.current = abort
    const timer = setInterval(() => {
      if (!isStreaming()) refresh()
    }, DELAY.countsPoll)
    const seen = () => refresh()
    document.addEventListener('visibilitychange', seen)
    return () => {
      abort.abort()
      clearInterval(timer)
      clearTimeout(gathering.current)
      document.removeEventListener('visibilitychange', seen)
    }
  }, [api, offset])

  useEvents('me', since, ({ name }) => {
    if (name !== 'message' && name !== 'resync') return
    clearTimeout(gathering.current)
    gathering.current = setTimeout(() => refresh(), GATHER_MS)
  })

  async function loadOlder(): Promise<void> {
    setLoading(true)
    try {
      const page = await api.messages.conversations({ limit: PAGE.list, offset: list.next })
      setList((now) => ({
        ...now,
        older: [...now.older, ...page],
        next: now.next + page.length,
        has_older: page.length === PAGE.list,
      }))
    } catch (error) {
      showFailure(error, texts.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  return { rows, next: list.next, hasOlder: list.has_older, isLoading, loadOlder }
}
