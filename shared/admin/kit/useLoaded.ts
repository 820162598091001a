import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAdmin } from './context.ts'
import { failureText, isForbidden, isSignedOut } from './failure.ts'

export type Loaded<T> = {
  data: T | null
  failure: string | null
  isLoading: boolean
  refresh: () => Promise<void>
  change: (change: (data: T) => T) => void
}

/** Reloads whenever `key` changes; drops the response of an older request. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const { shell, t } = useAdmin()
  const [state, setState] = useState<{ data: T | null; failure: string | null; isLoading: boolean }>({
    data: null,
    failure: null,
    isLoading: true,
  })
  const inFlight = useRef<AbortController>(null)

  const run = useEffectEvent(async () => {
    inFlight.current?.abort()
    const controller = new AbortController()
    inFlight.current = controller
    setState((now) => ({ ...now, isLoading: true }))
    try {
      const data = await load(controller.signal)
      if (!controller.signal.aborted) setState({ data, failure: null, isLoading: false })
    } catch (error) {
      if (controller.signal.aborted) return
      setState((now) => ({ ...now, failure: failureText(error, t), isLoading: false }))
      if (isSignedOut(error)) shell.onSignedOut()
      else if (isForbidden(error)) shell.onForbidden()
    }
  })

  useEffect(() => {
    void run()
    return () => inFlight.current?.abort()
  }, [key])

  const runAgain = useEffectEvent(() => {
    if (state.failure !== null) void run()
  })
  useEffect(() => {
    const listener = () => runAgain()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])

  const [asked, setAsked] = useState<{ done: () => void } | null>(null)
  useEffect(() => {
    if (asked) void run().then(asked.done)
  }, [asked])

  return {
    ...state,
    refresh: useCallback(() => new Promise<void>((done) => setAsked({ done })), []),
    change: useCallback(
      (change) => setState((now) => (now.data === null ? now : { ...now, data: change(now.data) })),
      [],
    ),
  }
}
