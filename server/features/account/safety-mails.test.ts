import { afterEach, expect, test } from 'bun:test'
import { calls } from '#server/http/api.ts'
import { createTestApp } from '#server/test/app.ts'
import { mailsTo } from '../auth/testing/mails.ts'
import { createMember, PASSWORD } from '../auth/testing/member.ts'
import { resetFactors } from '../factors/reset.ts'
import { createAuthenticator } from '../factors/testing/authenticator.ts'
import { challengeOf, codeOf, createMemberWithTotp } from '../factors/testing/authenticator-app.ts'

const t = await createTestApp()
const visitor = await t.as(null)
afterEach(() => {
  t.clock.now = () => new Date()
})
const NEW_PASSWORD = 'Nowe12345'

type Member = Awaited<ReturnType<typeof createMemberWithTotp>>
type Plain = Omit<Member, 'secret' | 'recovery_codes'>
/** What the mail offers to an owner who did not make the change. */
type Remedy = 'new password' | 'undo' | 'support'

const authenticator = () => createAuthenticator('http://localhost:3000', 'localhost')

async function tokenIn(address: string, path: string): Promise<string> {
  const links = (await mailsTo(t, address)).flatMap((mail) => mail.links.map((link) => new URL(link)))
  return links.find(({ pathname }) => pathname === path)!.searchParams.get('token')!
}

async function moveAddress({ api, username }: Plain): Promise<string> {
  const target = `nowy.${username}@example.org`
  await api.account.changeEmail({ email: target, password: PASSWORD })
  return target
}

async function confirmAddress(member: Plain): Promise<void> {
  await visitor.account.confirmEmail({ token: await tokenIn(await moveAddress(member), '/confirm-email') })
}

const addPasskey = async ({ api }: Plain, key = authenticator()) =>
  api.factors.addPasskey({
    name: 'Telefon',
    response: key.create(await api.factors.passkeyOptions({ password: PASSWORD })),
  })

const withApp = (run: (member: Member) => Promise<unknown>) => async () => {
  const member = await createMemberWithTotp(t)
  await run(member)
  return member
}

/** API calls that affect the safety of an account; `run` returns the member affected if it is not the given one. */
const CHANGES: Record<string, { run: (member: Plain) => Promise<unknown>; subject: string; remedy?: Remedy }> = {
  'account.changePassword': {
    run: ({ api }) => api.account.changePassword({ password: PASSWORD, new_password: NEW_PASSWORD }),
    subject: 'Hasło zostało zmienione',
  },
  'account.changeEmail': { run: moveAddress, subject: 'Prośba o zmianę adresu e-mail', remedy: 'undo' },
  'account.confirmEmail': { run: confirmAddress, subject: 'Adres e-mail został zmieniony', remedy: 'undo' },
  'account.undoEmail': {
    run: async (member) => {
      await confirmAddress(member)
      await visitor.account.undoEmail({ token: await tokenIn(member.email!, '/undo-email') })
    },
    subject: 'Zmiana adresu e-mail została cofnięta',
  },
  'account.endSession': {
    run: async (member) => {
      await t.as(member)
      const { sessions } = await member.api.account.sessions()
      await member.api.account.endSession({ session_id: sessions.find(({ is_current }) => !is_current)!.id })
    },
    subject: 'Zakończono sesje',
  },
  'account.endOtherSessions': {
    run: async (member) => {
      await t.as(member)
      await member.api.account.endOtherSessions()
    },
    subject: 'Zakończono sesje',
  },
  'auth.confirmPasswordReset': {
    run: async ({ email }) => {
      await visitor.auth.requestPasswordReset({ email: email! })
      await visitor.auth.confirmPasswordReset({
        token: await tokenIn(email!, '/reset-password'),
        new_password: NEW_PASSWORD,
      })
    },
    subject: 'Ustawiono nowe hasło',
  },
  'auth.login': {
    run: ({ username }) => visitor.auth.login({ username, password: PASSWORD }),
    subject: 'Logowanie z nowego urządzenia',
  },
  'factors.confirmTotp': { run: withApp(() => Promise.resolve()), subject: 'Logowanie dwuetapowe włączone' },
  'factors.removeTotp': {
    run: withApp(({ api, secret }) => api.factors.removeTotp({ password: PASSWORD, code: codeOf(t, secret) })),
    subject: 'Logowanie dwuetapowe wyłączone',
  },
  'factors.renewRecoveryCodes': {
    run: withApp(({ api, secret }) => api.factors.renewRecoveryCodes({ password: PASSWORD, code: codeOf(t, secret) })),
    subject: 'Nowe kody odzyskiwania',
  },
  'factors.addPasskey': { run: (member) => addPasskey(member), subject: 'Dodano klucz dostępu' },
  'factors.removePasskey': {
    run: async (member) =>
      member.api.factors.removePasskey({ passkey_id: (await addPasskey(member)).id, password: PASSWORD }),
    subject: 'Usunięto klucz dostępu',
  },
  'factors.secondFactor': {
    run: withApp(async ({ username, recovery_codes }) => {
      const challenge = await challengeOf(visitor.auth.login({ username, password: PASSWORD }))
      await visitor.factors.secondFactor({ challenge, code: recovery_codes[0]! })
    }),
    subject: 'Zalogowano się kodem odzyskiwania',
  },
  'factors.passkeyLogin': {
    run: async (member) => {
      const key = authenticator()
      await addPasskey(member, key)
      await visitor.factors.passkeyLogin({
        response: key.get(await visitor.factors.passkeyLoginOptions()),
        remember_me: false,
      })
    },
    subject: 'Logowanie z nowego urządzenia',
  },
  'exports.request': { run: ({ api }) => api.exports.request(), subject: 'Zamówiono kopię Twoich danych' },
  'users.removeMe': {
    run: ({ api }) => api.users.removeMe({ password: PASSWORD }),
    subject: 'Konto zostało usunięte',
    remedy: 'support',
  },
  'account:reset-factors': {
    run: ({ username }) => resetFactors(t.db, username),
    subject: 'Logowanie dwuetapowe wyłączone przez obsługę',
  },
}

