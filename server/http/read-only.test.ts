import { afterAll, describe, expect, test } from 'bun:test'
import { requestOf } from '#shared/api/client.ts'
import { createDb } from '#server/db/driver/client.ts'
import type { Replicas } from '#server/db/replicas/replicas.ts'
import { emailToken } from '#server/features/auth/table.ts'
import { hashToken, randomToken } from '#server/features/auth/tokens.ts'
import { createOauthRows } from '#server/features/oauth/testing/rows.ts'
import { hook } from '#server/features/hooks/table.ts'
import { signUnsubscribeToken } from '#server/features/mails/unsubscribe-token.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import {
  createComment,
  createCategory,
  createMessage,
  createPost,
  createRegistration,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { generatedInput } from '#server/test/inputs.ts'
import { calls, type Call } from './api.ts'
import { createApp } from './app.ts'

const t = await createTestApp({ REGISTRATION_CHALLENGE: 'on' })
const readOnly = createDb(`${t.url}?default_transaction_read_only=on`)
const app = createApp({ ...t.services, db: readOnly.db })

afterAll(readOnly.close)

const admin = await createUser(t.db, { is_admin: true })
const other = await createUser(t.db)
const home = await createCategory(t.db, { creator: admin })
await joinCategory(t.db, other, home)
const post = await createPost(t.db, { author: other, category: home })
const comment = await createComment(t.db, { author: other, post })
await createMessage(t.db, other, admin)
const bearer = await t.bearerOf(admin)
await t
  .as(null, { admin: ADMIN_PASSWORD })
  .then((staff) => staff.adminSettings.change({ values: { terms_pl: 'Treść' } }))
const stream = await (await t.as(other)).streams.create({ title: 'Na żywo', url: 'https://example.org/live' })
const { thread: mail } = await (
  await t.as(admin)
).modmail.start({ category_id: home.id, subject: 'Pytanie', text: 'Treść' })
await t.as(null, { admin: ADMIN_PASSWORD }).then((staff) => staff.modmail.send({ thread_id: mail.id, text: 'Tak' }))

const [ownHook] = await t.db
  .insert(hook)
  .values({ category_id: home.id, owner_id: admin.id, url: 'https://example.org/', secret: 'x', events: [] })
  .returning()

async function mailedToken(): Promise<string> {
  const token = randomToken()
  const { id: registration_id } = await createRegistration(t.db)
  await t.db
    .insert(emailToken)
    .values({
      registration_id,
      purpose: 'verify',
      token_hash: hashToken(token),
      expires_at: new Date(Date.now() + 60_000),
    })
  return token
}

const { waiting_code } = await createOauthRows(t.db, other)

const TOKENS: Record<string, string> = {
  'auth.verifyEmail': await mailedToken(),
  'notifications.unsubscribable': await signUnsubscribeToken(t.config.sessionSecret, {
    userId: admin.id,
    subjects: ['digest'],
  }),
}
/** Values for the input of GET calls, by field name; a required field without one is generated from its schema. */
const VALUES: Record<string, unknown> = {
  user_id: other.id,
  username: other.username,
  name: home.name,
  category_id: home.id,
  post_id: post.id,
  stream_id: stream.id,
  comment_id: comment.id,
  thread_id: mail.id,
  hook_id: ownHook!.id,
  ids: '1,2',
  group: 'posts',
  q: 'ogród',
  url: 'https://example.org/ogrod',
  request: 'client_id=none',
  user_code: waiting_code,
  place: 'home',
  text: 'terms',
}

function statusOf({ group, name, endpoint, pathFields }: Call): Promise<number> {
  const fields = [...Object.keys((endpoint.input as { entries?: object }).entries ?? {}), ...pathFields]
  const values = { ...VALUES, token: TOKENS[`${group}.${name}`], ...(group === 'admin' && { name: 'post' }) }
  const known = Object.fromEntries(fields.map((field) => [field, values[field as keyof typeof values]]))
  const generated = Object.entries(generatedInput(endpoint)).filter(([field]) => known[field] === undefined)
  const input = { ...known, ...Object.fromEntries(generated) }
  const headers = {
    ...(endpoint.access !== 'public' && { authorization: `Bearer ${bearer}` }),
    ...((endpoint.access === 'admin' || group.startsWith('admin')) && { 'x-admin-password': ADMIN_PASSWORD }),
  }
  return Promise.resolve(app.request(requestOf(endpoint, input).url, { headers })).then(({ status }) => status)
}

const reads = calls.filter(({ endpoint }) => endpoint.method === 'GET')

describe('a read-only database', () => {
  test.each(reads.map((call) => [`${call.group}.${call.name}`, call] as const))(
    'GET %s works on a read-only database unless its contract declares a write',
    async (_, call) => {
      expect(await statusOf(call)).toBe(call.endpoint.writes ? 503 : 200)
    },
  )
})

describe('replicas', () => {
  test('SCALE-4 an e-mail address is verified on the primary without marking a replica as failed', async () => {
    let failures = 0
    const replicas = {
      pick: () => readOnly.db,
      reportFailure: () => {
        failures += 1
      },
    } as unknown as Replicas
    const replicated = createApp({ ...t.services, replicas })
    const answer = await replicated.request(`/api/auth/verify-email?token=${await mailedToken()}`)
    expect([answer.status, await answer.json()]).toMatchObject([200, { already_verified: false }])
    expect(failures).toBe(0)
  })
})
