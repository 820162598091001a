import { useState } from 'react'
import { CallError } from '#shared/api/errors.ts'
import { paths } from '#shared/paths.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import type { Tools } from '../../community/tools.ts'
import { useAdmin } from '../../kit/context.ts'
import { failureText, isSignedOut } from '../../kit/failure.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'

const useUnsaved: Tools['useKept'] = (_, initial) => {
  const [values, setValues] = useState(initial)
  return [values, (part) => setValues((now) => ({ ...now, ...part })), (next = initial) => setValues(next)]
}

export function useTools(viewerId: number | null): Tools {
  const { api, shell, t, lang } = useAdmin()
  return {
    api,
    lang,
    viewerId,
    ask: (question) => shell.confirm(question),
    date: (at) => exactTime(at).slice(0, 10),
    failed: (error) => {
      if (isSignedOut(error)) shell.onSignedOut()
      return (error instanceof CallError ? Object.values(error.issues)[0] : undefined) ?? failureText(error, t)
    },
    linkTo: (username) => (
      <SiteLink className="settings__device" path={paths.user(username)}>
        {username}
      </SiteLink>
    ),
    useKept: useUnsaved,
    usePlainForm: () => ({ attributes: {}, fields: null, sent: null, issue: null }),
  }
}
