import { expect, test } from 'bun:test'
import { requestOf } from '#shared/api/client.ts'
import { calls } from '#server/http/api.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createPost } from '#server/test/factories.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { passkey } from './table.ts'
import { createMemberWithTotp } from './testing/authenticator-app.ts'

const t = await createTestApp()
const CANARY = 'kanarek'

test('no call shows or changes anything of the factors of another account, whoever asks', async () => {
  const owner = await createMemberWithTotp(t)
  const [key] = await t.db.insert(passkey).values({
    user_id: owner.id, name: `Klucz ${CANARY}`, credential_id: `${CANARY}-credential`, public_key: `${CANARY}-public`, counter: 0, transports: [],
    rp_id: 'localhost', user_handle: `${CANARY}-handle`,
  }).returning()
  const other = await createMember(t, { is_admin: true })
  const category = await createCategory(t.db, { creator: owner })
  const post = await createPost(t.db, { author: owner, category })
  const bearer = await t.bearerOf(other)
  const callers: Record<string, string>[] = [
    {}, { authorization: `Bearer ${bearer}` }, { 'x-admin-password': ADMIN_PASSWORD, authorization: `Bearer ${bearer}` },
  ]
  const ids: Record<string, unknown> = {
    user_id: owner.id, username: owner.username, post_id: post.id, name: 'user', category_id: category.id, passkey_id: key!.id, q: owner.username,
    search: owner.username, author: owner.username, password: PASSWORD, code: owner.recovery_codes[0],
  }
  const read = calls.filter(({ group, endpoint }) => endpoint.method === 'GET' || group === 'factors')
  expect(read.length).toBeGreaterThan(40)
  for (const { endpoint } of read) {
    const fields = Object.keys((endpoint.input as { entries?: object }).entries ?? {})
    const input = Object.fromEntries([...fields, ...[...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)].map((field) => [field, ids[field] ?? (endpoint.path.includes(`:${field}`) ? 1 : undefined)]))
    const { url, json } = requestOf(endpoint, input)
    for (const headers of callers) {
      const answer = await t.request(url, { method: endpoint.method, headers: { ...headers, ...(json !== undefined && { 'content-type': 'application/json' }) }, body: json })
      const text = await answer.text()
      expect(`${endpoint.method} ${url}: ${text}`).not.toContain(CANARY)
      expect(`${endpoint.method} ${url}: ${text}`).not.toContain(owner.secret)
      expect(`${endpoint.method} ${url}: ${text}`).not.toMatch(/"totp_enabled":true/)
    }
  }
  const { factors } = owner.api
  expect(await factors.removeTotp({ password: PASSWORD, code: owner.recovery_codes[0]! })).toEqual({ success: true })
  expect(await factors.removePasskey({ passkey_id: key!.id, password: PASSWORD })).toEqual({ success: true })
})
