import { toJsonSchema } from '@valibot/to-json-schema'
import { Hono } from 'hono'
import { contract } from '#shared/api/index.ts'
import type { Endpoint, Schema } from '#shared/api/contract.ts'
import { listen } from '#shared/api/events.ts'
import { sendPiece } from '#shared/api/streams.ts'
import type { Services } from '#server/context.ts'
import type { HttpEnv } from './request.ts'
import { wholeBody } from './whole-body.ts'

const json = (schema: Schema, typeMode: 'input' | 'output') => {
  const { $schema: _, ...rest } = toJsonSchema(schema, { typeMode, errorMode: 'ignore' })
  return rest as { properties?: Record<string, unknown>; required?: string[] }
}

function operation(group: string, name: string, call: Endpoint, type: string | null = 'application/json') {
  const input = json(call.input, 'input')
  const inPath = [...call.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const from = call.from ?? (call.method === 'GET' || call.method === 'DELETE' ? 'query' : 'json')
  const rest = Object.entries(input.properties ?? {}).filter(([field]) => !inPath.includes(field))
  const required = (input.required ?? []).filter((field) => !inPath.includes(field))
  const body = { type: 'object', properties: Object.fromEntries(rest), ...(required.length > 0 && { required }) }
  return {
    operationId: `${group}.${name}`,
    tags: [group],
    summary: call.summary,
    security:
      call.access === 'public'
        ? [{}, { bearer: [] }]
        : call.access === 'user'
          ? [{ bearer: [] }]
          : call.access === 'admin'
            ? [{ staff: [] }]
            : [{ staff: [] }, { bearer: [] }],
    parameters: [
      ...inPath.map((field) => ({
        name: field,
        in: 'path',
        required: true,
        schema: input.properties?.[field] ?? { type: 'string' },
      })),
      ...(from === 'query'
        ? rest.map(([field, schema]) => ({ name: field, in: 'query', required: required.includes(field), schema }))
        : []),
      ...(call.idempotent
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', maxLength: 200 } }]
        : []),
    ],
    ...(from === 'json' && rest.length > 0 && { requestBody: { content: { 'application/json': { schema: body } } } }),
    ...(from === 'form' && {
      requestBody: {
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              properties: Object.fromEntries(rest.map(([field]) => [field, { type: 'string', format: 'binary' }])),
              required: rest.map(([field]) => field),
            },
          },
        },
      },
    }),
    responses: {
      [call.status ?? 200]: {
        description: 'OK',
        ...(type !== null && { content: { [type]: { schema: json(call.output, 'output') } } }),
      },
      default: {
        description: 'Error',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    },
  }
}

function openApiDocument(siteName: string): unknown {
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
    info: { title: siteName, version: '1' },
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        staff: { type: 'apiKey', in: 'header', name: 'X-Admin-Password' },
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
    },
  }
}

/** Made once for each name of the site. */
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
