import { describe, test } from 'bun:test'
import jsqr from 'jsqr'
import { URI, type TOTP } from 'otpauth'
import type { Page } from 'playwright'
import sharp from 'sharp'
import type { Lang } from '#shared/i18n/plural.ts'
import { factors as en } from '#shared/i18n/en/factors.ts'
import { factors as pl } from '#shared/i18n/pl/factors.ts'
import { createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const PASSWORD = 'Zakwas1234'
const TEXTS = { pl, en }
const both: [Lang][] = [['pl'], ['en']]
const WORDS = {
  pl: {
    current: 'Obecne hasło',
    username: 'Nazwa użytkownika',
    password: 'Hasło',
    logIn: 'Zaloguj się',
    passkey: 'Użyj klucza dostępu',
    used: 'Ten kod jest nieprawidłowy albo był już użyty.',
    failed: 'Tego klucza dostępu nie da się tu użyć. Zaloguj się hasłem.',
  },
  en: {
    current: 'Current password',
    username: 'Username',
    password: 'Password',
    logIn: 'Log in',
    passkey: 'Use a passkey',
    used: 'This code is wrong or has been used already.',
    failed: 'This passkey cannot be used here. Log in with your password.',
  },
}

const newMember = () => createUser(site.db, { username: `ela_${crypto.randomUUID().slice(0, 6)}`, password: PASSWORD })
const main = (page: Page) => page.getByRole('main')
const part = (page: Page, title: string) =>
  main(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title }) })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function signOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear())
  await page.context().clearCookies({ name: 'session' })
}

async function enterPassword(page: Page, username: string, lang: Lang): Promise<void> {
  const w = WORDS[lang]
  await open(page, '/login')
  await page.getByLabel(w.username).fill(username)
  await page.getByLabel(w.password, { exact: true }).fill(PASSWORD)
  await main(page).getByRole('button', { name: w.logIn, exact: true }).click()
}

async function readQrCode(page: Page, name: string): Promise<string> {
  const picture = await page.getByRole('img', { name }).screenshot()
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return jsqr(new Uint8ClampedArray(data), info.width, info.height)!.data
}

describe('two-step login', () => {
  test.each(both)(
    'ACCT-6 two-step login (%s) is set up by QR code; each code and each recovery code works once',
    async (lang) => {
      const [w, t] = [WORDS[lang], TEXTS[lang]]
      const member = await newMember()
      const page = await site.newPage({ signedInAs: member, lang, width: lang === 'pl' ? 360 : 1280 })
      await open(page, '/settings/security')
      const totp = part(page, t.totp.title)
      await expect(totp.getByText(t.totp.off)).toBeVisible()
      await totp.getByRole('button', { name: t.totp.begin }).click()
      await expect(totp.getByLabel(w.current)).toBeFocused()
      await totp.getByLabel(w.current).fill('Zle123456')
      await page.keyboard.press('Enter')
      await expect(totp.getByLabel(w.current)).toHaveAttribute('aria-invalid', 'true')
      await totp.getByLabel(w.current).fill(PASSWORD)
      await page.keyboard.press('Enter')

      const app = URI.parse(await readQrCode(page, t.totp.qr)) as TOTP
      expect([app.label, app.issuer]).toEqual([member.username, 'Wątek'])
      await expect(totp.locator('code')).toHaveText(app.secret.base32.replace(/(.{4})(?=.)/g, '$1 '))
      const field = totp.getByLabel(t.login.code)
      await expect(field).toBeFocused()
      await expect(field).toHaveAttribute('autocomplete', 'one-time-code')
      await expect(field).toHaveAttribute('inputmode', 'numeric')
      await site.check(page)
      const timestamp = Date.now()
      await field.fill(app.generate({ timestamp }))
      await page.keyboard.press('Enter')

      await expect(totp.getByRole('heading', { name: t.codes.title })).toBeFocused()
      await expect(totp.getByRole('listitem')).toHaveCount(10)
      const [recoveryCode = ''] = await totp.getByRole('listitem').allTextContents()
      const download = page.waitForEvent('download')
      await totp.getByRole('link', { name: t.codes.download }).click()
      expect((await download).suggestedFilename()).toBe(t.codes.file)
      await site.check(page)
      await totp.getByRole('button', { name: t.codes.done }).click()
      await expect(totp.getByRole('status')).toHaveText(t.totp.on)
      await expect(totp.getByText(t.totp.left(10))).toBeVisible()

      await signOut(page)
      await enterPassword(page, member.username, lang)
      await expect(page.getByLabel(t.login.code)).toBeFocused()
      await expect(page.getByRole('status').filter({ hasText: t.login.lead })).toBeVisible()
      await site.check(page)
      await page.getByLabel(t.login.code).fill(app.generate({ timestamp }))
      await page.keyboard.press('Enter')
      await expect(page.getByText(w.used)).toBeVisible()
      await expect(page.getByLabel(t.login.code)).toBeFocused()
      await page.getByLabel(t.login.code).fill(app.generate({ timestamp: timestamp + 30_000 }))
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/')

      await signOut(page)
      await enterPassword(page, member.username, lang)
      await main(page).getByRole('button', { name: t.login.useRecovery }).click()
      await page.getByLabel(t.login.recoveryCode).fill(recoveryCode)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/')

      await signOut(page)
      await enterPassword(page, member.username, lang)
      await main(page).getByRole('button', { name: t.login.useRecovery }).click()
      await page.getByLabel(t.login.recoveryCode).fill(recoveryCode)
      await page.keyboard.press('Enter')
      await expect(page.getByText(w.used)).toBeVisible()
      await main(page).getByRole('button', { name: t.login.back }).click()
      await expect(page.getByLabel(w.username)).toHaveValue(member.username)
    },
  )
})

