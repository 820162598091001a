import { beforeEach, describe, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { registration } from '#server/features/auth/table.ts'
import { invite, invitedMember } from '#server/features/invites/table.ts'
import { queueItem } from '#server/features/moderation/queue/table.ts'
import { acceptance } from '#server/features/texts/table.ts'
import { user } from '#server/features/users/table.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { linkTo, mailsTo } from './testing/mails.ts'
import { PASSWORD } from './testing/member.ts'

const t = await createTestApp()
const admin = await t.as(null, { admin: ADMIN_PASSWORD })
const visitor = await t.as(null)
const english = await t.as(null, { lang: 'en' })

const set = (values: Partial<SettingValues>) => admin.adminSettings.change({ values })

beforeEach(() =>
  set({
    registration: 'open',
    approval_question_pl: '',
    approval_question_en: '',
    member_invites: false,
    allowed_mail_domains: [],
    blocked_mail_domains: [],
    terms_pl: '',
    terms_version: 0,
  }),
)

let people = 0
function person(more: { invite?: string; approval_answer?: string; email?: string } = {}) {
  people += 1
  return { username: `osoba_${people}`, email: `osoba${people}@example.org`, password: PASSWORD, ...more }
}

const verify = async (email: string) => {
  const { token } = await linkTo(t, email)
  return visitor.auth.verifyEmail({ token, email })
}

describe('RUN-6 modes of registration', () => {
  test('closed registration refuses everybody and gives the reason', async () => {
    await set({ registration: 'closed' })
    expect(await failure(visitor.auth.register(person()))).toMatchObject({ status: 403, code: 'registration_closed' })
    expect(await visitor.auth.registration()).toMatchObject({ registration: 'closed', question: '' })
  })

  test('registration by invitation requires a valid code', async () => {
    await set({ registration: 'invite' })
    const { invite: made } = await admin.adminInvites.create({ uses: 2, note: 'Dla sąsiadów' })
    expect(await failure(visitor.auth.register(person()))).toMatchObject({ status: 403, code: 'invite_required' })
    expect(await failure(visitor.auth.register(person({ invite: 'NOTACODE' })))).toMatchObject({
      status: 403,
      code: 'invite_invalid',
    })
    const somebody = person({ invite: ` ${made.code.toLowerCase()} ` })
    await visitor.auth.register(somebody)
    const { user: account } = await verify(somebody.email)
    expect(account).toMatchObject({ username: somebody.username })
    const [listed] = (await admin.adminInvites.list()).invites
    expect(listed).toMatchObject({
      code: made.code,
      uses: 2,
      used: 1,
      note: 'Dla sąsiadów',
      by: null,
      invited: [{ username: somebody.username }],
    })
    expect((await admin.admin.userRecord({ user_id: account!.id })).invited_by).toEqual({
      code: made.code,
      note: 'Dla sąsiadów',
      by: null,
    })
  })

  test('registration with an expired or revoked invitation is refused', async () => {
    await set({ registration: 'invite' })
    const soon = new Date(Date.now() + 60_000).toISOString()
    const { invite: expiring } = await admin.adminInvites.create({ uses: 5, expires_at: soon })
    const { invite: revoked } = await admin.adminInvites.create({ uses: 5 })
    await admin.adminInvites.revoke({ invite_id: revoked.id })
    expect((await failure(admin.adminInvites.revoke({ invite_id: revoked.id }))).status).toBe(404)
    const real = t.clock.now
    t.clock.now = () => new Date(Date.now() + 120_000)
    for (const { code } of [expiring, revoked])
      expect((await failure(visitor.auth.register(person({ invite: code })))).code).toBe('invite_invalid')
    t.clock.now = real
    await visitor.auth.register(person({ invite: expiring.code }))
  })

  test('an invitation registers no more people than it has uses, also if they register simultaneously', async () => {
    await set({ registration: 'invite' })
    const { invite: made } = await admin.adminInvites.create({ uses: 3 })
    const all = Array.from({ length: 12 }, () => person({ invite: made.code }))
    const outcomes = await Promise.allSettled(all.map((each) => visitor.auth.register(each)))
    const registered = all.filter((_, at) => outcomes[at]!.status === 'fulfilled')
    expect(registered).toHaveLength(3)
    expect(outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.code] : []))).toEqual(
      Array<string>(9).fill('invite_invalid'),
    )
    for (const { email } of registered) await verify(email)
    expect(await failure(visitor.auth.register(person({ invite: made.code })))).toMatchObject({
      code: 'invite_invalid',
    })
    const [row] = await t.db.select().from(invite).where(eq(invite.id, made.id))
    expect([row!.accounts, await t.db.$count(invitedMember, eq(invitedMember.invite_id, made.id))]).toEqual([3, 3])
  })

  test('two registrations of one e-mail address count as one use of an invitation until they are deleted', async () => {
    await set({ registration: 'invite' })
    const { invite: made } = await admin.adminInvites.create({ uses: 1 })
    const somebody = person({ invite: made.code })
    await visitor.auth.register(somebody)
    await visitor.auth.register({
      ...somebody,
      username: `${somebody.username}_b`,
      email: somebody.email.toUpperCase(),
    })
    expect((await failure(visitor.auth.register(person({ invite: made.code })))).code).toBe('invite_invalid')
    await t.db.delete(registration).where(eq(sql`lower(${registration.email})`, somebody.email))
    await visitor.auth.register(person({ invite: made.code }))
  })

  test('open registration ignores an invitation that cannot be used', async () => {
    const somebody = person({ invite: 'SPENTCODE' })
    expect(await visitor.auth.register(somebody)).toEqual({ email: somebody.email, username: somebody.username })
  })

  test.each([
    [{ blocked_mail_domains: ['example.org'] }, 'osoba@mail.EXAMPLE.org', 422],
    [{ blocked_mail_domains: ['example.org'] }, 'osoba@notexample.org', 201],
    [{ allowed_mail_domains: ['uni.example'] }, 'osoba@example.org', 422],
    [{ allowed_mail_domains: ['uni.example'] }, 'osoba@students.uni.example', 201],
  ])('registration checks the domain of the e-mail: with %j, %s gets status %i', async (values, email, status) => {
    await set(values)
    const call = visitor.auth.register(person({ email }))
    if (status === 201) await call
    else expect(Object.keys((await failure(call)).issues)).toEqual(['email'])
  })

  test('registration records the accepted versions of the terms and the privacy policy', async () => {
    await set({ terms_pl: 'Bądźcie mili.', terms_version: 4 })
    const somebody = person()
    expect((await visitor.auth.registration()).accepts).toEqual(['terms'])
    await visitor.auth.register(somebody)
    const { user: account } = await verify(somebody.email)
    expect(await t.db.select().from(acceptance).where(eq(acceptance.user_id, account!.id))).toMatchObject([
      { text: 'terms', version: 4 },
    ])
  })
})

