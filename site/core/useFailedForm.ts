import type { FormValues } from '#shared/rules/forms.ts'
import { useSite } from '#site/core/site-context.tsx'
import type { FormCall } from './form-call.ts'

type Failed<T> = { values: T; issues: Record<string, string> }

/** What was typed into a form that was refused without scripts; null for all other forms of the page. */
export function useFailedForm<T extends object>(
  call: FormCall | undefined,
  initial: T,
  ids: readonly (keyof T & string)[],
): Failed<T> | null {
  const { failed_form: failed } = useSite()
  if (failed === null || failed.call !== call) return null
  const isOther = ids.some((id) => String(initial[id] ?? '') !== String(failed.values[id] ?? ''))
  return isOther ? null : { values: typedValues(initial, failed.values), issues: failed.issues }
}

/** A form sends text; the type of each field is that of its initial value. */
function typedValues<T extends object>(initial: T, sent: FormValues): T {
  return Object.fromEntries(
    Object.entries(initial).map(([field, value]: [string, unknown]) => {
      const text = sent[field]
      if (text === undefined) return [field, typeof value === 'boolean' ? false : value]
      if (Array.isArray(value)) return [field, Array.isArray(text) ? text : [text]]
      const last = Array.isArray(text) ? text.at(-1)! : text
      if (typeof value === 'boolean') return [field, last === 'true' || last === 'on']
      if (typeof value === 'number') return [field, Number(last)]
      return [field, value === null && last === '' ? null : last]
    }),
  ) as T
}