const NO_CHANGE: Record<string, string> = {
  'account.edit': 'who may write to the member is no matter of safety',
  'auth.register': 'there is no account yet; the address gets its own mail',
  'auth.verifyEmail': 'answers to that mail, and makes the account',
  'auth.resendVerification': 'sends that mail again',
  'auth.requestPasswordReset': 'is a mail itself, and changes nothing',
  'auth.logout': 'ends the own session',
  'auth.openSession': 'a cookie for a session that is open',
  'auth.closeSession': 'takes that cookie away',
  'factors.startTotp': 'asks for nothing until it is confirmed',
  'factors.passkeyOptions': 'a challenge',
  'factors.passkeyLoginOptions': 'a challenge',
}

test('ACCT-10 every call that can affect the safety of an account mails its owner or is listed as exempt', () => {
  const writing = calls.filter(
    ({ group, endpoint }) => ['account', 'auth', 'factors', 'exports'].includes(group) && endpoint.method !== 'GET',
  )
  const names = [
    ...writing.map(({ group, name }) => `${group}.${name}`),
    'auth.verifyEmail',
    'users.removeMe',
    'account:reset-factors',
  ].sort()
  expect(names).toEqual([...Object.keys(CHANGES), ...Object.keys(NO_CHANGE)].sort())
})

test.each(Object.keys(CHANGES))(
  'ACCT-10 the call %s mails the owner, with a remedy in case the call was made by somebody else',
  async (name) => {
    const { run, subject, remedy = 'new password' } = CHANGES[name]!
    const created = await createMember(t)
    const member = { ...created, api: await t.as(created) }
    const other = (await run(member)) as Member | undefined
    const owner = name.startsWith('factors.') && other?.recovery_codes ? other : member
    const mails = await mailsTo(t, owner.email!)
    expect(mails.map((mail) => mail.subject)).toContain(`${subject} – Wątek`)
    const { links, text } = mails.find((mail) => mail.subject === `${subject} – Wątek`)!
    const paths = links.map((link) => new URL(link).pathname)
    if (remedy === 'support') expect(text).toContain(`napisz do nas: ${t.services.settings.value('contact_email')}`)
    else if (remedy === 'undo') expect(paths).toContain('/undo-email')
    else expect(paths.filter((path) => path === '/forgot-password' || path === '/reset-password')).toHaveLength(1)
  },
)
