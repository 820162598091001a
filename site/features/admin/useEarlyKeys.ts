import { useCallback, useEffect, useRef } from 'react'
import { singleKey } from '#shared/ui/single-keys.ts'
import { earlyKeys } from '#site/core/early-input.ts'

/** Collects keys pressed while a screen of the panel loads; the returned function returns them once. */
export function useEarlyKeys(isWanted: boolean): () => string[] {
  const keys = useRef<string[] | null>(null)

  useEffect(() => {
    if (!isWanted) return
    keys.current = []
    const collect = (event: KeyboardEvent) => {
      const key = singleKey(event)
      if (key !== null) keys.current?.push(key)
    }
    earlyKeys().forEach(collect)
    addEventListener('keydown', collect, true)
    return () => {
      removeEventListener('keydown', collect, true)
      keys.current = null
    }
  }, [isWanted])

  return useCallback(() => {
    const taken = keys.current ?? []
    keys.current = null
    return taken
  }, [])
}
