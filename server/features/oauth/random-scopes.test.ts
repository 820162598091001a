import { expect, test } from 'bun:test'
import { requestOf } from '#shared/api/client.ts'
import { TOKEN_SCOPES, type Scope } from '#shared/api/scopes.ts'
import { calls, type Call } from '#server/http/api.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { signOauthToken, subjectOf } from './access-tokens.ts'
import { createOauthRows } from './testing/rows.ts'

/* For the full run: OAUTH_CALLS=100000 bun run test random-scopes */
const CALLS = Number(process.env.OAUTH_CALLS ?? 2_000)
const TOKENS = 64

const t = await createTestApp()
const member = await createUser(t.db)
const home = await createCategory(t.db, { creator: member })
const thread = await createPost(t.db, { author: member, category: home })
const { client_id, session_id } = await createOauthRows(t.db, member)

let seed = Number(process.env.SEED ?? 20_261_126)

/** The pseudo-random generator mulberry32. */
function random(below: number): number {
  seed = (seed + 0x6d2b79f5) | 0
  let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1)
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
  return ((mixed ^ (mixed >>> 14)) >>> 0) % below
}

const pick = <T>(values: readonly T[]): T => values[random(values.length)]!

async function newToken(): Promise<{ scopes: Scope[]; token: string }> {
  const chosen = TOKEN_SCOPES.filter(() => random(3) === 0)
  const scopes = chosen.length > 0 ? chosen : [pick(TOKEN_SCOPES)]
  const named = { session_id, subject: subjectOf(member.id), client_id, scopes, audience: null }
  return { scopes, token: await signOauthToken(t.services, named) }
}

const VALUES = [1, thread.id, home.id, member.id, 0, -1, 'x', '', null, true, [], {}, 'ą'.repeat(100), { all: [] }]

function inputOf({ endpoint, pathFields }: Call): Record<string, unknown> {
  const { entries = {} } = endpoint.input as { entries?: object }
  const optional = Object.keys(entries).filter((field) => !pathFields.includes(field) && random(2) === 0)
  return Object.fromEntries([
    ...pathFields.map((field) => [field, pick([1, thread.id, home.id, 'x', 999_999])]),
    ...optional.map((field) => [field, pick(VALUES)]),
  ])
}

test(`OAUTH-3 ${CALLS} random calls with tokens of random scopes succeed only within these scopes`, async () => {
  let tokens = await Promise.all(Array.from({ length: TOKENS }, newToken))
  const wrong: string[] = []
  const made = { within: 0, refused: 0 }
  for (let at = 0; at < CALLS; at += 1) {
    // Tokens expire after ten minutes, so all are replaced every 5,000 calls, which take less time.
    if (at % 5_000 === 4_999) tokens = await Promise.all(Array.from({ length: TOKENS }, newToken))
    const { scopes, token } = pick(tokens)
    const call = pick(calls)
    const { url, json } = requestOf(call.endpoint, inputOf(call))
    const answer = await t.request(url, {
      method: call.endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...(json !== undefined && { 'content-type': 'application/json' }) },
      body: json,
    })
    const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
    const isRefused = code === 'insufficient_scope'
    const mayCall = call.endpoint.scope !== null && scopes.includes(call.endpoint.scope)
    made[isRefused ? 'refused' : 'within'] += 1
    if (isRefused === mayCall || answer.status === 401 || answer.status >= 500)
      wrong.push(`${call.group}.${call.name} ${call.endpoint.scope} with ${scopes.join(' ')}: ${answer.status} ${code}`)
  }
  expect(wrong).toEqual([])
  expect(made.within).toBeGreaterThan(CALLS / 20)
  expect(made.refused).toBeGreaterThan(CALLS / 4)
}, 3_600_000)
