import { Link } from 'react-router-dom'
import type { PlainForm, PlainFormOptions, Tools } from '#shared/admin/community/tools.ts'
import { CallError } from '#shared/api/errors.ts'
import { formPath } from '#shared/rules/forms.ts'
import { FormFields } from '#site/core/CallForm.tsx'
import type { FormCall } from '#site/core/form-call.ts'
import { useFailedForm } from '#site/core/useFailedForm.ts'
import { paths } from '#shared/paths.ts'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { longDate } from '#site/core/dates.ts'
import { useDraft } from '#site/core/useDraft.ts'
import { useSite } from '#site/core/site-context.tsx'

const issueOf = (error: unknown) => (error instanceof CallError ? Object.values(error.issues)[0] : undefined)

function usePlainForm<T extends object>(call: string, initial: T, { ids, next }: PlainFormOptions<T>): PlainForm<T> {
  const failed = useFailedForm(call as FormCall, initial, ids)
  const fields = Object.fromEntries(ids.map((id) => [id, String(initial[id])]))
  return {
    attributes: { method: 'post', action: formPath(call) },
    fields: <FormFields fields={fields} next={next} />,
    sent: failed?.values ?? null,
    issue: failed ? (Object.values(failed.issues)[0] ?? null) : null,
  }
}

export function useTools(): Tools {
  const { api, lang, site, viewer } = useSite()
  const ask = useConfirm()
  return {
    api,
    lang,
    ask,
    date: (at) => longDate(at, lang, site.time_zone),
    viewerId: viewer?.id ?? null,
    failed: (error, fallback) => (hasOwnToast(error) ? null : (issueOf(error) ?? failureText(error, fallback))),
    usePlainForm,
    useKept: function useKept(name, initial) {
      const [values, change, reset] = useDraft(`community:${name}`, initial)
      return [values, change, reset]
    },
    linkTo: (username) => (
      <Link className="settings__device" to={paths.user(username)}>
        {username}
      </Link>
    ),
  }
}
