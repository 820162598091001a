import type { FormValues } from '#shared/rules/forms.ts'

type Nested = { [name: string]: Nested | FormValues[string] }

/** Turns dotted field names into nested objects: `images.0.alt` becomes `images[0].alt`. */
function nested(sent: Iterable<readonly [string, FormValues[string]]>): Nested {
  const root: Nested = {}
  for (const [name, value] of sent) {
    const parts = name.split('.')
    const last = parts.pop()!
    let at = root
    for (const part of parts) {
      const next = Object.hasOwn(at, part) ? at[part] : undefined
      at = typeof next === 'object' && !Array.isArray(next) ? next : ((at[part] = {}) as Nested)
    }
    at[last] = value
  }
  return root
}

/** Converts submitted text to the types of the form's initial values. */
export function typedValues<T extends object>(
  initial: T,
  sent: Iterable<readonly [string, FormValues[string]]>,
): Partial<T> {
  const found = nested(sent)
  return Object.fromEntries(
    Object.entries(initial).flatMap(([field, value]: [string, unknown]) =>
      Object.hasOwn(found, field) ? [[field, typed(value, found[field]!)]] : [],
    ),
  ) as Partial<T>
}

function typed(initial: unknown, sent: Nested[string]): unknown {
  if (Array.isArray(initial)) return listOf(sent).map((item) => typed(initial[0] ?? '', item))
  if (typeof sent === 'object' && !Array.isArray(sent)) {
    const known = typeof initial === 'object' && initial !== null ? (initial as Record<string, unknown>) : {}
    const fields = Object.entries(sent).map(([field, value]) => [field, typed(known[field] ?? '', value)])
    return { ...known, ...Object.fromEntries(fields) }
  }
  const last = Array.isArray(sent) ? sent.at(-1)! : sent
  if (typeof initial === 'boolean') return last === 'true' || last === 'on'
  if (typeof initial === 'number') return Number(last)
  return initial === null && last === '' ? null : last
}

function listOf(sent: Nested[string]): (Nested | string)[] {
  if (Array.isArray(sent)) return sent
  if (typeof sent === 'string') return [sent]
  return Object.entries(sent)
    .sort(([a], [b]) => Number(a) - Number(b))
    .flatMap(([, item]) => (Array.isArray(item) ? item : [item]))
}
