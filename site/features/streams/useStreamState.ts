import { useEffect, useEffectEvent, useState } from 'react'
import type { Stream } from '#shared/api/shapes.ts'
import { DELAY } from '#shared/limits.ts'
import { pageErrorOf } from '#site/core/errors.ts'
import { useSite } from '#site/core/site-context.tsx'
import { isStreaming, useEvents, withJitter } from '#site/features/events/events.ts'

export function useStreamState(loaded: Stream, since: string | null): [Stream, (stream: Stream) => void] {
  const { api } = useSite()
  const [known, setKnown] = useState({ loaded, stream: loaded })
  if (known.loaded !== loaded) setKnown({ loaded, stream: loaded })
  const stream = known.loaded === loaded ? known.stream : loaded
  const set = (next: Stream) => setKnown({ loaded, stream: next })

  const read = useEffectEvent(async () => {
    try {
      set(await api.streams.get({ stream_id: loaded.id }))
    } catch (error) {
      if (pageErrorOf(error).status === 404) set({ ...stream, is_live: false, playback: null })
    }
  })

  useEvents(`stream:${loaded.id}`, since, ({ name, data }) => {
    if (name === 'resync') withJitter(() => void read())
    if (name !== 'stream') return
    const { is_live, is_interrupted, viewer_count } = data
    if (is_live === stream.is_live) set({ ...stream, is_interrupted, viewer_count })
    else void read()
  })

  useEffect(() => {
    const timer = setInterval(() => {
      if (!isStreaming()) void read()
    }, DELAY.countsPoll)
    return () => clearInterval(timer)
  }, [])

  return [stream, set]
}
