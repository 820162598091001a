import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { useHydrated } from './useHydrated.ts'

/** Returns the state passed with a navigation; null until hydration, because the server does not have it. */
export function useHistoryState<S extends v.GenericSchema>(schema: S): v.InferOutput<S> | null {
  const { state } = useLocation() as { state: unknown }
  const isHydrated = useHydrated()
  return useMemo(() => {
    const result = v.safeParse(schema, state)
    return isHydrated && result.success ? result.output : null
  }, [schema, state, isHydrated])
}
