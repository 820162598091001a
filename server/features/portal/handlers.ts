import { ApiError, ERROR_STATUS, wireCode, type ErrorCode } from '#shared/api/errors.ts'
import type { Endpoint, HandlersOf } from '#shared/api/contract.ts'
import { EVENTS } from '#shared/api/events.ts'
import { contract } from '#shared/api/index.ts'
import type { DocumentedCall, portal } from '#shared/api/portal.ts'
import { VERSIONS } from '#shared/api/versions/versions.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import type { CtxByAccess } from '#server/context.ts'
import { errorsOfCall } from './errors.ts'
import { exampleOf, type Example } from './examples.ts'
import { limitsOf } from './limits.ts'

const GROUPS = contract as unknown as Record<string, Record<string, Endpoint>>

const shortCall = (name: string, call: Endpoint) => ({
  name,
  method: call.method,
  path: call.path.replace(/:(\w+)/g, '{$1}'),
  summary: call.summary,
  access: call.access,
  scope: call.scope,
})

const WHO: Partial<Record<Endpoint['access'], string>> = {
  user: 'Authorization: Bearer TOKEN\n',
  user_or_admin: 'Authorization: Bearer TOKEN\n',
  staff: 'Authorization: Bearer TOKEN\n',
  moderator: 'X-Admin-Password: TOKEN\n',
  admin: 'X-Admin-Password: TOKEN\n',
}

function requestOf(call: Endpoint, { method, url, body }: Example): string {
  const head = `${method} ${url}\n${WHO[call.access] ?? ''}`
  if (call.from === 'form') return `${head}Content-Type: multipart/form-data`
  return body === undefined
    ? head.trimEnd()
    : `${head}Content-Type: application/json\n\n${JSON.stringify(body, null, 2)}`
}

function documentedCall(group: string, name: string, call: Endpoint): DocumentedCall {
  const example = exampleOf(`${group}.${name}`)
  const codes = [...new Map(errorsOfCall(call).map((code) => [wireCode(code), ERROR_STATUS[code]]))]
  return {
    ...shortCall(name, call),
    is_idempotent: call.idempotent !== undefined,
    limits: limitsOf(call),
    errors: codes.map(([code, status]) => ({ code, status })).toSorted((a, b) => a.status - b.status),
    example: example
      ? { request: requestOf(call, example), status: example.status, answer: JSON.stringify(example.answer, null, 2) }
      : null,
  }
}

/** Several codes may share a public name; it is listed once, with the text of the first code. */
function errorsIn(lang: Lang) {
  const { errors } = catalog(lang)
  const found = new Map<string, { status: number; code: string; detail: string }>()
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    const name = wireCode(code)
    if (!found.has(name)) found.set(name, { code: name, status: ERROR_STATUS[code], detail: errors[code] })
  }
  return [...found.values()].toSorted((a, b) => a.status - b.status)
}

const fieldsOf = (schema: unknown): string[] => Object.keys((schema as { entries?: object }).entries ?? {})

function hookEvents(): string[] {
  const events = (GROUPS.hooks?.create?.input as { entries?: { events?: unknown } } | undefined)?.entries?.events
  const parts = [events as Parts | undefined]
  for (const part of parts) {
    if (part?.type === 'picklist') return (part.options ?? []).filter((option) => typeof option === 'string')
    parts.push(...[part?.item, part?.wrapped, ...(part?.pipe ?? [])].filter((inner) => inner && inner !== part))
  }
  return []
}

type Parts = { type: string; item?: Parts; wrapped?: Parts; pipe?: Parts[]; options?: unknown[] }

export const portalHandlers: HandlersOf<typeof portal, CtxByAccess> = {
  overview: async ({ lang }) => ({
    groups: Object.entries(GROUPS).map(([name, calls]) => ({
      name,
      calls: Object.entries(calls).map(([call, definition]) => shortCall(call, definition)),
    })),
    scopes: [
      ...new Set(Object.values(GROUPS).flatMap((calls) => Object.values(calls).flatMap(({ scope }) => scope ?? []))),
    ],
    errors: errorsIn(lang),
    events: Object.entries(EVENTS).map(([name, schema]) => ({ name, fields: fieldsOf(schema) })),
    hook_events: hookEvents(),
    versions: VERSIONS.map(({ date, changes }) => ({ date, changes: changes[lang] })).toReversed(),
  }),

  group: async (_, { group }) => {
    const calls = Object.hasOwn(GROUPS, group) ? GROUPS[group] : undefined
    if (!calls) throw new ApiError('not_found')
    return { name: group, calls: Object.entries(calls).map(([name, call]) => documentedCall(group, name, call)) }
  },
}
