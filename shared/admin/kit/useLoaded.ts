import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useAdmin } from './context.ts'
import { failureText, isForbidden, isSignedOut } from './failure.ts'

export type Loaded<T> = {
  /** What was loaded last, also while something newer is on its way. */
  data: T | null
  /** Why the last loading failed. */
  failure: string | null
  isLoading: boolean
  refresh: () => Promise<void>
  /** Changes what is shown, without asking the server. */
  change: (change: (data: T) => T) => void
}

/** Loads once, and again whenever `key` changes. The old data stay in sight meanwhile; only the newest answer counts. */
export function useLoaded<T>(key: string, load: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const { shell, t } = useAdmin()
  const [state, setState] = useState<{ data: T | null, failure: string | null, isLoading: boolean }>({ data: null, failure: null, isLoading: true })
  const underWay = useRef<AbortController>(null)

  const run = useEffectEvent(async () => {
    underWay.current?.abort()
    const controller = new AbortController()
    underWay.current = controller
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
    return () => underWay.current?.abort()
  }, [key])

  // A network that comes back brings what failed without it.
  const runAgain = useEffectEvent(() => {
    if (state.failure !== null) void run()
  })
  useEffect(() => {
    const hear = () => runAgain()
    addEventListener('online', hear)
    return () => removeEventListener('online', hear)
  }, [])

  const [asked, setAsked] = useState<{ done: () => void } | null>(null)
  useEffect(() => {
    if (asked) void run().then(asked.done)
  }, [asked])

  return {
    ...state,
    refresh: useCallback(() => new Promise<void>((done) => setAsked({ done })), []),
    change: useCallback((change) => setState((now) => (now.data === null ? now : { ...now, data: change(now.data) })), []),
  }
}
