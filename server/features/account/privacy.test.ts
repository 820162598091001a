import { expect, test } from 'bun:test'
import { and, eq, isNull } from 'drizzle-orm'
import { requestOf } from '#shared/api/client.ts'
import { calls, type Call } from '#server/http/api.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createMessage, createPost, joinCategory } from '#server/test/factories.ts'
import { session } from '../auth/table.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { dataExport } from '../exports/table.ts'
import { loginChallenge, passkey, passkeyChallenge, recoveryCode, totp } from '../factors/table.ts'
import { createMemberWithTotp } from '../factors/testing/authenticator-app.ts'
import { notification } from '../notifications/table.ts'
import { emailChange } from './table.ts'

const t = await createTestApp()

/** HTTP methods in the order in which the test makes the calls, deletions last. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const inOrder = calls.toSorted((a, b) => METHODS.indexOf(a.endpoint.method) - METHODS.indexOf(b.endpoint.method))

async function plant() {
  const anna = await createMemberWithTotp(t, { email: 'kanarek.adres@example.org', message_policy: 'followed' })
  await anna.api.account.changeEmail({ email: 'kanarek.nowy@example.org', password: PASSWORD })
  await t.db
    .update(session)
    .set({ device: 'Kanarek przeglądarka', network: '198.18.77.0/24' })
    .where(eq(session.user_id, anna.id))
  await t.db
    .insert(passkey)
    .values({
      user_id: anna.id,
      name: 'Kanarek klucz',
      credential_id: 'kanarek-credential',
      public_key: 'kanarek-public',
      counter: 0,
      transports: [],
      rp_id: 'localhost',
      user_handle: 'kanarek-handle',
    })
  await t.db
    .insert(loginChallenge)
    .values({
      user_id: anna.id,
      token_hash: 'kanarek-login',
      remember_me: false,
      tries_left: 5,
      expires_at: new Date(Date.now() + 60_000),
    })
  await t.db
    .insert(passkeyChallenge)
    .values({ user_id: anna.id, challenge: 'kanarek-challenge', expires_at: new Date(Date.now() + 60_000) })
  const url = `/media/e/${crypto.randomUUID().replaceAll('-', '')}.zip`
  await t.db
    .insert(dataExport)
    .values({
      user_id: anna.id,
      url,
      size: 987_654_321,
      ready_at: new Date(),
      expires_at: new Date(Date.now() + 60_000),
    })
  await t.db.insert(notification).values({ user_id: anna.id, kind: 'export' })
  const [sessions, [app], codes, [own]] = await Promise.all([
    t.db.select().from(session).where(eq(session.user_id, anna.id)),
    t.db.select().from(totp).where(eq(totp.user_id, anna.id)),
    t.db.select().from(recoveryCode).where(eq(recoveryCode.user_id, anna.id)),
    t.db.select().from(passkey).where(eq(passkey.user_id, anna.id)),
  ])
  const secrets = [
    'kanarek',
    'Kanarek',
    '198.18.77',
    url.slice(9, -4),
    '987654321',
    anna.secret,
    app!.encrypted_secret,
    ...anna.recovery_codes,
    ...sessions.map(({ id }) => id),
    ...codes.flatMap(({ salt, code_hash }) => [salt, code_hash]),
    '"totp_enabled":true',
    '"followed"',
    'Twoje dane są gotowe',
  ]
  return { anna, secrets, session_id: sessions[0]!.number, passkey_id: own!.id }
}

test("ACCT-4,5,6,7,9 no call reveals or changes others' second factors, sessions, e-mails or exports", async () => {
  const { anna, secrets, session_id, passkey_id } = await plant()
  const [member, moderator, admin] = [
    await createMember(t),
    await createMember(t),
    await createMember(t, { is_admin: true }),
  ]
  const home = await createCategory(t.db, { creator: moderator })
  for (const one of [anna, member, admin]) await joinCategory(t.db, one, home)
  const post = await createPost(t.db, { author: anna, category: home })
  const comment = await createComment(t.db, { author: anna, post })
  for (const one of [member, moderator, admin]) {
    await createMessage(t.db, anna, one)
    await createMessage(t.db, one, anna)
  }
  const { id: report_id } = await anna.api.reports.create({ post_id: post.id, reason: 'Powód' })
  const { id: stream_id } = await anna.api.streams.create({ title: 'Na żywo', url: 'https://example.org/na-zywo' })
  const values: Record<string, unknown> = {
    user_id: anna.id,
    recipient_id: anna.id,
    post_id: post.id,
    comment_id: comment.id,
    category_id: home.id,
    report_id,
    stream_id,
    session_id,
    passkey_id,
    notification_id: 1,
    q: anna.username,
    search: anna.username,
    author: anna.username,
    reason: 'Powód',
    content: 'Treść',
    title: 'Tytuł',
    password: PASSWORD,
    new_password: PASSWORD,
    code: anna.recovery_codes[0],
    value: 1,
    level: 'all',
    action: 'resolved',
    make_admin: false,
    limit: 100,
    token: 'kanarka-nie-ma',
    challenge: 'kanarka-nie-ma',
    message_policy: 'everyone',
  }
  const inputOf = ({ group, endpoint, pathFields }: Call, email: string) => {
    const fields = [...Object.keys((endpoint.input as { entries?: object }).entries ?? {}), ...pathFields]
    const own: Record<string, unknown> = {
      ...values,
      email,
      username: anna.username,
      name: group === 'admin' ? 'user' : home.name,
      ...(group === 'reports' && { comment_id: undefined, category_id: undefined, user_id: undefined }),
      ...(group === 'adminAuth' && { password: ADMIN_PASSWORD }),
    }
    return Object.fromEntries(
      fields.map((field) => [field, own[field] ?? (pathFields.includes(field) ? 1 : undefined)]),
    )
  }
  const succeeded = new Set<string>()
  const found: string[] = []

  for (const call of inOrder) {
    const path = `${call.group}.${call.name}`
    // This call would delete the member whose privacy is tested.
    if (path === 'admin.removeUser') continue
    for (const [at, caller] of [null, member, moderator, admin].entries()) {
      const { url, json } = requestOf(call.endpoint, inputOf(call, `kto${at}@example.org`))
      const answer = await t.request(url, {
        method: call.endpoint.method,
        body: json,
        headers: {
          ...(caller && { authorization: `Bearer ${await t.bearerOf(caller)}` }),
          ...(caller === admin && { 'x-admin-password': ADMIN_PASSWORD }),
          ...(json !== undefined && { 'content-type': 'application/json' }),
        },
      })
      const text = `${await answer.text()} ${[...answer.headers].join(' ')}`
      if (answer.ok) succeeded.add(path)
      // Admins may see accounts' e-mail addresses and message policies in the panel.
      const shown =
        caller === admin && ['admin.users', 'admin.databaseTable'].includes(path)
          ? text.replaceAll(anna.email!, '').replaceAll('"followed"', '')
          : text
      found.push(...secrets.filter((secret) => shown.includes(secret)).map((secret) => `${path} shows ${secret}`))
    }
  }
  expect(found).toEqual([])
  expect(await t.db.$count(emailChange, and(eq(emailChange.user_id, anna.id), isNull(emailChange.voided_at)))).toBe(1)
  expect(await anna.api.account.sessions()).toMatchObject({ sessions: [{ id: session_id, is_current: true }] })
  expect(await anna.api.exports.get()).toMatchObject({ status: 'ready' })
  expect(await anna.api.factors.removePasskey({ passkey_id, password: PASSWORD })).toEqual({ success: true })
  expect(await anna.api.factors.removeTotp({ password: PASSWORD, code: anna.recovery_codes[0]! })).toEqual({
    success: true,
  })
  const isTried = [...succeeded].filter((path) =>
    /^(account|exports|users|posts|comments|messages|notifications|follows|admin|categories)\./.test(path),
  )
  expect(isTried.length).toBeGreaterThan(50)
})
