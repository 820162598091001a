import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { CallError } from '#shared/api/errors.ts'
import { createStream } from '#shared/api/streams.ts'
import type { Standing } from '#shared/api/categories.ts'
import type { Category, Stream } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { StreamType } from '#shared/rules/streams.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { apiBaseOf } from '#site/core/browser.ts'
import { nearLimit } from '#site/core/text-input.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useForm } from '#site/core/useForm.ts'
import { useHydrated } from '#site/core/useHydrated.ts'
import { CategoryPicker } from '../categories/CategoryPicker.tsx'
import { JoinFirst } from '../categories/JoinFirst.tsx'
import { canCapture, canCaptureScreen, capture, release, startBroadcast, stopBroadcast } from './broadcast.ts'

type StreamSource = 'camera' | 'screen' | 'external' | 'hls'

type StreamDraft = {
  title: string
  description: string
  source: StreamSource
  stream_type: StreamType
  url: string | null
  category_id: number | null
  category: Category | null
}

const typeOf = (source: StreamSource): StreamType => (source === 'external' || source === 'hls' ? source : 'browser')

const isCaptured = (source: StreamSource): source is 'camera' | 'screen' => typeOf(source) === 'browser'

class CaptureRefused extends Error {}

/** Sources that the browser offers; none while rendering on the server. */
function useSources(): { sources: StreamSource[]; isWithoutCapture: boolean } {
  const isHydrated = useHydrated()
  const hasCamera = !isHydrated || canCapture()
  const hasScreen = !isHydrated || canCaptureScreen()
  return {
    sources: [
      ...(hasCamera ? (['camera'] as const) : []),
      ...(hasScreen ? (['screen'] as const) : []),
      'external',
      'hls',
    ],
    isWithoutCapture: !hasCamera && !hasScreen,
  }
}

export function StreamForm({ preselected, standing }: { preselected: Category | null; standing: Standing | null }) {
  const texts = useTexts('issues')
  const { api, site } = useSite()
  const t = useTexts('streams').form
  const navigate = useNavigate()
  const { sources, isWithoutCapture } = useSources()
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
  const { values, change, issues, failure, isBusy, submit } = useForm<StreamDraft>({
    draft: 'stream',
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
        const stream = await announce({ title, description, source, url, category_id }, idempotencyKey)
        await navigate(paths.stream(stream.id))
      } catch (error) {
        if (error instanceof CallError && error.code === 'not_a_member') setRefusedBy(category_id)
        if (error instanceof CaptureRefused && isCaptured(source)) setProblem(t.refused[source])
        throw error
      }
    },
  })

  useEffect(() => {
    // The category of the address wins over that of a draft.
    if (preselected) change({ category: preselected, category_id: preselected.id })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [preselected])

  async function announce(
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
      startBroadcast(stream, media, { base: apiBaseOf(site), onTrackEnd })
      return stream
    } catch (error) {
      release(media)
      throw error
    }
  }

  const { source, category } = values
  const isRefused = category !== null && refusedBy === category.id
  const shown = problem ?? (isRefused ? null : failure)
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <FormFailure text={shown} />
      <CategoryPicker
        category={category}
        onCategory={(chosen) => {
          setRefusedBy(null)
          change({ category: chosen, category_id: chosen?.id ?? null })
        }}
        error={issues.category_id}
      />
      {category && (
        <JoinFirst
          key={category.id}
          category={category}
          known={category.id === preselected?.id ? standing : null}
          refused={isRefused}
        />
      )}
      {isWithoutCapture && <Notice>{t.noCapture}</Notice>}
      <Choices
        label={t.source}
        options={sources.map((value) => ({ value, ...t.sources[value] }))}
        value={sources.includes(source) ? source : 'external'}
        onChange={(chosen) =>
          change({ source: chosen, stream_type: typeOf(chosen), url: isCaptured(chosen) ? null : (values.url ?? '') })
        }
      />
      <Field label={t.name} error={issues.title} counter={nearLimit(values.title, LIMITS.titleMax)}>
        <TextInput
          name="title"
          value={values.title}
          required
          autoComplete="off"
          onChange={(event) => change({ title: event.target.value })}
        />
      </Field>
      {!isCaptured(source) && (
        <Field label={t.url} hint={t.urlHint[source]} error={issues.url}>
          <TextInput
            name="url"
            type="url"
            value={values.url ?? ''}
            required
            autoComplete="off"
            onChange={(event) => change({ url: event.target.value })}
          />
        </Field>
      )}
      <Field
        label={t.text}
        error={issues.description}
        counter={nearLimit(values.description, LIMITS.streamDescription)}>
        <TextArea
          grow
          rows={4}
          name="description"
          value={values.description}
          onChange={(event) => change({ description: event.target.value })}
        />
      </Field>
      {isCaptured(source) && <p className="stream-form__note">{t.limits}</p>}
      <Button type="submit" variant="primary" busy={isBusy} busyLabel={t.working}>
        {isCaptured(source) ? t.start : t.announce}
      </Button>
    </form>
  )
}