describe('RUN-6 approval of registrations', () => {
  const asked = { registration: 'approval', approval_question_pl: 'Skąd nas znasz?' } as const
  const itemOf = async (username: string) => {
    const { items } = await admin.queue.list({ kind: 'registration' })
    return items.find(({ registration: found }) => found?.username === username)!
  }
  const asAnswer = { approval_answer: 'Tak' }
  const waiting = async (more: object = { approval_answer: 'Od sąsiadki' }) => {
    const somebody = person(more)
    await visitor.auth.register(somebody)
    await verify(somebody.email)
    return somebody
  }

  test('a registration must answer the approval question in its language, in at most 500 characters', async () => {
    await set({ ...asked, approval_question_en: 'How do you know us?' })
    expect((await visitor.auth.registration()).question).toBe('Skąd nas znasz?')
    expect((await english.auth.registration()).question).toBe('How do you know us?')
    for (const approval_answer of ['', 'x'.repeat(LIMITS.approvalAnswer + 1)])
      expect(Object.keys((await failure(visitor.auth.register(person({ approval_answer })))).issues)).toEqual([
        'approval_answer',
      ])
  })

  test("a verified registration waits for the admins' approval and is not an account yet", async () => {
    await set(asked)
    const { invite: made } = await admin.adminInvites.create({ uses: 1, note: 'Zjazd' })
    const somebody = person({ approval_answer: 'Od sąsiadki', invite: made.code })
    await visitor.auth.register(somebody)
    expect(await itemOf(somebody.username)).toBeUndefined()
    const verified = await verify(somebody.email)
    expect(verified).toMatchObject({ awaiting_approval: true, already_verified: false, access_token: null, user: null })
    expect(await verify(somebody.email)).toMatchObject({ awaiting_approval: true, already_verified: true })
    expect(await itemOf(somebody.username)).toMatchObject({
      kind: 'registration',
      target: { title: somebody.username },
      registration: {
        email: somebody.email,
        question: 'Skąd nas znasz?',
        answer: 'Od sąsiadki',
        invite: { code: made.code, note: 'Zjazd', by: null },
      },
    })
    const login = visitor.auth.login({ username: somebody.username, password: PASSWORD })
    expect(await failure(login)).toMatchObject({ status: 403, code: 'awaiting_approval' })
    expect(await t.db.$count(user, eq(user.username, somebody.username))).toBe(0)
    expect(await visitor.auth.checkUsername({ username: somebody.username.toUpperCase() })).toEqual({
      available: false,
    })
    expect((await failure(visitor.auth.register({ ...person(asAnswer), username: somebody.username }))).code).toBe(
      'username_taken',
    )
  })

  test('an approved registration becomes an account and gets a mail in its language', async () => {
    await set({ ...asked, approval_question_en: 'How?' })
    const somebody = person({ approval_answer: 'By a friend' })
    await english.auth.register(somebody)
    await verify(somebody.email)
    const { id } = await itemOf(somebody.username)
    const answer = await admin.queue.decide({ item_id: id, decision: 'approve', text: 'Welcome!' })
    expect(answer).toMatchObject({ decision: null, item: { status: 'decided', registration: null } })
    const [mail] = await mailsTo(t, somebody.email)
    expect([mail!.subject, mail!.text]).toEqual([
      expect.stringContaining('Your account is ready'),
      expect.stringContaining('Welcome!'),
    ])
    const { user: account } = await visitor.auth.login({ username: somebody.username, password: PASSWORD })
    const home = await createCategory(t.db)
    await joinCategory(t.db, { id: account.id } as never, home)
    const member = await t.as({ id: account.id } as never)
    expect((await member.posts.create({ title: 'Witam', category_id: home.id })).title).toBe('Witam')
    expect((await failure(admin.queue.decide({ item_id: id, decision: 'refuse', text: 'Nie' }))).code).toBe('decided')
  })

  test('a refused registration is deleted, and the reason is mailed', async () => {
    await set(asked)
    const somebody = await waiting()
    const { id } = await itemOf(somebody.username)
    expect(Object.keys((await failure(admin.queue.decide({ item_id: id, decision: 'refuse' }))).issues)).toEqual([
      'text',
    ])
    expect((await failure(admin.queue.decide({ item_id: id, decision: 'remove', text: 'x' }))).status).toBe(422)
    await admin.queue.decide({ item_id: id, decision: 'refuse', reason_code: 'spam', text: 'Zbyt <b>krótko</b>.' })
    const [mail] = await mailsTo(t, somebody.email)
    expect(mail!.text).toContain('Zbyt <b>krótko</b>.')
    expect(mail!.html).toContain('Zbyt &lt;b&gt;krótko&lt;/b&gt;.')
    expect(await t.db.$count(registration, eq(registration.email, somebody.email))).toBe(0)
    expect((await failure(visitor.auth.login({ username: somebody.username, password: PASSWORD }))).status).toBe(401)
    await visitor.auth.register({ ...somebody, approval_answer: 'Jeszcze raz' })
  })

  test('if two admins decide about a registration at once, only one decision succeeds', async () => {
    await set(asked)
    const somebody = await waiting()
    const { id } = await itemOf(somebody.username)
    const outcomes = await Promise.allSettled([
      admin.queue.decide({ item_id: id, decision: 'approve' }),
      admin.queue.decide({ item_id: id, decision: 'refuse', text: 'Nie' }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const mails = (await mailsTo(t, somebody.email)).filter(({ subject }) => !subject.includes('Potwierdź'))
    expect(mails).toHaveLength(1)
  })

  test('moderators can neither see nor decide about registrations', async () => {
    await set(asked)
    const somebody = await waiting()
    const { id } = await itemOf(somebody.username)
    const creator = await createUser(t.db)
    await createCategory(t.db, { creator })
    const moderator = await t.as(creator)
    expect((await moderator.queue.list({ kind: 'registration' })).items).toEqual([])
    expect((await failure(moderator.queue.decide({ item_id: id, decision: 'approve' }))).status).toBe(403)
  })

  test('a registration that waits for approval is not purged, and a deleted one leaves the queue', async () => {
    await set(asked)
    const somebody = await waiting()
    const { id } = await itemOf(somebody.username)
    const isHers = eq(registration.email, somebody.email)
    await t.db
      .update(registration)
      .set({ created_at: new Date('2020-01-01') })
      .where(isHers)
    const { authTasks } = await import('./jobs.ts')
    await authTasks.purge_accounts(t.services, {}, AbortSignal.timeout(60_000))
    expect(await t.db.$count(registration, isHers)).toBe(1)
    expect((await failure(visitor.auth.login({ username: somebody.email, password: PASSWORD }))).code).toBe(
      'awaiting_approval',
    )
    await t.db.delete(registration).where(isHers)
    expect(await t.db.$count(queueItem, eq(queueItem.id, id))).toBe(0)
  })
})

describe('RUN-6 invites of members', () => {
  test('members of trust level 2 create three single-use invites a month if member invites are enabled', async () => {
    const regular = await createUser(t.db, { trust_level: 2 })
    const member = await t.as(regular)
    const basic = await t.as(await createUser(t.db, { trust_level: 1 }))
    expect((await failure(member.invites.createOwn())).code).toBe('forbidden')
    await set({ member_invites: true, registration: 'invite' })
    expect((await failure(basic.invites.createOwn())).code).toBe('forbidden')
    expect((await basic.invites.mine()).left).toBe(0)
    const made = await Promise.allSettled(
      Array.from({ length: 6 }, (_, at) => member.invites.createOwn({ note: `${at}` })),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refused = await failure(member.invites.createOwn())
    expect([refused.status, refused.code]).toEqual([429, 'too_many_requests'])
    const { invites, left, next_cursor } = await member.invites.mine({ limit: 2 })
    expect([invites.length, left]).toEqual([2, 0])
    const rest = await member.invites.mine({ cursor: next_cursor! })
    expect([rest.invites.length, rest.next_cursor]).toEqual([1, null])
    expect(invites[0]).toMatchObject({ uses: 1, used: 0, by: { username: regular.username } })

    const somebody = person({ invite: invites[0]!.code })
    await visitor.auth.register(somebody)
    await verify(somebody.email)
    expect((await member.invites.mine()).invites[0]!.used).toBe(1)
    expect((await admin.adminInvites.list()).invites.find(({ id }) => id === invites[0]!.id)).toMatchObject({
      by: { username: regular.username },
      invited: [{ username: somebody.username }],
    })

    const real = t.clock.now
    t.clock.now = () => new Date(Date.now() + 31 * 86_400_000)
    const later = await t.as(regular)
    expect((await later.invites.mine()).left).toBe(3)
    t.clock.now = real
  })

  test('a member sees neither the invites of other members nor those of admins', async () => {
    await admin.adminInvites.create({ uses: 1 })
    const member = await t.as(await createUser(t.db, { is_admin: true }))
    expect((await member.invites.mine()).invites).toEqual([])
    expect((await failure(member.adminInvites.list())).status).toBe(401)
  })

  test('an invite has between 1 and 1000 uses and ends in the future', async () => {
    for (const uses of [0, 1_001, 1.5])
      expect(Object.keys((await failure(admin.adminInvites.create({ uses }))).issues)).toEqual(['uses'])
    for (const expires_at of ['2020-01-01', 'soon'])
      expect(Object.keys((await failure(admin.adminInvites.create({ uses: 1, expires_at }))).issues)).toEqual([
        'expires_at',
      ])
  })
})
