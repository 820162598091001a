import { Link } from 'react-router-dom'
import type { Tools } from '#shared/admin/community/tools.ts'
import { paths } from '#shared/paths.ts'
import { useConfirm } from '#shared/ui/Confirm.tsx'
import { failureText, hasOwnToast } from '#site/core/call-failed.ts'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'

export function useTools(): Tools {
  const { api, lang, site, viewer } = useSite()
  const ask = useConfirm()
  return {
    api,
    lang,
    ask,
    date: (at) => longDate(at, lang, site.time_zone),
    viewerId: viewer?.id ?? null,
    failed: (error, fallback) => (hasOwnToast(error) ? null : failureText(error, fallback)),
    linkTo: (username) => <Link className="settings__device" to={paths.user(username)}>{username}</Link>,
  }
}
