import type { Control } from '#shared/api/settings/setting.ts'

/** What a field of the panel holds for a value: text, a tick, chosen words, or for a control of its own the value. */
export type Typed = unknown

const isTyped = new Set<Control['kind']>(['line', 'text', 'secret', 'number', 'lines'])

export function typedOf({ kind }: Control, value: unknown): Typed {
  if (kind === 'lines') return (value as string[]).join('\n')
  if (kind === 'secret') return ''
  return isTyped.has(kind) ? String(value ?? '') : value
}

/** What is sent for it. An empty field of a setting without a default means that there is none. */
export function valueOf({ kind }: Control, typed: Typed, fallback: unknown): unknown {
  if (!isTyped.has(kind)) return typed
  const text = String(typed)
  if (kind === 'lines') return text.split(/[\s,;]+/).filter(Boolean)
  if (kind === 'number') return /^\s*\d+\s*$/.test(text) ? Number(text) : text
  return fallback === null && text.trim() === '' ? null : text
}
