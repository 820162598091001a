import fc from 'fast-check'
import type { Schema } from '#shared/api/contract.ts'
import { hostileText } from './hostile.ts'

type Shape = Schema & {
  entries?: Record<string, Shape>
  wrapped?: Shape
  options?: unknown[]
  literal?: unknown
  item?: Shape
  pipe?: (Shape & { requirement?: unknown })[]
}

export function fieldsOf(schema: Schema): Record<string, Schema> {
  const shape = schema as Shape
  return shape.entries ?? {}
}

function textOf(steps: { type: string; requirement?: unknown }[]): fc.Arbitrary<unknown> {
  const requirement = (type: string) => steps.find((step) => step.type === type)?.requirement
  const pattern = requirement('regex')
  const min = Number(requirement('min_length') ?? 0)
  const max = Number(requirement('max_length') ?? 200)
  const plain = fc.string({
    unit: 'grapheme',
    minLength: Math.min(min, 50),
    maxLength: Math.min(Math.max(max, 1), 120),
  })
  if (pattern instanceof RegExp)
    return fc.oneof(
      { weight: 6, arbitrary: fc.stringMatching(new RegExp(pattern.source, pattern.flags.replace('i', ''))) },
      { weight: 1, arbitrary: plain },
    )
  if (steps.some((step) => step.type === 'url'))
    return fc.webUrl({ validSchemes: ['https'], withQueryParameters: true })
  return fc.oneof(
    { weight: 6, arbitrary: plain },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...[min, max, max + 1].map((length) => 'a'.repeat(Math.min(length, 60_000)))),
    },
    { weight: 1, arbitrary: hostileText },
  )
}

function numberOf(steps: { type: string; requirement?: unknown }[]): fc.Arbitrary<unknown> {
  const requirement = (type: string) => steps.find((step) => step.type === type)?.requirement as number | undefined
  const min = requirement('min_value') ?? 1
  return fc.integer({ min, max: Math.min(requirement('max_value') ?? min + 200, min + 300) })
}

/** Generates mostly valid values; bounds and patterns are read from the pipe of the schema. */
export function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  const shape = schema as Shape
  const steps = (shape.pipe ?? []) as { type: string; requirement?: unknown }[]
  switch (shape.type) {
    case 'optional':
    case 'nullish':
    case 'nullable':
      return fc.oneof(
        { weight: 1, arbitrary: fc.constant(undefined) },
        { weight: 4, arbitrary: boundedBy(shape.wrapped!, steps) },
      )
    case 'union':
      return fc.oneof(...(shape.options as Shape[]).map((option) => boundedBy(option, steps)))
    case 'picklist':
      return fc.constantFrom(...(shape.options as unknown[]))
    case 'literal':
      return fc.constant(shape.literal)
    case 'boolean':
      return fc.boolean()
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(shape.entries ?? {}).map(([field, inner]) => [field, valueOf(inner)])),
      )
    case 'array':
      return fc.array(valueOf(shape.item!), { maxLength: 5 })
    case 'number':
      return numberOf(steps)
    case 'string':
      return textOf(steps)
    default:
      return fc.constant('x')
  }
}

function boundedBy(schema: Shape, outer: { type: string; requirement?: unknown }[]): fc.Arbitrary<unknown> {
  const inner = schema.pipe ?? [schema]
  const later = outer.filter((step) => step.requirement !== undefined)
  return valueOf(later.length === 0 ? schema : ({ ...schema, pipe: [...inner, ...later] } as unknown as Shape))
}
