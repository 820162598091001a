import { useEffect, type RefObject } from 'react'

type Tracked = (HTMLInputElement | HTMLTextAreaElement) & { _valueTracker?: { setValue: (value: string) => void } }

/**
 * Takes up what was typed into a form before the page came alive: React does not hear of it and would write its own
 * value over it. Call it behind `useForm`, so that what was typed just now wins over an older draft.
 */
export function useTypedEarly(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    for (const element of form.current?.elements ?? []) {
      const isText = element instanceof HTMLTextAreaElement || (element instanceof HTMLInputElement && element.type === 'text')
      if (!isText || element.name === '' || element.value === element.defaultValue) continue
      const tracked: Tracked = element
      tracked._valueTracker?.setValue(element.defaultValue)
      element.dispatchEvent(new Event('input', { bubbles: true }))
    }
  }, [form])
}
