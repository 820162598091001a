import { useSite } from '#site/core/site-context.tsx'
import type { FormCall } from './form-call.ts'
import { typedValues } from './form-values.ts'

type Failed<T> = { values: T; issues: Record<string, string> }

/** Returns the values of this form if the server refused it when it was sent without JavaScript, otherwise null. */
export function useFailedForm<T extends object>(
  call: FormCall | undefined,
  initial: T,
  ids: readonly (keyof T & string)[],
): Failed<T> | null {
  const { failed_form: failed } = useSite()
  if (failed === null || failed.call !== call) return null
  const isOther = ids.some((id) => String(initial[id] ?? '') !== String(failed.values[id] ?? ''))
  const sent = typedValues(initial, Object.entries(failed.values))
  // Several forms of a page may make the same call; the fields in `ids` distinguish them.
  const isOwn = failed.fields
    .map((name) => name.split('.')[0]!)
    .some((field) => Object.hasOwn(initial, field) && !(ids as readonly string[]).includes(field))
  if (isOther || !isOwn) return null
  // Browsers do not send unchecked checkboxes, so a missing checkbox counts as false.
  const unticked = Object.entries(initial).flatMap(([field, value]: [string, unknown]) =>
    typeof value === 'boolean' ? [[field, false]] : [],
  )
  return { values: { ...initial, ...(Object.fromEntries(unticked) as Partial<T>), ...sent }, issues: failed.issues }
}
