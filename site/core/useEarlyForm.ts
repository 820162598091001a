import { useEffect, useRef, type RefObject } from 'react'
import { formPath } from '#shared/rules/forms.ts'
import type { FormCall } from './form-call.ts'
import { typedValues } from './form-values.ts'

type TextField = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const isField = (element: Element): element is TextField =>
  (element instanceof HTMLInputElement && element.type !== 'file') ||
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLSelectElement

const isTick = (field: TextField): field is HTMLInputElement =>
  field instanceof HTMLInputElement && field.type === 'checkbox'

function isTyped(field: TextField): boolean {
  if (field.name === '' || field.name.startsWith('_')) return false
  if (field instanceof HTMLSelectElement) return field.options[field.selectedIndex]?.defaultSelected === false
  return isTick(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue
}

const groupOf = ({ name }: TextField) => name.split('.')[0]!

const isGroup = ({ name }: TextField) => name.includes('.')

/** Returns the values typed before hydration; `initial` shows which values are lists or objects. */
function typedIn(form: HTMLFormElement, initial: object | undefined): object {
  const fields = [...form.elements].filter(isField)
  const typed = fields.filter(isTyped)
  const single = typed.filter((field) => !isGroup(field))
  const groups = new Set(typed.filter(isGroup).map(groupOf))
  const texts = Map.groupBy(
    fields.filter((field) => isGroup(field) && groups.has(groupOf(field))),
    ({ name }) => name,
  )
  return {
    ...Object.fromEntries(single.map((field) => [field.name, isTick(field) ? field.checked : field.value])),
    ...(initial &&
      typedValues(
        initial,
        [...texts].map(([name, same]) => [name, same.map(({ value }) => value)]),
      )),
  }
}

/** Text typed before hydration goes to `change`; a submit before hydration is sent as a plain form of `call`. */
export function useEarlyForm<T extends object>(
  change: (part: Partial<T>) => void,
  call?: FormCall,
  initial?: T,
): { ref: RefObject<HTMLFormElement | null>; method?: 'post'; action: string | (() => void) } {
  const ref = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const typed = typedIn(ref.current!, initial)
    if (Object.keys(typed).length > 0) change(typed as Partial<T>)
    // Text typed after the first effect is typed after hydration, so the effect runs only once.
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
