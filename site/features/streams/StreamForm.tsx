import type { Standing } from '#shared/api/categories.ts'
import type { Category } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Choices } from '#shared/ui/Choices.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { nearLimit } from '#site/core/text-input.ts'
import { DefaultButton, FormFields } from '#site/core/CallForm.tsx'
import { useHydrated } from '#site/core/useHydrated.ts'
import { CategoryChoice } from '../categories/CategoryChoice.tsx'
import { canCapture, canCaptureScreen } from './broadcast.ts'
import { isCaptured, typeOf, useStreamForm, type StreamSource } from './useStreamForm.ts'

/** Until hydration all sources count as supported, because the server cannot test the browser. */
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
  const t = useTexts('streams').form
  const { sources, isWithoutCapture } = useSources()
  const { values, change, issues, failure, isRefused, isBusy, submit, choose } = useStreamForm(preselected)
  const { source, category } = values
  const early = useEarlyForm(change, 'streams.create')
  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)} {...early}>
      <FormFields />
      <DefaultButton>{t.announce}</DefaultButton>
      <FormFailure text={failure} />
      <CategoryChoice
        category={category}
        onCategory={choose}
        error={issues.category_id}
        preselected={preselected}
        standing={standing}
        isRefused={isRefused}
      />
      <noscript>
        <AnnouncedFields values={values} error={issues.url} />
      </noscript>
      {isWithoutCapture && <Notice>{t.noCapture}</Notice>}
      <div className="needs-js">
        <Choices
          label={t.source}
          name="source"
          options={sources.map((value) => ({ value, ...t.sources[value] }))}
          value={sources.includes(source) ? source : 'external'}
          onChange={(chosen) =>
            change({ source: chosen, stream_type: typeOf(chosen), url: isCaptured(chosen) ? null : (values.url ?? '') })
          }
        />
      </div>
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
      <p className="stream-form__note">{isCaptured(source) ? t.limits : t.limitsOther}</p>
      <noscript>
        <Button type="submit" variant="primary">
          {t.announce}
        </Button>
      </noscript>
      <Button type="submit" variant="primary" className="needs-js" busy={isBusy} busyLabel={t.working}>
        {isCaptured(source) ? t.start : t.announce}
      </Button>
    </form>
  )
}

type AnnouncedFieldsProps = { values: { url: string | null; stream_type: string }; error: string | undefined }

/** Fields for a stream sent by another program, the only kind that can be announced without JavaScript. */
function AnnouncedFields({ values, error }: AnnouncedFieldsProps) {
  const t = useTexts('streams').form
  return (
    <>
      <Notice>{t.needsScript}</Notice>
      <Choices
        label={t.source}
        name="stream_type"
        options={(['external', 'hls'] as const).map((value) => ({ value, ...t.sources[value] }))}
        value={values.stream_type === 'hls' ? 'hls' : 'external'}
        onChange={() => {}}
      />
      <Field label={t.url} hint={t.urlHint.external} error={error}>
        <TextInput name="url" type="url" defaultValue={values.url ?? ''} required autoComplete="off" />
      </Field>
    </>
  )
}
