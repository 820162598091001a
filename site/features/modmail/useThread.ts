import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ModmailMessage, ModmailThread } from '#shared/api/modmail.ts'
import { DELAY } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { storedToken } from '#site/core/session.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, useEvents } from '#site/features/events/events.ts'

export type LoadedThread = { thread: ModmailThread; messages: ModmailMessage[]; next_cursor: string | null }

const isHidden = () => document.visibilityState !== 'visible'

function withLatest(now: LoadedThread, latest: LoadedThread): LoadedThread {
  const oldest = latest.messages[0]?.id ?? 0
  const earlier = now.messages.filter(({ id }) => id < oldest)
  return {
    thread: latest.thread,
    messages: [...earlier, ...latest.messages],
    next_cursor: earlier.length > 0 ? now.next_cursor : latest.next_cursor,
  }
}

/** Loading the thread on mount marks it as read. */
export function useThread(first: LoadedThread, since: string | null) {
  const texts = useTexts('modmail')
  const { api } = useSite()
  const [loaded, setLoaded] = useState(first)
  const [isLoading, setLoading] = useState(false)
  const { id } = first.thread
  const running = useRef(Promise.resolve())

  const refresh = useEffectEvent(() => {
    if (storedToken() === null) return
    running.current = running.current.then(async () => {
      try {
        const latest = await api.modmail.get({ thread_id: id, peek: isHidden() })
        setLoaded((now) => withLatest(now, latest))
      } catch (error) {
        console.warn('Asking for the thread failed', error)
      }
    })
  })

  useEffect(() => {
    const onSeen = () => {
      if (!isHidden()) refresh()
    }
    onSeen()
    const timer = setInterval(() => {
      if (!isStreaming()) refresh()
    }, DELAY.countsPoll)
    document.addEventListener('visibilitychange', onSeen)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onSeen)
    }
  }, [id])

  useEvents('me', since, ({ name, data }) => {
    if (name === 'resync' || (name === 'modmail' && data.thread_id === id)) refresh()
  })

  async function loadEarlier(): Promise<void> {
    setLoading(true)
    try {
      const page = await api.modmail.get({ thread_id: id, cursor: loaded.next_cursor!, peek: true })
      setLoaded((now) => ({ ...now, messages: [...page.messages, ...now.messages], next_cursor: page.next_cursor }))
    } catch (error) {
      showFailure(error, texts.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  return {
    loaded,
    isLoading,
    loadEarlier,
    addSent: (message: ModmailMessage) =>
      setLoaded((now) =>
        now.messages.some(({ id: known }) => known === message.id)
          ? now
          : { ...now, messages: [...now.messages, message] },
      ),
    setThread: (thread: ModmailThread) => setLoaded((now) => ({ ...now, thread })),
  }
}
