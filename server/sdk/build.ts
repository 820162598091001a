import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { toJsonSchema } from '@valibot/to-json-schema'
import { EVENTS } from '#shared/api/events.ts'
import { publicContract } from '#shared/api/public.ts'
import type { Endpoint, Schema } from '#shared/api/contract.ts'
import { VERSIONS } from '#shared/api/versions/versions.ts'
import type { JsonSchema } from '#server/commands/check-contract.ts'
import { typeOf } from './types.ts'

const VERSION = VERSIONS.at(-1)!.date

const schemaOf = (schema: Schema, typeMode: 'input' | 'output') =>
  toJsonSchema(schema, { typeMode, errorMode: 'ignore' }) as JsonSchema

const groups = Object.entries(publicContract).map(
  ([group, calls]) => [group, Object.entries(calls as Record<string, Endpoint>)] as const,
)

const howOf = ({ from, idempotent }: Endpoint) => (from === 'form' ? 'f' : '') + (idempotent ? 'k' : '')

const CALLS = groups
  .flatMap(([group, calls]) =>
    calls.map(([name, call]) =>
      `${group}.${name} ${call.method} ${call.path.slice('/api'.length)} ${howOf(call)}`.trim(),
    ),
  )
  .join('\n')

function callType(name: string, { input, output, summary, from }: Endpoint): string {
  const schema = schemaOf(input, 'input')
  const files = (type: string) => (from === 'form' ? type.replaceAll('unknown', 'Blob') : type)
  const optional = (schema.required ?? []).length === 0 ? '?' : ''
  const answer = typeOf(schemaOf(output, 'output'))
  return `    /** ${summary.replaceAll('*/', '')} */
    ${name}(input${optional}: ${files(typeOf(schema))}, options?: CallOptions): Promise<${answer}>`
}

const declarations = () => `export type Options = {
  /** The URL of the forum, like \`https://forum.example.org\`. */
  baseUrl: string
  /** An access token, or a function that returns one before each call. */
  token?: string | (() => string | null | Promise<string | null>)
  fetch?: typeof fetch
  /**
   * Maximum number of retries after status 429 or 503 or a network error; 2 by default. Only calls that are safe to
   * repeat are retried.
   */
  retries?: number
}

export type CallOptions = { signal?: AbortSignal; idempotencyKey?: string }

/** \`status\` is 0 if no response came; \`issues\` has a message for each invalid field. */
export class WatekError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: Record<string, string>
  readonly retryAfter: number | null
}

export type WatekEvent =
${Object.entries(EVENTS)
  .map(([name, schema]) => `  | { name: '${name}'; data: ${typeOf(schemaOf(schema, 'output'))} }`)
  .join('\n')}

export type Client = {
  /** Yields each page of a list, until its \`next_cursor\` is null. */
  pages<I extends { cursor?: string | undefined }, P extends { next_cursor: string | null }>(
    list: (input: I, options?: CallOptions) => Promise<P>,
    input?: I,
  ): AsyncGenerator<P>
  /** Yields events of topics (\`me\`, \`post:1\`); after a lost connection the missed ones come first. */
  events(topics: string[], options?: { signal?: AbortSignal; lastEventId?: string }): AsyncGenerator<WatekEvent>
${groups
  .map(([group, calls]) => `  ${group}: {\n${calls.map(([name, call]) => callType(name, call)).join('\n')}\n  }`)
  .join('\n')}
}

export function createClient(options: Options): Client
`

async function bundle(): Promise<string> {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, 'runtime.ts')],
    target: 'browser',
    format: 'esm',
    minify: true,
    define: { CALLS: JSON.stringify(CALLS), VERSION: JSON.stringify(VERSION) },
  })
  return built.outputs[0]!.text()
}

export async function writeSdk(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const manifest = {
    name: 'watek-sdk',
    version: `${VERSION.replaceAll('-0', '-').replaceAll('-', '.')}`,
    type: 'module',
    exports: { '.': { types: './index.d.ts', default: './index.js' } },
    sideEffects: false,
  }
  await Bun.write(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await Bun.write(join(folder, 'index.js'), await bundle())
  await Bun.write(join(folder, 'index.d.ts'), declarations())
}
