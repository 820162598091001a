import { useNavigate } from 'react-router-dom'
import { createNotice, type NewNotice } from '#shared/api/notices.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { useForm } from '#site/core/useForm.ts'
import { useHydrated } from '#site/core/useHydrated.ts'
import { Honeypot } from '#site/features/robots/Honeypot.tsx'
import { ContentFields, GoodFaithField, ReporterFields, type NoticeDraft } from './NoticeFields.tsx'

const PROBLEMS = ['invalid', 'limit', 'read_only'] as const
type Problem = (typeof PROBLEMS)[number]

export const isProblem = (word: string | null): word is Problem => PROBLEMS.some((each) => each === word)

const empty = { category: '', text: '', name: '', email: '', good_faith: false, website: '' }

/** Without JavaScript, `server/features/moderation/notices/routes.ts` handles the form. */
export function NoticeForm({ url, problem }: { url: string; problem: Problem | null }) {
  const { api } = useSite()
  const t = useTexts('notices')
  const navigate = useNavigate()
  const isHydrated = useHydrated()
  const { values, change, issues, failure, isBusy, submit } = useForm<NoticeDraft>({
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
  const fields = { values, change, issues }
  return (
    <form
      ref={ref}
      className="form"
      method="post"
      action={paths.notice()}
      noValidate={isHydrated}
      onSubmit={(event) => void submit(event)}>
      <FormFailure text={message} />
      <ContentFields {...fields} />
      <ReporterFields {...fields} />
      <Honeypot value={values.website} onValue={(website) => change({ website })} />
      <GoodFaithField {...fields} />
      <Button type="submit" variant="primary" size="large" wide busy={isBusy} busyLabel={t.working}>
        {t.send}
      </Button>
    </form>
  )
}
