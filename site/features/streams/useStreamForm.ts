import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CallError } from '#shared/api/errors.ts'
import type { SiteApi } from '#shared/api/public.ts'
import { createStream } from '#shared/api/streams.ts'
import type { Category, Stream } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import type { StreamType } from '#shared/rules/streams.ts'
import { useTexts } from '#shared/texts.ts'
import { apiBaseOf } from '#site/core/browser.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { usePreselected } from '../categories/usePreselected.ts'
import { capture, release, startBroadcast, stopBroadcast } from './broadcast.ts'

export type StreamSource = 'camera' | 'screen' | 'external' | 'hls'

type StreamDraft = {
  title: string
  description: string
  source: StreamSource
  stream_type: StreamType
  url: string | null
  category_id: number | null
  category: Category | null
}

export const typeOf = (source: StreamSource): StreamType =>
  source === 'external' || source === 'hls' ? source : 'browser'

export const isCaptured = (source: StreamSource): source is 'camera' | 'screen' => typeOf(source) === 'browser'

class CaptureRefused extends Error {}

async function announce(
  api: SiteApi,
  base: string,
  { source, url, ...values }: Pick<StreamDraft, 'title' | 'description' | 'source' | 'url' | 'category_id'>,
  idempotencyKey: string,
): Promise<Stream> {
  const stream_type = typeOf(source)
  if (!isCaptured(source)) return api.streams.create({ ...values, stream_type, url }, { idempotencyKey })
  const media = await capture(source).catch(() => {
    throw new CaptureRefused()
  })
  try {
    const stream = await api.streams.create({ ...values, stream_type }, { idempotencyKey })
    const onTrackEnd = () => {
      stopBroadcast()
      void api.streams.end({ stream_id: stream.id }).catch(() => {})
    }
    startBroadcast(stream, media, { base, onTrackEnd })
    return stream
  } catch (error) {
    release(media)
    throw error
  }
}

export function useStreamForm(preselected: Category | null) {
  const texts = useTexts('issues')
  const { api, site } = useSite()
  const t = useTexts('streams').form
  const navigate = useNavigate()
  const [refusedBy, setRefusedBy] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const initial: StreamDraft = {
    title: '',
    description: '',
    source: 'camera',
    stream_type: 'browser',
    url: null,
    category_id: preselected?.id ?? null,
    category: preselected,
  }
  const { failure, ...form } = useForm<StreamDraft>({
    draft: 'stream',
    call: 'streams.create',
    initial,
    schema: createStream,
    rules: ({ category, source, url }) => {
      const found: Record<string, string> = {}
      if (!category) found.category_id = texts.category_required
      if (!isCaptured(source) && !url?.trim()) found.url = texts.required
      return found
    },
    fallback: t.failed,
    send: async ({ title, description, source, url, category_id }, idempotencyKey) => {
      setProblem(null)
      try {
        const stream = await announce(
          api,
          apiBaseOf(site),
          { title, description, source, url, category_id },
          idempotencyKey,
        )
        await navigate(paths.stream(stream.id))
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_a_member') setRefusedBy(category_id)
        if (error instanceof CaptureRefused && isCaptured(source)) setProblem(t.refused[source])
        throw error
      }
    },
  })

  const { values, change } = form
  usePreselected(preselected, change)

  function choose(category: Category | null): void {
    setRefusedBy(null)
    change({ category, category_id: category?.id ?? null })
  }

  const isRefused = values.category !== null && refusedBy === values.category.id
  return { ...form, failure: problem ?? (isRefused ? null : failure), isRefused, choose }
}
