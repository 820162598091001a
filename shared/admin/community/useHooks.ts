import { useEffect, useState } from 'react'
import type { Hook } from '#shared/api/hooks.ts'
import type { HookEvent } from '#shared/rules/hooks.ts'
import type { HookCalls } from './tools.ts'

export function useHooks(categoryId: number | null, calls: HookCalls) {
  const [hooks, setHooks] = useState<Hook[]>([])
  const [state, setState] = useState<'loading' | 'failed' | 'loaded'>('loading')
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let isCurrent = true
    calls.list({ category_id: categoryId ?? undefined }).then(
      (found) => {
        if (!isCurrent) return
        setHooks(found.hooks)
        setState('loaded')
      },
      (error: unknown) => {
        console.warn('Loading the web hooks failed', error)
        if (isCurrent) setState('failed')
      },
    )
    return () => {
      isCurrent = false
    }
  }, [calls, categoryId, tries])

  return {
    hooks,
    state,
    retry: () => setTries(tries + 1),
    /** Returns the webhook's secret, which is shown once. */
    add: async (values: { url: string; events: HookEvent[] }) => {
      const { hook, secret } = await calls.create({ ...values, category_id: categoryId ?? undefined })
      setHooks((now) => [...now, hook])
      return secret
    },
    toggle: async ({ id, is_enabled }: Hook) => {
      const { hook } = await calls.edit({ hook_id: id, is_enabled: !is_enabled })
      setHooks((now) => now.map((one) => (one.id === id ? hook : one)))
      return hook
    },
    remove: async ({ id }: Hook) => {
      await calls.remove({ hook_id: id })
      setHooks((now) => now.filter((one) => one.id !== id))
    },
  }
}
