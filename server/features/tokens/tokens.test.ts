import { describe, expect, test } from 'bun:test'
import { requestOf } from '#shared/api/client.ts'
import { TOKEN_SCOPES, type Scope } from '#shared/api/scopes.ts'
import { LIMITS } from '#shared/limits.ts'
import { calls, type Call } from '#server/http/api.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'

const t = await createTestApp()
const DAY_MS = 86_400_000

async function tokenOf(user: { id: number }, scopes: Scope[], expires_in_days = 30): Promise<string> {
  const { token } = await (await t.as(user)).tokens.create({ name: 'Próba', scopes: scopes as never, expires_in_days })
  return token
}

function ask(token: string, path: string, init: RequestInit = {}): Promise<Response> {
  const type: Record<string, string> = init.body === undefined ? {} : { 'content-type': 'application/json' }
  return Promise.resolve(t.request(path, { ...init, headers: { authorization: `Bearer ${token}`, ...type } }))
}

describe('OAUTH-5 personal tokens', () => {
  test('a personal token is shown once, lists its last use, and is refused once deleted', async () => {
    const anna = await createUser(t.db)
    const api = await t.as(anna)
    const { id, token } = await api.tokens.create({
      name: 'Kopia',
      scopes: ['write:votes', 'read'],
      expires_in_days: 10,
    })
    const [listed] = (await api.tokens.list()).tokens
    expect(listed).toMatchObject({ id, name: 'Kopia', scopes: ['read', 'write:votes'], last_used_at: null })
    expect(new Date(listed!.expires_at).getTime() - new Date(listed!.created_at).getTime()).toBe(10 * DAY_MS)
    expect(JSON.stringify(listed)).not.toContain(token)
    expect((await ask(token, '/api/posts?limit=1')).status).toBe(200)
    expect((await api.tokens.list()).tokens[0]!.last_used_at).not.toBeNull()
    expect(await api.tokens.remove({ token_id: id })).toEqual({ success: true })
    expect((await ask(token, '/api/posts?limit=1')).status).toBe(401)
    await expect(api.tokens.remove({ token_id: id })).rejects.toMatchObject({ status: 404 })
  })

  test("the account's email address is returned only to a token with the scope email", async () => {
    const { email, ...anna } = await createMember(t)
    const shownTo = async (scopes: Scope[]) => {
      const answer = await ask(await tokenOf(anna, scopes), '/api/users/me')
      return ((await answer.json()) as { email: string }).email
    }
    expect([await shownTo(['read']), await shownTo(['read', 'email'])]).toEqual(['', email!])
  })

  test('deleting a personal token of another member returns 404', async () => {
    const [anna, marek] = [await createUser(t.db), await createUser(t.db)]
    const { id } = await (await t.as(anna)).tokens.create({ name: 'A', scopes: ['read'], expires_in_days: 1 })
    await expect((await t.as(marek)).tokens.remove({ token_id: id })).rejects.toMatchObject({ status: 404 })
  })

  test('an expired personal token is refused', async () => {
    const token = await tokenOf(await createUser(t.db), ['read'], 1)
    t.clock.now = () => new Date(Date.now() + DAY_MS + 1_000)
    const answer = await ask(token, '/api/posts?limit=1')
    t.clock.now = () => new Date()
    expect(answer.status).toBe(401)
  })

  test.each([
    [{ name: '', scopes: ['read'], expires_in_days: 1 }, 'name'],
    [{ name: 'x'.repeat(61), scopes: ['read'], expires_in_days: 1 }, 'name'],
    [{ name: 'A', scopes: [], expires_in_days: 1 }, 'scopes'],
    [{ name: 'A', scopes: ['everything'], expires_in_days: 1 }, 'scopes'],
    [{ name: 'A', scopes: ['read'], expires_in_days: 366 }, 'expires_in_days'],
    [{ name: 'A', scopes: ['read'], expires_in_days: 0 }, 'expires_in_days'],
  ])('a personal token with invalid input is refused with an issue for the field: %j', async (input, field) => {
    const api = await t.as(await createUser(t.db))
    await expect(api.tokens.create(input as never)).rejects.toMatchObject({
      status: 422,
      issues: { [field]: expect.any(String) },
    })
  })

  test('a member can have at most 20 personal tokens, also with concurrent requests', async () => {
    const api = await t.as(await createUser(t.db))
    const made = await Promise.allSettled(
      Array.from({ length: LIMITS.tokens + 5 }, () => api.tokens.create({ name: 'A', scopes: ['read'] })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMITS.tokens)
    await expect(api.tokens.create({ name: 'A', scopes: ['read'] })).rejects.toMatchObject({ code: 'too_many_tokens' })
  })

  test('a new personal token is reported by mail, and changing the password deletes all tokens', async () => {
    const member = await createMember(t)
    const token = await tokenOf(member, ['read'])
    const subjects = (await mailsTo(t, member.email!)).map(({ subject }) => subject)
    expect(subjects).toContain('Utworzono token dostępu – Wątek')
    const api = await t.as(member)
    await api.account.changePassword({ password: PASSWORD, new_password: 'Inne12345' })
    expect((await ask(token, '/api/posts?limit=1')).status).toBe(401)
  })

  test('deleting a personal token closes its event streams', async () => {
    const anna = await createUser(t.db)
    const api = await t.as(anna)
    const { id, token } = await api.tokens.create({ name: 'A', scopes: ['read', 'read:private'], expires_in_days: 1 })
    const stream = await ask(token, '/api/events?topics=me')
    expect(stream.status).toBe(200)
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader()
    await reader.read()
    await api.tokens.remove({ token_id: id })
    let text = ''
    for (let read = await reader.read(); !read.done; read = await reader.read()) text += read.value
    expect(text).toContain('event: signed_out')
  })
})

const nameOf = ({ group, name }: Call) => `${group}.${name}`

/** Calls that no personal token may make: security, export and deletion of the account, sign-in, set-up. */
const NEVER = [
  'applications',
  'signInServices',
  'grants',
  'oauth',
  'account',
  'auth',
  'factors',
  'exports',
  'tokens',
  'invites',
  'setup',
]

describe('OAUTH-3 scopes of personal tokens', () => {
  test('no token scope allows calls of account security, sign-in and the admin panel', () => {
    const scoped = calls.filter(({ endpoint }) => endpoint.scope !== null)
    expect(scoped.filter(({ group }) => NEVER.includes(group)).map(nameOf)).toEqual([])
    expect(scoped.filter(({ endpoint }) => endpoint.access === 'admin').map(nameOf)).toEqual([])
    expect(scoped.find((call) => nameOf(call) === 'users.removeMe')).toBeUndefined()
  })

  test('public GET calls require the token scope `read`, with few exceptions', () => {
    const other = calls.filter(
      ({ group, endpoint }) =>
        endpoint.access === 'public' &&
        endpoint.method === 'GET' &&
        !NEVER.includes(group) &&
        endpoint.scope !== 'read',
    )
    expect(other.map(nameOf).toSorted()).toEqual(['adminAuth.mode', 'notifications.unsubscribable', 'push.key'])
  })

  test('each call accepts only personal tokens with its scope', async () => {
    const anna = await createUser(t.db)
    const home = await createCategory(t.db)
    await joinCategory(t.db, anna, home, { is_moderator: true })
    const thread = await createPost(t.db, { author: anna, category: home })
    const seen = { beyond: [] as string[], within: [] as string[] }
    for (const scope of TOKEN_SCOPES) {
      const token = await tokenOf(anna, [scope])
      for (const call of calls) {
        const input = Object.fromEntries(call.pathFields.map((field) => [field, field === 'post_id' ? thread.id : 1]))
        const { url, json } = requestOf(call.endpoint, input)
        const answer = await ask(token, url, { method: call.endpoint.method, body: json })
        const { code } = (await answer.json().catch(() => ({}))) as { code?: string }
        const isRefused = answer.status === 403 && code === 'insufficient_scope'
        if (isRefused && call.endpoint.scope === scope) seen.within.push(`${scope} ${nameOf(call)}`)
        if (!isRefused && call.endpoint.scope !== scope) seen.beyond.push(`${scope} ${nameOf(call)} ${answer.status}`)
        if (isRefused)
          expect(answer.headers.get('www-authenticate')).toBe(
            [
              'Bearer error="insufficient_scope"',
              ...(call.endpoint.scope ? [`scope="${call.endpoint.scope}"`] : []),
            ].join(', '),
          )
        // A call may fail for other reasons than the rate limit, because an earlier call deleted what it needs.
        if (answer.status === 429) throw new Error(`${nameOf(call)} was limited`)
      }
    }
    expect(seen).toEqual({ beyond: [], within: [] })
  })

  test('a personal token cannot use the admin panel, even with the admin password', async () => {
    const admin = await createUser(t.db, { is_admin: true })
    const token = await tokenOf(admin, [...TOKEN_SCOPES])
    const answer = await t.request('/api/admin/settings', {
      headers: { authorization: `Bearer ${token}`, 'x-admin-password': ADMIN_PASSWORD },
    })
    expect(answer.status).toBe(403)
  })

  test('pictures of messages are uploaded with write:messages and loaded with read:private', async () => {
    const [anna, jan] = [await createUser(t.db), await createUser(t.db)]
    const form = new FormData()
    form.append('image', new File([makePng(9, 9)], 'zdjecie.png', { type: 'image/png' }))
    const upload = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      return t.request('/api/messages/upload-image', { method: 'POST', headers, body: form })
    }
    const [reading, writing] = [await tokenOf(anna, ['read:private']), await tokenOf(anna, ['write:messages'])]
    expect((await upload(reading)).status).toBe(403)
    const sent = await upload(writing)
    expect(sent.status).toBe(201)
    const { image_url } = (await sent.json()) as { image_url: string }
    const message = { recipient_id: jan.id, content: 'Zobacz', image_url }
    const post = { method: 'POST', body: JSON.stringify(message) }
    expect((await ask(writing, '/api/messages', post)).status).toBe(201)
    expect((await ask(reading, image_url)).status).toBe(200)
    expect((await ask(await tokenOf(jan, ['read:private']), image_url)).status).toBe(200)
    const refused = await ask(writing, image_url)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      'Bearer error="insufficient_scope", scope="read:private"',
    ])
    expect((await ask(await tokenOf(await createUser(t.db), ['read:private']), image_url)).status).toBe(404)
    expect((await t.request(image_url)).status).toBe(404)
  })

  test('web hooks can be created, changed and deleted only with the scope moderate', async () => {
    const anna = await createUser(t.db)
    const home = await createCategory(t.db, { creator: anna })
    const body = JSON.stringify({ url: 'https://1.1.1.1/', events: ['post.created'], category_id: home.id })
    const moderating = await tokenOf(anna, ['moderate'])
    const made = await ask(moderating, '/api/hooks', { method: 'POST', body })
    expect(made.status).toBe(201)
    const { hook } = (await made.json()) as { hook: { id: number } }
    const path = `/api/hooks/${hook.id}`
    const change = { method: 'PATCH', body: JSON.stringify({ is_enabled: false }) }
    const others = await tokenOf(
      anna,
      TOKEN_SCOPES.filter((scope) => scope !== 'moderate'),
    )
    for (const init of [change, { method: 'DELETE' }]) expect((await ask(others, path, init)).status).toBe(403)
    expect((await ask(moderating, path, change)).status).toBe(200)
    expect((await ask(await tokenOf(await createUser(t.db), ['moderate']), path, { method: 'DELETE' })).status).toBe(
      403,
    )
    expect((await ask(moderating, path, { method: 'DELETE' })).status).toBe(200)
  })

  test('export files cannot be loaded with a personal token', async () => {
    const anna = await createUser(t.db)
    const token = await tokenOf(anna, [...TOKEN_SCOPES])
    expect((await ask(token, '/media/e/00000000000000000000000000000000.zip')).status).toBe(404)
  })
})
