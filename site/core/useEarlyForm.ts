import { useEffect, useRef, type RefObject } from 'react'
import { formPath } from '#shared/rules/forms.ts'
import type { FormCall } from './form-call.ts'

/**
 * Spread the result on a form: text typed before hydration goes through `change`. An early submit is sent as form of
 * `call`; where there is none, React queues it.
 */
export function useEarlyForm<T extends object>(
  change: (part: Partial<T>) => void,
  call?: FormCall,
): { ref: RefObject<HTMLFormElement | null>; method?: 'post'; action: string | (() => void) } {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const typed = [...ref.current!.elements].flatMap((element) => {
      if (element instanceof HTMLSelectElement)
        return element.options[element.selectedIndex]?.defaultSelected ? [] : [[element.name, element.value]]
      const isText = element instanceof HTMLTextAreaElement
      if (!(element instanceof HTMLInputElement || isText) || element.name === '') return []
      if (!isText && element.type === 'checkbox')
        return element.checked === element.defaultChecked ? [] : [[element.name, element.checked]]
      return element.value === element.defaultValue ? [] : [[element.name, element.value]]
    })
    if (typed.length > 0) change(Object.fromEntries(typed) as Partial<T>)
    // Only values from before the first effect are early.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  if (call !== undefined) return { ref, method: 'post', action: formPath(call) }
  return {
    ref,
    action: () => {
      setTimeout(() => ref.current?.requestSubmit())
    },
  }
}
