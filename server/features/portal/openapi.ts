import { toJsonSchema } from '@valibot/to-json-schema'
import { Hono } from 'hono'
import { contract } from '#shared/api/index.ts'
import type { Access, Endpoint, Schema } from '#shared/api/contract.ts'
import { ERROR_STATUS, wireCode } from '#shared/api/errors.ts'
import { listen } from '#shared/api/events.ts'
import { FOUND_SHAPES } from '#shared/api/search.ts'
import { sendPiece } from '#shared/api/streams.ts'
import { VERSIONS } from '#shared/api/versions/versions.ts'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from '#server/http/request.ts'
import { wholeBody } from '#server/http/whole-body.ts'
import { errorsOfCall } from './errors.ts'
import { exampleOf, type Example } from './examples.ts'
import { limitsOf } from './limits.ts'

/** Search results are written out, because a reference would point outside of the generated schema. */
const withResults = ({ valibotSchema }: { valibotSchema: { type: string } }) =>
  valibotSchema.type === 'lazy'
    ? { anyOf: FOUND_SHAPES.map((shape) => json(shape, 'output') as Record<string, never>) }
    : undefined

const json = (schema: Schema, typeMode: 'input' | 'output') => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', overrideSchema: withResults })
  return rest as { properties?: Record<string, unknown>; required?: string[] }
}

const SECURITY: Record<Access, Record<string, string[]>[]> = {
  public: [{}, { bearer: [] }],
  user: [{ bearer: [] }],
  user_or_admin: [{ staff: [] }, { bearer: [] }],
  staff: [{ staff: [] }, { bearer: [] }],
  moderator: [{ staff: [] }, { bearer: [] }],
  admin: [{ staff: [] }],
}

const ERROR_CONTENT = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } }

function refusals(call: Endpoint): Record<string, unknown> {
  const codes = Map.groupBy(errorsOfCall(call), (code) => ERROR_STATUS[code])
  const listed = [...codes].map(([status, of]) => [
    status,
    { description: [...new Set(of.map(wireCode))].join(', '), content: ERROR_CONTENT },
  ])
  return { ...Object.fromEntries(listed), default: { description: 'Any other error', content: ERROR_CONTENT } }
}

function valuesOf(call: Endpoint, url: string | undefined): Map<string, string> {
  if (url === undefined) return new Map()
  const { pathname, searchParams } = new URL(url, 'http://localhost')
  const parts = pathname.split('/')
  const inPath = call.path
    .split('/')
    .flatMap((part, at): [string, string][] =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[at] ?? '')]] : [],
    )
  return new Map([...inPath, ...searchParams])
}

function parametersOf(call: Endpoint, input: ReturnType<typeof json>, example: Example | undefined) {
  const values = valuesOf(call, example?.url)
  const inPath = pathFields(call)
  const parameter = (field: string, where: 'path' | 'query') => ({
    name: field,
    in: where,
    required: where === 'path' || (input.required ?? []).includes(field),
    schema: input.properties?.[field] ?? { type: 'string' },
    ...(values.has(field) && { example: values.get(field) }),
  })
  const inQuery = sourceOf(call) === 'query' ? Object.keys(input.properties ?? {}) : []
  return [
    ...inPath.map((field) => parameter(field, 'path')),
    ...inQuery.filter((field) => !inPath.includes(field)).map((field) => parameter(field, 'query')),
    ...(call.idempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    { $ref: '#/components/parameters/Version' },
  ]
}

const pathFields = (call: Endpoint) => [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)

const sourceOf = (call: Endpoint) => call.from ?? (call.method === 'GET' || call.method === 'DELETE' ? 'query' : 'json')

function bodyOf(call: Endpoint, input: ReturnType<typeof json>, example: Example | undefined) {
  const inPath = pathFields(call)
  const fields = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const required = (input.required ?? []).filter((field) => !inPath.includes(field))
  const from = sourceOf(call)
  if (from === 'query' || fields.length === 0) return {}
  if (from === 'form') {
    const files = fields.map(([field]) => [field, { type: 'string', format: 'binary' }])
    const schema = { type: 'object', properties: Object.fromEntries(files), required: fields.map(([field]) => field) }
    return { requestBody: { content: { 'multipart/form-data': { schema } } } }
  }
  const schema = { type: 'object', properties: Object.fromEntries(fields), ...(required.length > 0 && { required }) }
  const shown = example?.body === undefined ? {} : { example: example.body }
  return { requestBody: { content: { 'application/json': { schema, ...shown } } } }
}

function operation(group: string, name: string, call: Endpoint, type: string | null = 'application/json') {
  const input = json(call.input, 'input')
  const example = exampleOf(`${group}.${name}`)
  const scope = call.scope
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: call.summary,
    security: SECURITY[call.access],
    ...(scope !== null && { 'x-scope': scope }),
    'x-rate-limits': limitsOf(call),
    parameters: parametersOf(call, input, example),
    ...bodyOf(call, input, example),
    responses: {
      [call.status ?? 200]: {
        description: 'OK',
        ...(type !== null && {
          content: { [type]: { schema: json(call.output, 'output'), ...(example && { example: example.answer }) } },
        }),
      },
      ...refusals(call),
    },
  }
}

const COMPONENTS = {
  securitySchemes: {
    bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    staff: { type: 'apiKey', in: 'header', name: 'X-Admin-Password' },
  },
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      description: 'The same key of the same caller gets the first answer for a day',
      schema: { type: 'string', maxLength: 200 },
    },
    Version: {
      name: 'Watek-Version',
      in: 'header',
      required: false,
      description: 'The date of the contract that the caller was written for; without it the newest',
      schema: { type: 'string', format: 'date' },
    },
  },
  schemas: {
    Error: {
      type: 'object',
      properties: {
        detail: { type: 'string' },
        code: { type: 'string' },
        issues: { type: 'object', additionalProperties: { type: 'string' } },
      },
      required: ['detail', 'code'],
    },
  },
}

export function openApiDocument(siteName: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [group, calls] of Object.entries(contract)) {
    for (const [name, call] of Object.entries(calls as Record<string, Endpoint>)) {
      const path = call.path.replace(/:(\w+)/g, '{$1}')
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(group, name, call) }
    }
  }
  const pieces = sendPiece.path.replace(/:(\w+)/g, '{$1}')
  paths[pieces] = { post: operation('streams', 'sendPiece', sendPiece, null) }
  paths[listen.path] = { get: operation('events', 'listen', listen, 'text/event-stream') }
  return {
    openapi: '3.1.0',
    info: { title: siteName, version: VERSIONS.at(-1)!.date },
    servers: [{ url: '/' }],
    tags: [...Object.keys(contract), 'events'].map((name) => ({ name })),
    paths,
    components: COMPONENTS,
  }
}

/** The cached document contains the site's name, so it is rebuilt when the name changes. */
export function openApiRoutes({ settings, limiter }: Services): Hono<HttpEnv> {
  let made = { name: '', document: Buffer.alloc(0) }
  function documentFor(name: string): Buffer<ArrayBuffer> {
    if (made.name !== name) made = { name, document: Buffer.from(JSON.stringify(openApiDocument(name))) }
    return made.document
  }
  const app = new Hono<HttpEnv>({ strict: false })
  app.get('/api/openapi.json', async (c) => {
    await limiter.take('read', { address: c.get('address') })
    const { body, headers } = wholeBody(documentFor(settings.value('site_name')))
    return c.body(body, 200, { 'Content-Type': 'application/json', ...headers })
  })
  return app
}
