import fc from 'fast-check'
import * as v from 'valibot'
import type { Endpoint } from '#shared/api/contract.ts'
import { fieldsOf, valueOf } from './fuzz/schema-values.ts'

type Input = Record<string, unknown>

/** Returns the fields without which a call is refused, with their schemas. */
const neededBy = ({ input }: Endpoint) =>
  Object.entries(fieldsOf(input)).filter(([, schema]) => !v.safeParse(schema, undefined).success)

/** Returns the values of the fields that the call needs; null if one of them is missing in `known`. */
export function inputFrom(endpoint: Endpoint, known: Input): Input | null {
  const needed = neededBy(endpoint).map(([field]) => field)
  return needed.every((field) => field in known)
    ? Object.fromEntries(needed.map((field) => [field, known[field]]))
    : null
}

/** Returns the values of the fields that the call needs; those that are missing in `known` are generated. */
export function inputWith(endpoint: Endpoint, known: Input): Input {
  const taken = neededBy(endpoint).flatMap(([field]) => (field in known ? [[field, known[field]] as const] : []))
  return { ...generatedInput(endpoint), ...Object.fromEntries(taken) }
}

/** Generates the same values each time, from the schema; parameters of the path are left out. */
export function generatedInput(endpoint: Endpoint): Input {
  const inBody = neededBy(endpoint).filter(([field]) => !endpoint.path.split('/').includes(`:${field}`))
  return Object.fromEntries(
    inBody.map(([field, schema]) => [
      field,
      fc.sample(valueOf(schema), { seed: 1, numRuns: 200 }).find((value) => v.safeParse(schema, value).success),
    ]),
  )
}
