import * as v from 'valibot'
import { time } from '#shared/api/fields.ts'
import type { Schema } from '#shared/api/contract.ts'

type Present = (answer: unknown) => unknown

type Node = Schema & {
  pipe?: unknown
  entries?: Record<string, Node>
  item?: Node
  wrapped?: Node
  default?: unknown
  options?: unknown[]
  literal?: unknown
  getter?: (value: unknown) => Schema
}

/** The lines of a presenter's code, and the values that the code refers to as `values[0]`, `values[1]` and so on. */
type Writer = { lines: string[]; values: unknown[]; names: number }

const isPlain = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value)

const nameIn = (writer: Writer) => `v${(writer.names += 1)}`

const refuseUnless = (writer: Writer, condition: string) => writer.lines.push(`if (!(${condition})) refuse()`)

function called(writer: Writer, source: string, present: Present): string {
  return `values[${writer.values.push(present) - 1}](${source})`
}

/** `absent` is the code of the condition under which a value is absent and becomes the schema's default. */
function writeOptional(writer: Writer, node: Node, source: string, absent: string): string {
  const name = nameIn(writer)
  writer.lines.push(`let ${name} = ${node.default === undefined ? source : JSON.stringify(node.default)}`)
  writer.lines.push(`if (!(${absent})) {`)
  const value = write(writer, node.wrapped!, source)
  writer.lines.push(`${name} = ${value}`, '}')
  return name
}

function writeObject(writer: Writer, entries: Record<string, Node>, source: string): string {
  refuseUnless(writer, `typeof ${source} === 'object' && ${source} !== null`)
  const fields = Object.entries(entries).map(([key, node]) => {
    const field = nameIn(writer)
    writer.lines.push(`const ${field} = ${source}[${JSON.stringify(key)}]`)
    return `[${JSON.stringify(key)}]: ${write(writer, node, field)}`
  })
  return `{ ${fields.join(', ')} }`
}

function writeArray(writer: Writer, item: Node, source: string): string {
  const [list, at, each] = [nameIn(writer), nameIn(writer), nameIn(writer)]
  refuseUnless(writer, `Array.isArray(${source})`)
  writer.lines.push(`const ${list} = new Array(${source}.length)`)
  writer.lines.push(`for (let ${at} = 0; ${at} < ${source}.length; ${at} += 1) {`, `const ${each} = ${source}[${at}]`)
  const value = write(writer, item, each)
  writer.lines.push(`${list}[${at}] = ${value}`, '}')
  return list
}

function write(writer: Writer, node: Node, source: string): string {
  if (node === (time as Schema)) return called(writer, source, presentTime)
  if (node.pipe || !(node.default === undefined || isPlain(node.default)))
    return called(writer, source, (value) => v.parse(node, value))
  switch (node.type) {
    case 'string':
    case 'boolean':
      refuseUnless(writer, `typeof ${source} === '${node.type}'`)
      return source
    case 'number':
      refuseUnless(writer, `typeof ${source} === 'number' && ${source} === ${source}`)
      return source
    case 'picklist':
    case 'literal': {
      const options = node.type === 'literal' ? [node.literal] : node.options!
      if (!options.every(isPlain)) break
      refuseUnless(writer, options.map((option) => `${source} === ${JSON.stringify(option)}`).join(' || '))
      return source
    }
    case 'nullable':
      return writeOptional(writer, node, source, `${source} === null`)
    case 'optional':
      return writeOptional(writer, node, source, `${source} === undefined`)
    case 'object':
      return writeObject(writer, node.entries!, source)
    case 'array':
      return writeArray(writer, node.item!, source)
    case 'lazy':
      return called(writer, source, (value) => presenterOf(node.getter!(value))(value))
  }
  return called(writer, source, (value) => v.parse(node, value))
}

function refuse(): never {
  throw new TypeError('The answer is not of its schema.')
}

function presentTime(value: unknown): string {
  if (value instanceof Date) return value.toISOString()
  return typeof value === 'string' ? value : refuse()
}

function compile(schema: Schema): Present {
  const writer: Writer = { lines: [], values: [], names: 0 }
  const result = write(writer, schema as Node, 'answer')
  const body = `return (answer) => {\n${writer.lines.join('\n')}\nreturn ${result}\n}`
  // oxlint-disable-next-line no-new-func -- The code is generated from the API's schemas, never from a request.
  return new Function('values', 'refuse', body)(writer.values, refuse) as Present
}

const presenters = new WeakMap<Schema, Present>()

/** Does the same as `v.parse`, by code compiled once per schema: 20 posts take 3.4 µs instead of 40. */
export function presenterOf(schema: Schema): Present {
  const known = presenters.get(schema)
  if (known) return known
  let compiled: Present | null = null
  const present: Present = (answer) => {
    compiled ??= compile(schema)
    try {
      return compiled(answer)
    } catch {
      return v.parse(schema, answer)
    }
  }
  presenters.set(schema, present)
  return present
}
