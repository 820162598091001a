import { describe, expect, test } from 'bun:test'
import { SignJWT } from 'jose'
import { LIFETIME } from '#shared/limits.ts'
import { createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { signAccessToken } from '../auth/tokens.ts'
import { notify } from '../notifications/queries.ts'
import { collectMails, receivedBy } from './testing/mails.ts'
import { signUnsubscribeToken, type MailSubject } from './unsubscribe-token.ts'

const t = await createTestApp({ PUBLIC_URL: 'https://watek.example' })
const visitor = await t.as(null)
const secret = t.config.sessionSecret

async function member() {
  const row = await createUser(t.db)
  const api = await t.as(row)
  await api.notifications.editSettings({
    kinds: { comment: { email: true }, mention: { email: true } },
    digest: 'weekly',
  })
  const tokenFor = (...subjects: MailSubject[]) => signUnsubscribeToken(secret, { userId: row.id, subjects })
  const wanted = async () => {
    const { kinds, digest } = await api.notifications.settings()
    return [
      ...Object.entries(kinds)
        .filter(([, { email }]) => email)
        .map(([kind]) => kind),
      digest,
    ]
  }
  return { ...row, api, tokenFor, wanted }
}

const ONE_CLICK = {
  method: 'POST',
  body: 'List-Unsubscribe=One-Click',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}
const path = (token: string) => `/api/notifications/unsubscribe?token=${token}`

describe('one-click unsubscribing', () => {
  test('NOTE-5 one-click unsubscribing by the List-Unsubscribe header switches off mails of that kind', async () => {
    const anna = await member()
    await notify(t.db, {
      userId: anna.id,
      kind: 'mention',
      actorId: (await createUser(t.db)).id,
      now: new Date(Date.now() - 600_000),
    })
    await collectMails(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail!.headers['list-unsubscribe-post']).toBe('List-Unsubscribe=One-Click')
    const link = /^<(https:\/\/watek\.example\/.+)>$/.exec(mail!.headers['list-unsubscribe']!)![1]!
    expect(await anna.wanted()).toEqual(['comment', 'mention', 'moderation', 'weekly'])
    const answer = await t.request(link.slice('https://watek.example'.length), ONE_CLICK)
    expect([answer.status, await answer.json()]).toEqual([200, { success: true }])
    expect(await anna.wanted()).toEqual(['comment', 'moderation', 'weekly'])
  })

  test('NOTE-5 unsubscribing from the digest does not switch off notification mails', async () => {
    const anna = await member()
    await t.request(path(await anna.tokenFor('digest')), ONE_CLICK)
    expect(await anna.wanted()).toEqual(['comment', 'mention', 'moderation', 'off'])
  })

  test('NOTE-5 one-click unsubscribing needs no sign-in, is idempotent and works with links years old', async () => {
    const anna = await member()
    const token = await anna.tokenFor('comment')
    t.clock.now = () => new Date(Date.now() + 3 * LIFETIME.preferenceCookie)
    const foreign = {
      ...ONE_CLICK,
      headers: { ...ONE_CLICK.headers, origin: 'https://mail.example', 'sec-fetch-site': 'cross-site' },
    }
    expect((await t.request(path(token), foreign)).status).toBe(200)
    expect((await t.request(path(token), ONE_CLICK)).status).toBe(200)
    t.clock.now = () => new Date()
    expect(await anna.wanted()).toEqual(['mention', 'moderation', 'weekly'])
  })

  test('one-click unsubscribing accepts a multipart body, an empty body and calls of the typed client', async () => {
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    for (const body of [form, undefined]) {
      const anna = await member()
      expect((await t.request(path(await anna.tokenFor('comment')), { method: 'POST', body })).status).toBe(200)
      expect(await anna.wanted()).not.toContain('comment')
    }
    const anna = await member()
    expect(await visitor.notifications.unsubscribe({ token: await anna.tokenFor('mention') })).toEqual({
      success: true,
    })
    expect(await anna.wanted()).not.toContain('mention')
  })

  test('one-click unsubscribing is a no-op for a deleted account', async () => {
    const gone = await createUser(t.db, { deleted_at: new Date() })
    const token = await signUnsubscribeToken(secret, { userId: gone.id, subjects: ['comment'] })
    expect(await visitor.notifications.unsubscribe({ token })).toEqual({ success: true })
  })
})

describe('a forged unsubscribe link', () => {
  const forged = (key: string, issuer: string) =>
    new SignJWT({ off: ['comment'] })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(issuer)
      .setSubject('1')
      .sign(new TextEncoder().encode(key))

  test.each([
    ['no token', () => ''],
    ['nonsense', () => 'nonsense'],
    ['the signature of another secret', () => forged('x'.repeat(32), 'watek unsubscribe')],
    ['a token for something else', () => forged(secret, 'watek')],
    ['an access token', () => signAccessToken(secret, crypto.randomUUID(), 1, new Date(Date.now() + 60_000))],
  ])('a forged unsubscribe link with %s changes nothing', async (_, tokenOf) => {
    const token = await tokenOf()
    const refused = await failure(visitor.notifications.unsubscribe({ token }))
    expect([400, 422]).toContain(refused.status)
    expect((await failure(visitor.notifications.unsubscribable({ token }))).status).toBe(refused.status)
  })

  test('the token of an unsubscribe link cannot be used to sign in', async () => {
    const anna = await member()
    const headers = { authorization: `Bearer ${await anna.tokenFor('comment')}` }
    expect((await t.request('/api/users/me', { headers })).status).toBe(401)
  })
})

describe('a person who opens the unsubscribe link', () => {
  test('opening the unsubscribe link in a browser shows a confirmation page and changes nothing', async () => {
    const anna = await member()
    const token = await anna.tokenFor('comment')
    const answer = await t.request(path(token), { headers: { accept: 'text/html,*/*' } })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}`])
    expect(await visitor.notifications.unsubscribable({ token })).toEqual({ subjects: ['komentarze do Twoich postów'] })
    expect(await (await t.as(null, { lang: 'en' })).notifications.unsubscribable({ token })).toEqual({
      subjects: ['comments on your posts'],
    })
    expect(await anna.wanted()).toContain('comment')
  })

  test('NOTE-5 the confirmation page of the unsubscribe link works without JavaScript', async () => {
    const anna = await member()
    const token = await anna.tokenFor('comment', 'mention')
    const pressed = (value: string) =>
      t.request('/unsubscribe', {
        method: 'POST',
        body: new URLSearchParams({ token: value }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
    const answer = await pressed(token)
    expect([answer.status, answer.headers.get('location')]).toEqual([303, `/unsubscribe?token=${token}&outcome=done`])
    expect(await anna.wanted()).toEqual(['moderation', 'weekly'])
    expect((await pressed('x')).headers.get('location')).toBe('/unsubscribe?token=x&outcome=failed')
    const broken = { method: 'POST', body: 'x', headers: { 'content-type': 'multipart/form-data; boundary=y' } }
    expect((await t.request('/unsubscribe', broken)).status).toBe(400)
  })
})
