import type { JsonSchema } from '#server/commands/check-contract.ts'

const quoted = (name: string) => (/^\w+$/.test(name) ? name : JSON.stringify(name))

const unique = (types: string[]) => [...new Set(types)].join(' | ')

export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return unique(schema.enum.map((value) => JSON.stringify(value)))
  if (schema.anyOf) {
    // A timestamp is text or a Date; JSON Schema has no Date, so that alternative is empty and left out here.
    const known = schema.anyOf.filter((one) => Object.keys(one).length > 0)
    return unique(known.map(typeOf))
  }
  if (Array.isArray(schema.type)) return unique(schema.type.map((type) => typeOf({ ...schema, type })))
  switch (schema.type) {
    case 'string':
      return 'string'
    case 'number':
    case 'integer':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'null':
      return 'null'
    case 'array':
      return `Array<${schema.items ? typeOf(schema.items) : 'unknown'}>`
    case 'object':
      return objectType(schema)
    default:
      return 'unknown'
  }
}

function objectType({ properties, required = [], additionalProperties }: JsonSchema): string {
  if (!properties || Object.keys(properties).length === 0)
    return typeof additionalProperties === 'object' ? `Record<string, ${typeOf(additionalProperties)}>` : '{}'
  const fields = Object.entries(properties).map(
    ([name, schema]) => `${quoted(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  return `{ ${fields.join('; ')} }`
}
