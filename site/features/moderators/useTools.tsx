import { Link } from 'react-router-dom'
import type { Tools } from '#shared/admin/community/tools.ts'
import { CallError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { longDate } from '#site/core/dates.ts'
import { useDraft } from '#site/core/useDraft.ts'
import { useSite } from '#site/core/site-context.tsx'

const issueOf = (error: unknown) => (error instanceof CallError ? Object.values(error.issues)[0] : undefined)

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
    useKept: (name, initial) => useDraft(`community:${name}`, initial),
    linkTo: (username) => (
      <Link className="settings__device" to={paths.user(username)}>
        {username}
      </Link>
    ),
  }
}
