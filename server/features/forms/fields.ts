import type { Schema } from '#shared/api/contract.ts'
import type { FormValues } from '#shared/rules/forms.ts'

/** Fields whose names begin with an underscore control the form routes and are not part of the call's input. */
const OWN_FIELD = /^_/
/** Maximum depth of a field name; enough for `kinds.reply.mail` and `images.0.alt`. */
const MAX_DEPTH = 4

type Node = { texts: string[]; children: Map<string, Node> }

/** The properties of a valibot schema that decide how text is converted. */
type Parts = {
  type: string
  wrapped?: Parts
  entries?: Record<string, Parts>
  item?: Parts
  pipe?: readonly Parts[]
  options?: readonly (Parts | string | number)[]
  literal?: unknown
}

const newNode = (): Node => ({ texts: [], children: new Map() })

/** Dots in field names separate the keys of nested objects; numbers are indexes of lists. */
export function formInput(schema: Schema, fields: Iterable<readonly [string, string]>): Record<string, unknown> {
  const root = newNode()
  for (const [name, text] of fields) if (!OWN_FIELD.test(name)) addText(root, name, text)
  return readObject(schema as unknown as Parts, root)
}

/** Returns the submitted values that a form shows again, without secrets. */
export function formValues(fields: Iterable<readonly [string, string]>): FormValues {
  const values = new Map<string, string | string[]>()
  for (const [name, text] of fields) {
    if (OWN_FIELD.test(name) || isSecret(name)) continue
    const known = values.get(name)
    values.set(name, known === undefined ? text : [...(Array.isArray(known) ? known : [known]), text])
  }
  return Object.fromEntries(values)
}

export const fieldNames = (fields: Iterable<readonly [string, string]>): string[] => [
  ...new Set([...fields].map(([name]) => name).filter((name) => !OWN_FIELD.test(name))),
]

const isSecret = (name: string) => /password|^confirmation$|^code$|^token$/i.test(name)

function addText(root: Node, name: string, text: string): void {
  const parts = name.split('.')
  if (parts.length > MAX_DEPTH) return
  let node = root
  for (const part of parts) {
    const next = node.children.get(part) ?? newNode()
    node.children.set(part, next)
    node = next
  }
  node.texts.push(text)
}

function readObject(schema: Parts, node: Node): Record<string, unknown> {
  const entries = schema.entries
  const input: Record<string, unknown> = {}
  for (const [name, child] of node.children) {
    if (entries && !Object.hasOwn(entries, name)) continue
    const value = read(entries?.[name], child)
    // `defineProperty` creates an own property even for a name such as `__proto__`.
    if (value !== undefined) Object.defineProperty(input, name, { value, enumerable: true })
  }
  return input
}

/** Converts a field to its schema's type; returns undefined for a field that was not sent. */
function read(schema: Parts | undefined, node: Node): unknown {
  if (!schema) return readUnknown(node)
  const { inner, isNullable } = unwrapped(schema)
  switch (inner.type) {
    case 'array':
      return readList(inner, node)
    case 'object':
    case 'strict_object':
    case 'record':
      return node.children.size > 0 ? readObject(inner, node) : isNullable ? null : undefined
    case 'custom':
      return readUnknown(node)
  }
  const text = node.texts.at(-1)
  if (text === undefined) return undefined
  if (inner.type === 'string') return text
  return text === '' ? (isNullable ? null : undefined) : readWord(inner, text)
}

/** Empty list items are skipped, because they are rows of the form that nobody filled in. */
function readList({ item }: Parts, node: Node): unknown[] {
  const listed = [...node.children]
    .filter(([name]) => /^\d{1,3}$/.test(name))
    .sort(([a], [b]) => Number(a) - Number(b))
    .filter(([, child]) => hasText(child))
    .map(([, child]) => read(item, child))
  const repeated = node.texts.filter((text) => text !== '').map((text) => read(item, { ...newNode(), texts: [text] }))
  return [...listed, ...repeated]
}

const hasText = ({ texts, children }: Node): boolean =>
  texts.some((text) => text !== '') || [...children.values()].some(hasText)

function unwrapped(schema: Parts): { inner: Parts; isNullable: boolean } {
  let [inner, isNullable] = [schema, false]
  while (inner.wrapped) {
    isNullable ||= inner.type === 'nullable' || inner.type === 'nullish'
    inner = inner.wrapped
  }
  // A valibot pipe may begin with a check, which has no `entries`, so the pipe is searched for the object schema.
  return { inner: inner.pipe?.find(({ entries }) => entries) ?? inner, isNullable }
}

/** A text that cannot be converted stays text, so that the schema refuses it with its own message. */
function readWord(schema: Parts, text: string): unknown {
  const takes = (type: string) =>
    schema.type === type ||
    schema.options?.some((option) => typeof option === 'object' && option.type === type) === true
  const isFlag = takes('boolean') || schema.literal === true
  if (isFlag && (text === 'true' || text === 'on')) return true
  if (isFlag && text === 'false') return false
  if (takes('string')) return text
  if (takes('number') && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
  return text
}

function readUnknown(node: Node): unknown {
  if (node.children.size > 0)
    return Object.fromEntries([...node.children].map(([name, child]) => [name, readUnknown(child)]))
  const text = node.texts.at(-1)
  return text === 'true' ? true : text === 'false' ? false : text
}
