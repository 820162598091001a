import { useEffect, type RefObject } from 'react'

const EDITABLE = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), dialog[open]'

/** The key '/' moves into the search field, unless one is typing already. */
export function useFocusKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
      if (event.target instanceof Element && event.target.closest(EDITABLE)) return
      event.preventDefault()
      input.current?.focus()
      input.current?.select()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [input])
}
