import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { nearLimit } from '#site/core/text-input.ts'

export type NoticeDraft = {
  url: string
  category: string
  text: string
  name: string
  email: string
  good_faith: boolean
  website: string
}

type NoticeFieldsProps = {
  values: NoticeDraft
  change: (part: Partial<NoticeDraft>) => void
  issues: Record<string, string>
}

export function ContentFields({ values, change, issues }: NoticeFieldsProps) {
  const t = useTexts('notices')
  return (
    <>
      <Field label={t.url} hint={t.urlHint} error={issues.url}>
        <TextInput
          name="url"
          value={values.url}
          required
          maxLength={LIMITS.linkUrl}
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change({ url: event.target.value })}
        />
      </Field>
      <Field label={t.category} error={issues.category}>
        <Select
          name="category"
          value={values.category}
          required
          onChange={(event) => change({ category: event.target.value })}>
          <option value="">{t.choose}</option>
          {Object.entries(t.categories).map(([code, label]) => (
            <option key={code} value={code}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t.text} hint={t.textHint} error={issues.text} counter={nearLimit(values.text, LIMITS.noticeText)}>
        <TextArea
          name="text"
          value={values.text}
          rows={5}
          grow
          required
          minLength={LIMITS.noticeTextMin}
          maxLength={LIMITS.noticeText}
          onChange={(event) => change({ text: event.target.value })}
        />
      </Field>
    </>
  )
}

/** Fields about the reporter; they may stay empty. */
export function ReporterFields({ values, change, issues }: NoticeFieldsProps) {
  const t = useTexts('notices')
  return (
    <>
      <Field label={t.name} optional={t.optional} error={issues.name}>
        <TextInput
          name="name"
          value={values.name}
          maxLength={LIMITS.noticeName}
          autoComplete="name"
          onChange={(event) => change({ name: event.target.value })}
        />
      </Field>
      <Field label={t.email} optional={t.optional} hint={t.emailHint} error={issues.email}>
        <TextInput
          type="email"
          name="email"
          value={values.email}
          maxLength={LIMITS.email}
          autoComplete="email"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => change({ email: event.target.value })}
        />
      </Field>
    </>
  )
}

export function GoodFaithField({ values, change, issues }: NoticeFieldsProps) {
  const t = useTexts('notices')
  return (
    <div>
      <Checkbox
        name="good_faith"
        label={t.goodFaith}
        checked={values.good_faith}
        required
        aria-invalid={issues.good_faith !== undefined}
        aria-describedby="good-faith-error"
        onChange={(event) => change({ good_faith: event.target.checked })}
      />
      <div className="field__foot">
        <div id="good-faith-error" className="field__error" aria-live="polite">
          {issues.good_faith !== undefined && (
            <>
              <Icon of={CircleAlert} size={16} />
              <span>{issues.good_faith}</span>
            </>
          )}
        </div>
      </div>
    </div>
  )
}
