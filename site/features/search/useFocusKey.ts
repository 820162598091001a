import { useEffect, type RefObject } from 'react'
import { singleKey } from '#shared/ui/single-keys.ts'

export function useFocusKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (singleKey(event) !== '/') return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
