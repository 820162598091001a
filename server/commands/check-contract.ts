import { join } from 'node:path'
import type { Endpoint } from '#shared/api/contract.ts'

const RELEASED_FILE = 'shared/api/versions/released.jsonl'

export type JsonSchema = {
  type?: string | string[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  additionalProperties?: JsonSchema | boolean
  anyOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
}

export type ReleasedCall = {
  method: string
  path: string
  access: string
  status: number
  errors: string[]
  input: JsonSchema
  output: JsonSchema
}

type ReleasedContract = Record<string, ReleasedCall>

function alternativesOf(schema: JsonSchema): JsonSchema[] {
  if (schema.anyOf) return schema.anyOf.flatMap(alternativesOf)
  return Array.isArray(schema.type) ? schema.type.map((type) => ({ ...schema, type })) : [schema]
}

const kindOf = ({ type, enum: values, const: only }: JsonSchema): string =>
  type?.toString() ?? (only !== undefined ? typeof only : values ? typeof values[0] : 'anything')

const valuesOf = ({ enum: values, const: only }: JsonSchema) => values ?? (only !== undefined ? [only] : null)

const sameKind = (a: JsonSchema, b: JsonSchema) =>
  kindOf(a) === 'anything' || kindOf(b) === 'anything' || kindOf(a) === kindOf(b)

/** Returns the breaking changes of the alternative that has the fewest; null without alternatives. */
function best(all: JsonSchema[], compare: (one: JsonSchema) => string[]): string[] | null {
  const found = all.map(compare).toSorted((a, b) => a.length - b.length)
  return found[0] ?? null
}

const at = (path: string, field: string) => (path === '' ? field : `${path}.${field}`)

/** Returns what breaks a client that reads responses of the shape `before`. */
function outputBreaks(before: JsonSchema, now: JsonSchema, path = ''): string[] {
  return alternativesOf(now).flatMap((answer) => {
    const known = alternativesOf(before).filter((one) => sameKind(one, answer))
    return (
      best(known, (one) => objectOutputBreaks(one, answer, path)) ?? [
        `${path || 'the answer'} may be ${kindOf(answer)}`,
      ]
    )
  })
}

function objectOutputBreaks(before: JsonSchema, now: JsonSchema, path: string): string[] {
  if (before.items && now.items) return outputBreaks(before.items, now.items, `${path}[]`)
  const shapes = [before.additionalProperties, now.additionalProperties]
  const values =
    typeof shapes[0] === 'object' && typeof shapes[1] === 'object'
      ? outputBreaks(shapes[0], shapes[1], at(path, '*'))
      : []
  const fields = Object.entries(before.properties ?? {}).flatMap(([field, schema]) => {
    const there = now.properties?.[field]
    if (!there) return [`${at(path, field)} is gone`]
    if (before.required?.includes(field) && !now.required?.includes(field)) return [`${at(path, field)} may be missing`]
    return outputBreaks(schema, there, at(path, field))
  })
  return [...values, ...fields]
}

/** Returns what breaks a client that sends input of the shape `before`. */
function inputBreaks(before: JsonSchema, now: JsonSchema, path = ''): string[] {
  return alternativesOf(before).flatMap((sent) => {
    const taken = alternativesOf(now).filter((one) => sameKind(one, sent))
    return (
      best(taken, (one) => objectInputBreaks(sent, one, path)) ?? [`${path || 'the input'} may not be ${kindOf(sent)}`]
    )
  })
}

function objectInputBreaks(before: JsonSchema, now: JsonSchema, path: string): string[] {
  if (before.items && now.items) return inputBreaks(before.items, now.items, `${path}[]`)
  const taken = valuesOf(now)
  const refused = taken ? (valuesOf(before) ?? []).filter((value) => !taken.includes(value)) : []
  const required = (now.required ?? [])
    .filter((field) => !before.required?.includes(field))
    .map((field) => `${at(path, field)} is required`)
  const fields = Object.entries(before.properties ?? {}).flatMap(([field, schema]) => {
    const there = now.properties?.[field]
    return there ? inputBreaks(schema, there, at(path, field)) : [`${at(path, field)} is not taken`]
  })
  return [...refused.map((value) => `${path} may not be ${String(value)}`), ...required, ...fields]
}

export function breakingChanges(released: ReleasedContract, now: ReleasedContract): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [name, before] of Object.entries(released)) {
    const call = now[name]
    const breaks = call
      ? [
          ...(['method', 'path', 'access', 'status'] as const)
            .filter((what) => call[what] !== before[what])
            .map((what) => `its ${what} was ${before[what]} and is ${call[what]}`),
          ...call.errors.filter((code) => !before.errors.includes(code)).map((code) => `it may fail with ${code}`),
          ...inputBreaks(before.input, call.input).map((line) => `input: ${line}`),
          ...outputBreaks(before.output, call.output).map((line) => `output: ${line}`),
        ]
      : ['it is gone']
    if (breaks.length > 0) found.set(name, breaks)
  }
  return found
}

/** Returns the current contract in the format of `released.jsonl`. */
async function presentContract(): Promise<ReleasedContract> {
  const { toJsonSchema } = await import('@valibot/to-json-schema')
  const { contract } = await import('#shared/api/index.ts')
  const schemaOf = (schema: Parameters<typeof toJsonSchema>[0], typeMode: 'input' | 'output'): JsonSchema => {
    const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
    return rest as JsonSchema
  }
  const calls = Object.entries(contract).flatMap(([group, endpoints]) =>
    Object.entries(endpoints as Record<string, Endpoint>).map(([name, call]) => [`${group}.${name}`, call] as const),
  )
  return Object.fromEntries(
    calls.map(([name, { method, path, access, status = 200, errors = [], input, output }]) => [
      name,
      {
        method,
        path,
        access,
        status,
        errors: [...errors],
        input: schemaOf(input, 'input'),
        output: schemaOf(output, 'output'),
      },
    ]),
  )
}

type Released = { date: string; calls: ReleasedContract }

async function readReleased(root: string): Promise<Released> {
  const [head, ...lines] = (await Bun.file(join(root, RELEASED_FILE)).text()).trim().split('\n')
  const { date } = JSON.parse(head!) as { date: string }
  return { date, calls: Object.fromEntries(lines.map((line) => JSON.parse(line) as [string, ReleasedCall])) }
}

/** Reports changes that break callers of the released contract, unless a later API version translates the call. */
export async function checkContract(root: string): Promise<string[]> {
  const { date, calls } = await readReleased(root)
  const { VERSIONS } = await import('#shared/api/versions/versions.ts')
  const later = VERSIONS.filter((version) => version.date > date)
  return [...breakingChanges(calls, await presentContract())]
    .filter(([name]) => !later.some(({ translations }) => translations[name]))
    .map(
      ([name, breaks]) =>
        `${name}: ${breaks.join(', ')}. Add a version with its translation to shared/api/versions/versions.ts.`,
    )
}

export async function recordContract(root: string): Promise<void> {
  const { VERSIONS } = await import('#shared/api/versions/versions.ts')
  const calls = Object.entries(await presentContract()).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const lines = [{ date: VERSIONS.at(-1)!.date }, ...calls].map((line) => JSON.stringify(line))
  await Bun.write(join(root, RELEASED_FILE), `${lines.join('\n')}\n`)
}
