import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { username as usernameRules } from '#shared/api/auth.ts'
import { DELAY } from '#shared/limits.ts'
import { useSite } from '#site/core/site-context.tsx'

export type Availability = 'idle' | 'checking' | 'available' | 'taken'

export function useUsernameCheck(typed: string): Availability {
  const { api } = useSite()
  const [state, setState] = useState<Availability>('idle')
  const username = typed.trim()

  useEffect(() => {
    setState('idle')
    if (!v.is(usernameRules, username)) return
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      setState('checking')
      try {
        const { available } = await api.auth.checkUsername({ username }, { signal: abort.signal })
        if (!abort.signal.aborted) setState(available ? 'available' : 'taken')
      } catch (error) {
        if (abort.signal.aborted) return
        // The server checks the name again on submit, so this error is only logged.
        console.warn('Checking the username failed', error)
        setState('idle')
      }
    }, DELAY.usernameDebounce)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [api, username])

  return state
}
