import { useEffect, useRef, type RefObject } from 'react'

/**
 * Takes over what happened to a form before the page came alive: what was typed goes through `change`, and a form that
 * was sent is sent again. Spread the answer on the form; React queues its sending until it is hydrated.
 */
export function useEarlyForm<T extends object>(change: (part: Partial<T>) => void): {
  ref: RefObject<HTMLFormElement | null>
  action: () => void
} {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const typed = [...ref.current!.elements].flatMap((element) => {
      const isText = element instanceof HTMLTextAreaElement
      if (!(element instanceof HTMLInputElement || isText) || element.name === '') return []
      if (!isText && element.type === 'checkbox') return element.checked === element.defaultChecked ? [] : [[element.name, element.checked]]
      return element.value === element.defaultValue ? [] : [[element.name, element.value]]
    })
    if (typed.length > 0) change(Object.fromEntries(typed) as Partial<T>)
    // Only what was there before the first effect is early.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return {
    ref,
    // Once the values typed early are in the form's state.
    action: () => { setTimeout(() => ref.current?.requestSubmit()) },
  }
}
