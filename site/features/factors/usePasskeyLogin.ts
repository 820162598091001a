import { useEffect, useRef, useState } from 'react'
import { CallError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import { useSite } from '#site/core/site-context.tsx'
import type { Login } from '#site/core/session.ts'

/** Time in milliseconds after which a pending challenge is renewed, a minute before it expires. */
const RENEWAL_MS = LIFETIME.passkeyChallenge - 60_000

const isRefused = (error: unknown) => error instanceof CallError && error.code === 'bad_passkey'

type Options = {
  remember: () => boolean
  onSession: (session: Login) => Promise<void>
  onFailure: (reason: 'stopped' | 'failed') => void
}

/** Offers passkeys in the autofill list of the username field, and by a button that calls `press`. */
export function usePasskeyLogin(options: Options) {
  const { api } = useSite()
  const [isSupported, setSupported] = useState(true)
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(options)
  const stop = useRef(() => {})
  useEffect(() => {
    latest.current = options
  })

  async function signIn(byAutofill: boolean): Promise<void> {
    try {
      const { isStopped, signInByPasskey, stopWaiting } = await import('./passkeys.ts')
      stop.current = stopWaiting
      const session = await signInByPasskey(api, { byAutofill, remember: () => latest.current.remember() }).catch(
        (error: unknown) => {
          if (byAutofill ? isRefused(error) : !isStopped(error)) latest.current.onFailure('failed')
          else if (!byAutofill) latest.current.onFailure('stopped')
          return null
        },
      )
      if (session) await latest.current.onSession(session)
    } catch {
      if (!byAutofill) latest.current.onFailure('failed')
    }
  }

  useEffect(() => {
    if (typeof PublicKeyCredential === 'undefined') {
      setSupported(false)
      return
    }
    let timer: ReturnType<typeof setInterval> | undefined
    let isGone = false
    void PublicKeyCredential.isConditionalMediationAvailable?.().then((isAvailable) => {
      if (!isAvailable || isGone) return
      void signIn(true)
      timer = setInterval(() => void signIn(true), RENEWAL_MS)
    })
    return () => {
      isGone = true
      clearInterval(timer)
      stop.current()
    }
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])

  async function press(): Promise<void> {
    if (isBusy) return
    setBusy(true)
    await signIn(false)
    setBusy(false)
    if (await PublicKeyCredential.isConditionalMediationAvailable?.()) void signIn(true)
  }

  return { isSupported, isBusy, press: () => void press() }
}