/** Adds a virtual authenticator, which confirms every request by itself. */
async function addAuthenticator(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

describe('passkeys', () => {
  test.each<[Lang, string]>([
    ['pl', 'from the list of the field'],
    ['en', 'by the button'],
  ])(
    'ACCT-7 passkeys (%s) are added with a name, sign in without a password %s, and are removed',
    async (lang, how) => {
      const byButton = how === 'by the button'
      const [w, t] = [WORDS[lang], TEXTS[lang].passkeys]
      const member = await newMember()
      const page = await site.newPage({ signedInAs: member, lang, width: lang === 'pl' ? 1280 : 360 })
      await addAuthenticator(page)
      if (byButton)
        await page.addInitScript(() => {
          PublicKeyCredential.isConditionalMediationAvailable = async () => false
        })
      await open(page, '/settings/security')
      const passkeys = part(page, t.title)
      await expect(passkeys.getByText(t.none)).toBeVisible()
      await passkeys.getByRole('button', { name: t.add }).click()
      await expect(passkeys.getByLabel(t.name)).toBeFocused()
      await passkeys.getByLabel(t.name).fill('Telefon')
      await page.keyboard.press('Enter')
      await expect(passkeys.getByRole('status')).toHaveText(t.done('Telefon'))
      await expect(passkeys.getByRole('listitem')).toContainText(t.unused)
      await passkeys.getByLabel(t.name).fill('Drugi raz')
      await page.keyboard.press('Enter')
      await expect(passkeys.getByRole('alert')).toHaveText(t.known)
      await site.check(page)

      await signOut(page)
      const signIn = async () => {
        // The virtual authenticator signs in as soon as the login page offers passkeys.
        await page.goto('/login')
        if (!byButton) return
        await untilHydrated(page)
        await expect(page.getByLabel(w.username)).toHaveAttribute('autocomplete', 'username webauthn')
        await main(page).getByRole('button', { name: w.passkey }).click()
      }
      await signIn()
      await expect(page).toHaveURL('/')
      await expect.poll(() => page.evaluate(() => localStorage.getItem('username'))).toBe(member.username)

      await open(page, '/settings/security')
      await expect(passkeys.getByRole('listitem')).not.toContainText(t.unused)
      await passkeys.getByRole('button', { name: t.removeOf('Telefon') }).click()
      await site.check(page)
      await page.getByRole('dialog').getByRole('button', { name: t.remove, exact: true }).click()
      await expect(passkeys.getByText(t.none)).toBeVisible()
      await expect(passkeys.getByLabel(t.name)).toBeFocused()

      await signOut(page)
      await signIn()
      await expect(page.getByRole('alert')).toHaveText(w.failed)
      await expect(page).toHaveURL('/login')
    },
  )
})
