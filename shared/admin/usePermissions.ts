import { useEffect, useEffectEvent, useState } from 'react'
import type { Api } from '#shared/api/index.ts'
import type { Me } from './kit/context.ts'
import { failureText, isForbidden, isSignedOut } from './kit/failure.ts'
import type { Shell } from './shell.ts'

export function usePermissions(api: Api, shell: Shell): { me: Me | null; failure: string | null; retry: () => void } {
  const [me, setMe] = useState<Me | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  const check = useEffectEvent(async (isGone: () => boolean) => {
    setFailure(null)
    try {
      const isGood = await shell.checkCredential(api)
      if (isGone()) return
      if (!isGood) return shell.onSignedOut()
      const answer = await api.admin.me()
      if (!isGone()) setMe(answer)
    } catch (error) {
      if (isGone()) return
      if (isSignedOut(error)) shell.onSignedOut()
      else if (isForbidden(error)) shell.onForbidden()
      else setFailure(failureText(error, shell.texts))
    }
  })

  useEffect(() => {
    let isGone = false
    void check(() => isGone)
    return () => {
      isGone = true
    }
  }, [api, attempt])

  const checkAgain = useEffectEvent(() => {
    if (failure !== null) setAttempt((now) => now + 1)
  })
  useEffect(() => {
    const recheck = () => checkAgain()
    addEventListener('online', recheck)
    return () => removeEventListener('online', recheck)
  }, [])

  return { me, failure, retry: () => setAttempt((now) => now + 1) }
}
