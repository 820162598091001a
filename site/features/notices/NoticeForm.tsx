import { useNavigate } from 'react-router-dom'
import CircleAlert from 'lucide/dist/esm/icons/circle-alert.mjs'
import { createNotice, type NewNotice } from '#shared/api/notices.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { nearLimit } from '#site/core/text-input.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { useHydrated } from '#site/core/useHydrated.ts'
import { Honeypot } from '#site/features/robots/Honeypot.tsx'

export type Problem = 'invalid' | 'limit'

const empty = { category: '', text: '', name: '', email: '', good_faith: false, website: '' }

/** Also sent without scripts, by `server/features/moderation/notices/routes.ts`. */
export function NoticeForm({ url, problem }: { url: string; problem: Problem | null }) {
  const { api } = useSite()
  const t = useTexts('notices')
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { values, change, issues, failure, isBusy, submit } = useForm({
    draft: `notice:${url}`,
    exclude: ['name', 'email', 'good_faith', 'website'],
    initial: { ...empty, url },
    schema: createNotice,
    fallback: t.failed,
    send: async (notice, idempotencyKey) => {
      const { reference } = await api.notices.create(notice as NewNotice, { idempotencyKey })
      await navigate(paths.notice({ reference }))
    },
  })
  const { ref } = useEarlyForm(change)
  const message =
    failure ?? issues.website ?? (problem && Object.keys(issues).length === 0 ? t.problems[problem] : null)
  return (
    <form
      ref={ref}
      className="form"
      method="post"
      action={paths.notice()}
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}>
      <FormFailure text={message} />
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
      <Honeypot value={values.website} onValue={(website) => change({ website })} />
      <div>
        <Checkbox
          name="good_faith"
          label={t.goodFaith}
          checked={values.good_faith}
          required
          aria-invalid={issues.good_faith !== undefined || undefined}
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
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={t.working}>
        {t.send}
      </Button>
    </form>
  )
}
