import { createHttpApi } from '#shared/api/client.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { contract, type Api } from '#shared/api/index.ts'
import { ADMIN_PASSWORD, type TestApp } from '#server/test/app.ts'
import type { Example } from '../examples.ts'

const LIST_LENGTH = 2
const TEXT_LENGTH = 400
const TIME = '2026-03-01T12:00:00.000Z'

const nameByEndpoint = new Map<unknown, string>(
  Object.entries(contract).flatMap(([group, calls]) =>
    Object.entries(calls).map(([name, endpoint]): [unknown, string] => [endpoint, `${group}.${name}`]),
  ),
)

/** Fixed values for fields whose values are secret or differ in each run. */
const REPLACED: Record<string, string> = {
  access_token: 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiI0MiJ9.c2lnbmF0dXJl',
  admin_token: 'staff_0000000000000000',
  next_cursor: 'WzE3NzIzNjY0MDAsMV0',
  cursor: 'WzE3NzIzNjY0MDAsMV0',
  token: '3f8c0d6e5b1a4c7d',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  challenge: 'mVb1w0sQm4S2',
  draft_keys: 'rD1cJ0mYxVYmXyFZ0o8y2nTq8m3Zb5o6o0V7q1x2y3A',
  sticky_token: 'aGVyZQ',
  version: '0.1.0',
  code: 'YPP8C9GBG423',
  reference: 'TGE2-W651-ZNZ8-TCW7',
  qr_svg: '<svg …>',
}

function settled(value: unknown, field = ''): unknown {
  if (typeof value === 'string') return settledText(value, field)
  if (Array.isArray(value)) return value.slice(0, LIST_LENGTH).map((item) => settled(item, field))
  if (/^years?$/.test(field)) return typeof value === 'number' ? Number(TIME.slice(0, 4)) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, settled(inner, name)]))
}

function settledText(text: string, field: string): string {
  if (Object.hasOwn(REPLACED, field)) return REPLACED[field]!
  const known = text
    .replaceAll(ADMIN_PASSWORD, 'the-staff-password')
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g, TIME)
    .replace(/\b20\d\d-\d\d-\d\d\b(?!T)/g, TIME.slice(0, 10))
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '00000000-0000-4000-8000-000000000000')
    .replace(/secret=[A-Z2-7]{32}/, `secret=${REPLACED.secret}`)
    .replace(/^[0-9a-z]{4}-[0-9a-z]{4}-[0-9a-z]{4}$/, '0000-0000-0000')
    .replace(/^[\w-]{43}$/, 'A'.repeat(43))
    .replace(/[0-9a-f]{32,}/g, (hex) => hex.replace(/./g, '0'))
  return known.length > TEXT_LENGTH ? `${known.slice(0, TEXT_LENGTH)}…` : known
}

export type Recorded = Map<string, Example>

export function recordingClient(t: TestApp, recorded: Recorded, headers: Record<string, string>): Api {
  let current: Endpoint | null = null
  const fetch = async (url: string, init: RequestInit & { body?: unknown }) => {
    const endpoint = current!
    const answer = await t.request(url, init as RequestInit)
    const text = await answer.text()
    const name = nameByEndpoint.get(endpoint)!
    if (answer.ok && !recorded.has(name)) {
      recorded.set(name, {
        method: endpoint.method,
        url: settledUrl(url),
        ...(typeof init.body === 'string' && { body: settled(JSON.parse(init.body)) }),
        status: answer.status,
        answer: settled(JSON.parse(text)),
      })
    }
    return new Response(text, { status: answer.status, headers: answer.headers })
  }
  return createHttpApi(contract, fetch as never, {
    headers(endpoint) {
      current = endpoint
      return { cookie: 'language=en', ...headers }
    },
  })
}

const settledUrl = (url: string): string =>
  url.replace(/([?&](token|cursor)=)[^&]+/g, (_, start: string, field: string) => start + REPLACED[field])
