import { useMemo } from 'react'
import { useLocation } from 'react-router-dom'
import * as v from 'valibot'
import { useHydrated } from './hydrated.ts'

/**
 * What the previous screen passed along with its navigation, where it has the shape of `schema`, else null. It is kept
 * by the history entry, so it survives a reload; the server never knows it, so it comes after hydration.
 */
export function useHistoryState<S extends v.GenericSchema>(schema: S): v.InferOutput<S> | null {
  const { state } = useLocation() as { state: unknown }
  const isHydrated = useHydrated()
  return useMemo(() => {
    const result = v.safeParse(schema, state)
    return isHydrated && result.success ? result.output : null
  }, [schema, state, isHydrated])
}
