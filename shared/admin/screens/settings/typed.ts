import type { Control } from '#shared/api/settings/setting.ts'

/** The value in a form field: text, boolean, chosen words, or the value of a custom control. */
export type Typed = unknown

const isTyped = new Set<Control['kind']>(['line', 'text', 'secret', 'number', 'lines'])

export function typedOf({ kind }: Control, value: unknown): Typed {
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'secret') return ''
  return isTyped.has(kind) ? String(value ?? '') : value
}

/** An empty field without a default unsets the setting. */
export function valueOf({ kind }: Control, typed: Typed, fallback: unknown): unknown {
  if (!isTyped.has(kind)) return typed
  const text = String(typed)
  if (kind === 'lines') return text.split(/[\s,;]+/).filter(Boolean)
  if (kind === 'number') return /^\s*\d+\s*$/.test(text) ? Number(text) : text
  return fallback === null && text.trim() === '' ? null : text
}
