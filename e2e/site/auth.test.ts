import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { createRegistration, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite, stopClock, untilDraftIsStored, untilHydrated } from '../harness.ts'

const site = await startSite()
const PASSWORD = 'Zakwas1234'

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

const menu = (page: Page) => page.locator('summary', { hasText: 'Menu' })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function register(page: Page, username: string, email: string): Promise<void> {
  await open(page, '/register')
  await page.getByLabel('Nazwa użytkownika').fill(username)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Powtórz hasło').fill(PASSWORD)
  await page.getByLabel('Mam co najmniej 13 lat').check()
  await page.getByRole('button', { name: 'Zarejestruj się' }).click()
}

async function logIn(page: Page, username: string, password: string): Promise<void> {
  await page.getByLabel('Nazwa użytkownika').fill(username)
  await page.getByLabel('Hasło', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Zaloguj się' }).click()
}

describe('registration', () => {
  test('RTE-3,4 REG-11 VER-1,3 LS-3 registration is completed by the mailed link and leads home', async () => {
    const page = await site.newPage()
    await register(page, 'nowa_osoba', 'nowa@example.org')
    await expect(page).toHaveURL('/verify-email-sent')
    await expect(page.getByText('nowa@example.org')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: 'nowa_osoba' })).toBeVisible()
    await expect(page.getByText('Link jest ważny przez 24 godziny.')).toBeVisible()
    await expect(page.getByText('Konto jest założone.')).toBeVisible()
    await expect(
      page.getByRole('heading', { name: 'Wiadomość nie przyszła?' }).locator('..').getByRole('listitem'),
    ).toHaveCount(3)
    await site.check(page)

    const { links } = await site.mailTo('nowa@example.org')
    await page.goto(links.find((link) => link.includes('/verify-email-login?'))!)
    await expect(page.getByRole('status').filter({ hasText: 'Witaj, nowa_osoba!' })).toBeVisible()
    await expect(page).toHaveURL('/')
    await menu(page).click()
    await expect(page.getByText('u/nowa_osoba')).toBeVisible()
    expect(JSON.parse((await stored(page, 'user'))!)).toMatchObject({
      username: 'nowa_osoba',
      karma: 0,
      email_verified: true,
    })
    expect(await stored(page, 'is_admin')).toBe('false')
  })

  test('REG-3,4 registration shows beside the user name whether it is available', async () => {
    await createUser(site.db, { username: 'Zajeta_nazwa' })
    const page = await site.newPage()
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/auth/check-username*', async (route) => {
      await held
      await route.continue()
    })
    await open(page, '/register')
    const state = page.locator('[data-availability]')
    await expect(state).toHaveAttribute('data-availability', 'idle')
    await page.getByLabel('Nazwa użytkownika').fill('wolna_nazwa')
    await expect(state).toHaveText('Sprawdzamy, czy ta nazwa jest wolna…')
    answer()
    await expect(state).toHaveText('Ta nazwa jest wolna.')
    await page.getByLabel('Nazwa użytkownika').fill('zajeta_NAZWA')
    await expect(page.getByText('Ta nazwa użytkownika jest zajęta. Wybierz inną.')).toBeVisible()
    await expect(state).toHaveAttribute('data-availability', 'taken')
    await page.getByRole('button', { name: 'Zarejestruj się' }).click()
    await expect(page.getByLabel('Nazwa użytkownika')).toBeFocused()
    await expect(page).toHaveURL('/register')
  })

  test('REG-2 registration checks a user name once it has three characters and typing has stopped', async () => {
    const page = await site.newPage()
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('check-username')) asked.push(new URL(request.url()).searchParams.get('username')!)
    })
    await stopClock(page)
    await open(page, '/register')
    await page.getByLabel('Nazwa użytkownika').pressSequentially('ab')
    await page.clock.runFor(2_000)
    await page.getByLabel('Nazwa użytkownika').pressSequentially('cde')
    await page.clock.runFor(500)
    await expect(page.getByText('Ta nazwa jest wolna.')).toBeVisible()
    expect(asked).toEqual(['abcde'])
    await page.getByLabel('Nazwa użytkownika').fill('ab')
    await page.clock.runFor(2_000)
    await page.getByLabel('Nazwa użytkownika').fill('abcdef')
    await page.clock.runFor(499)
    expect(asked).toEqual(['abcde'])
    await page.clock.runFor(1)
    await expect.poll(() => asked).toEqual(['abcde', 'abcdef'])
  })

  test('REG-1,9 registration shows errors beside each field and keeps typed text', async () => {
    const page = await site.newPage({ lang: 'en' })
    await open(page, '/register')
    await page.getByLabel('Username').fill('ab')
    await page.getByLabel('E-mail').fill('nie-adres')
    await page.getByLabel('Password', { exact: true }).fill('krotkie')
    await page.getByLabel('Confirm password').fill('inne')
    await expect(page.getByText("Passwords don't match")).toBeVisible()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Username must be at least 3 characters')).toBeVisible()
    await expect(page.getByText('Enter a valid e-mail address.')).toBeVisible()
    await expect(
      page.getByText('Insufficient password strength: at least 8 characters, an uppercase letter, a digit'),
    ).toBeVisible()
    await expect(page.getByLabel('Username')).toBeFocused()
    await expect(page.getByLabel('E-mail')).toHaveAttribute('type', 'email')
    await expect(page.getByLabel('E-mail')).toHaveAttribute('required')
    await site.check(page)
  })

  test('REG-5,7 registration shows in Polish which password rules are not met', async () => {
    const page = await site.newPage()
    await open(page, '/register')
    await page.getByLabel('Hasło', { exact: true }).fill('zakwas')
    await page.getByLabel('Powtórz hasło').fill('Zakwas')
    await page.getByRole('button', { name: 'Zarejestruj się' }).click()
    await expect(
      page.getByText('Niewystarczająca siła hasła: co najmniej 8 znaków, wielka litera, cyfra'),
    ).toBeVisible()
    await expect(page.getByText('Hasła się nie zgadzają')).toBeVisible()
  })

  test('REG-8 registration shows the strength of the password in steps of 25 percent', async () => {
    const page = await site.newPage({ lang: 'en' })
    await open(page, '/register')
    const meter = page.getByRole('meter')
    const password = page.getByLabel('Password', { exact: true })
    await expect(meter).toHaveAttribute('aria-valuetext', 'Enter a password')
    await password.fill('a')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Weak')
    await password.fill('a1')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Fair')
    await password.fill('aA1')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Good')
    await password.fill('aA1aA1aA1')
    await expect(meter).toHaveAttribute('aria-valuetext', 'Strong')
    await expect(meter).toHaveAttribute('aria-valuenow', '100')
  })

  test('registration keeps user name and e-mail address through a reload, but not the password', async () => {
    const page = await site.newPage()
    await open(page, '/register')
    await page.getByLabel('Nazwa użytkownika').fill('szkic')
    await page.getByLabel('E-mail').fill('szkic@example.org')
    await page.getByLabel('Hasło', { exact: true }).fill('Tajne12345')
    await untilDraftIsStored(page)
    await reload(page)
    await expect(page.getByLabel('Nazwa użytkownika')).toHaveValue('szkic')
    await expect(page.getByLabel('E-mail')).toHaveValue('szkic@example.org')
    await expect(page.getByLabel('Hasło', { exact: true })).toHaveValue('')
  })

  test('REG-12 registration shows a generic error where the server gives no reason', async () => {
    const page = await site.newPage({ lang: 'en', expectErrors: [/Failed to load resource/] })
    await page.route('**/api/auth/register', (route) => route.fulfill({ status: 500, body: '' }))
    await open(page, '/register')
    await page.getByLabel('Username').fill('pechowiec')
    await page.getByLabel('E-mail').fill('pech@example.org')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByLabel('Confirm password').fill(PASSWORD)
    await page.getByLabel('I am at least 13 years old').check()
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('alert')).toHaveText('Registration failed')
    await expect(page.getByLabel('Username')).toHaveValue('pechowiec')
    await page.unroute('**/api/auth/register')
    await page.route('**/api/auth/register', (route) =>
      route.fulfill({ status: 403, json: { detail: 'No new accounts today.', code: 'forbidden' } }),
    )
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByRole('alert')).toHaveText('No new accounts today.')
  })
})

describe('login', () => {
  test.each([
    [
      'pl',
      [
        'Witaj ponownie',
        'Zaloguj się na swoje konto',
        'Nazwa użytkownika',
        'Hasło',
        'Zapamiętaj mnie (30 dni)',
        'Nie ma Cię jeszcze w społeczności?',
      ],
      'Nie pamiętasz hasła?',
      'Zarejestruj się',
    ],
    [
      'en',
      [
        'Welcome back',
        'Login to your account',
        'Username',
        'Password',
        'Remember me (30 days)',
        'New to the community?',
      ],
      'Forgot password?',
      'Sign up',
    ],
  ] as const)('LOGIN-1 the login page has its texts and links in %s', async (lang, texts, forgot, signUp) => {
    const page = await site.newPage({ lang })
    await open(page, '/login')
    const main = page.getByRole('main')
    await expect(main).toContainText(new RegExp(texts.map((text) => RegExp.escape(text)).join('.*'), 's'))
    await expect(main.getByRole('link', { name: forgot })).toHaveAttribute('href', '/forgot-password')
    await expect(main.getByRole('link', { name: signUp })).toHaveAttribute('href', '/register')
  })

  test("RTE-2 LOGIN-3,4,5 LS-1,2,3 a login with 'remember me' lasts 30 days and leads to the prior page", async () => {
    const member = await createUser(site.db, { username: 'pamietliwa', password: PASSWORD, karma: 7 })
    const page = await site.newPage()
    await open(page, '/privacy-policy')
    await page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' }).click()
    await page.getByLabel('Zapamiętaj mnie (30 dni)').check()
    const before = Date.now()
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes'
    })
    await logIn(page, 'pamietliwa', PASSWORD)
    await expect(page).toHaveURL('/privacy-policy')
    await expect(page.locator('html')).not.toHaveAttribute('data-same')
    await expect(menu(page)).toBeVisible()
    const expires = Number(await stored(page, 'token_expires'))
    expect(expires).toBeGreaterThanOrEqual(before + 2_592_000_000)
    expect(expires).toBeLessThanOrEqual(Date.now() + 2_592_000_000)
    expect(await stored(page, 'token')).toMatch(/^\w+\.\w+\.[\w-]+$/)
    expect(await stored(page, 'is_admin')).toBe('false')
    expect(await stored(page, 'user_id')).toBe(String(member.id))
    expect(await stored(page, 'username')).toBe('pamietliwa')
    expect(JSON.parse((await stored(page, 'user'))!)).toEqual({
      id: member.id,
      username: 'pamietliwa',
      karma: 7,
      email_verified: true,
    })
  })

  test("RTE-2 LOGIN-4 a login without 'remember me' lasts one day and leads home", async () => {
    await createUser(site.db, { username: 'krotka', password: PASSWORD })
    const page = await site.newPage()
    await open(page, '/login')
    await logIn(page, 'KROTKA', PASSWORD)
    await expect(page).toHaveURL('/')
    expect(Number(await stored(page, 'token_expires'))).toBeLessThanOrEqual(Date.now() + 86_400_000)
  })

  test('LOGIN-7 ERR-3 a login with a wrong password shows an error and keeps typed text', async () => {
    await createUser(site.db, { username: 'zapominalska', password: PASSWORD })
    const page = await site.newPage({ width: 390 })
    await open(page, '/login')
    await logIn(page, 'zapominalska', 'Inne12345')
    await expect(page.getByRole('alert')).toHaveText('Nieprawidłowa nazwa użytkownika lub hasło.')
    await expect(page.getByLabel('Nazwa użytkownika')).toHaveValue('zapominalska')
    expect(await stored(page, 'token')).toBeNull()
    await site.check(page)
  })

  test("LOGIN-7 ERR-3 a login request without a response shows 'Login failed'", async () => {
    const page = await site.newPage({ lang: 'en', expectErrors: [/Failed to load resource/] })
    await page.route('**/api/auth/login', (route) => route.abort())
    await open(page, '/login')
    await page.getByLabel('Username').fill('ktos')
    await page.getByLabel('Password', { exact: true }).fill('cokolwiek')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page.getByRole('alert')).toHaveText('Login failed')
  })

  test('RTE-4 LOGIN-6 VER-1,2,3 the login of an unverified account leads to the page that mails a link', async () => {
    await createRegistration(site.db, { username: 'niepewna', email: 'niepewna@example.org', password: PASSWORD })
    const page = await site.newPage({ expectErrors: [/Failed to load resource/] })
    await open(page, '/login')
    await logIn(page, 'niepewna', PASSWORD)
    await expect(page).toHaveURL('/verify-email-sent')
    await reload(page)
    await untilHydrated(page)
    await expect(page.getByText('Zanim się zalogujesz, potwierdź swój adres.')).toBeVisible()
    await expect(page.getByText('niepewna@example.org')).toBeVisible()
    await expect(page.getByRole('definition').filter({ hasText: /^niepewna$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Wyślij ponownie' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'dostaniesz wiadomość z nowym linkiem' })).toBeVisible()
    expect((await site.mailTo('niepewna@example.org')).subject).toContain('Potwierdź adres e-mail')
    await page.route('**/api/auth/resend-verification', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Wyślij ponownie' }).click()
    await expect(page.getByRole('alert')).toHaveText('Nie udało się wysłać wiadomości ponownie')
    await page.getByRole('link', { name: 'Wróć do logowania' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('VER-4 the login of an unverified account shows why the mail could not be sent again', async () => {
    await createRegistration(site.db, { username: 'nieslyszana', password: PASSWORD })
    const page = await site.newPage({ lang: 'en', expectErrors: [/Failed to load resource/] })
    await open(page, '/login')
    await page.getByLabel('Username').fill('nieslyszana')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/verify-email-sent')
    await page.route('**/api/auth/resend-verification', (route) => route.abort())
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to resend email')
    await page.unroute('**/api/auth/resend-verification')
    await page.route('**/api/auth/resend-verification', (route) =>
      route.fulfill({ status: 500, json: { detail: 'No mail today.', code: 'internal' } }),
    )
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByRole('alert')).toHaveText('No mail today.')
  })

  test('a login form submitted before the JavaScript has loaded signs in; the hydrated page is signed in', async () => {
    await createUser(site.db, { username: 'niecierpliwa', password: PASSWORD })
    const page = await site.newPage()
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/login', { waitUntil: 'commit' })
    await logIn(page, 'niecierpliwa', PASSWORD)
    await expect(page.getByText('Zalogowano.')).toBeVisible()
    expect(await stored(page, 'username')).toBeNull()
    release()
    // Waits for the hydration after the reload that follows the login.
    await untilHydrated(page)
    expect(await stored(page, 'username')).toBe('niecierpliwa')
  })
})

describe('verification', () => {
  async function linkFor(username: string): Promise<{ token: string; page: Page }> {
    const page = await site.newPage()
    await register(page, username, `${username}@example.org`)
    const { links } = await site.mailTo(`${username}@example.org`)
    const token = new URL(links.find((link) => link.includes('token='))!).searchParams.get('token')!
    return { token, page }
  }

  test('RTE-5 VER-5,7 the verification page shows the outcome, calls the server once and signs nobody in', async () => {
    const { token, page } = await linkFor('sprawdzona')
    let asked = 0
    page.on('request', (request) => {
      if (request.url().includes('/api/auth/verify-email')) asked += 1
    })
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/auth/verify-email*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`/verify-email?token=${token}`)
    await expect(page.getByRole('status').filter({ hasText: 'Sprawdzamy link…' })).toBeVisible()
    answer()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adres potwierdzony')
    expect(asked).toBe(1)
    expect(await stored(page, 'token')).toBeNull()
    await expect
      .poll(async () => (await page.context().cookies()).some(({ name, value }) => name === 'session' && value !== ''))
      .toBe(false)
    await site.check(page)
    await reload(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adres jest już potwierdzony')
    await page.getByRole('main').getByRole('link', { name: 'Zaloguj się' }).click()
    await expect(page).toHaveURL('/login')
  })

  test('VER-6 a verification without a token shows an error at once, also without JavaScript', async () => {
    const page = await site.newPage({ javaScript: false })
    await page.goto('/verify-email')
    await expect(page.getByRole('alert')).toHaveText('Brak tokenu weryfikacyjnego')
  })

  test('RTE-5 VER-5,8 a verification with a wrong token shows an error', async () => {
    const page = await site.newPage({ lang: 'en' })
    await page.goto('/verify-email?token=wymyslony')
    await expect(page.getByRole('alert')).toHaveText('This link is invalid or has expired.')
    await expect(page.getByRole('link', { name: 'Send a new link' })).toBeVisible()
  })

  test('a verification asks to register again if the user name is taken, with either kind of link', async () => {
    const { token, page } = await linkFor('uprzedzona')
    await createUser(site.db, { username: 'Uprzedzona', email: 'szybsza@example.org' })
    await page.goto(`/verify-email?token=${token}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ta nazwa jest już zajęta')
    await expect(page.getByRole('alert')).toContainText('Zarejestruj się jeszcze raz')
    await site.check(page)
    await stopClock(page)
    await page.goto(`/verify-email-login?token=${token}&email=uprzedzona%40example.org`)
    await expect(page.getByRole('alert')).toContainText('Zarejestruj się jeszcze raz')
    await page.clock.runFor(10_000)
    await page.getByRole('main').getByRole('link', { name: 'Zarejestruj się ponownie' }).click()
    await expect(page).toHaveURL('/register')
  })

  test('VER-8 a verification without a response of the server shows an error', async () => {
    const page = await site.newPage({ expectErrors: [/Failed to load resource/] })
    await page.route('**/api/auth/verify-email*', (route) => route.abort())
    await page.goto('/verify-email?token=abc')
    await expect(page.getByRole('alert')).toHaveText('Nie udało się zweryfikować emaila')
  })

  test('RTE-6 VER-11 a verification link that signs in redirects to the home page after two seconds', async () => {
    const { token, page } = await linkFor('punktualna')
    await page.route('**/api/events?*', (route) => route.fulfill({ status: 429 }))
    await stopClock(page)
    await page.goto(`/verify-email-login?token=${token}&email=punktualna%40example.org`)
    await expect(page.getByText('Witaj, punktualna!')).toBeVisible()
    await page.evaluate(() => {
      document.documentElement.dataset.same = 'yes'
    })
    await page.clock.runFor(1_900)
    await expect(page).toHaveURL(/verify-email-login/)
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/')
    await expect(page.locator('html')).not.toHaveAttribute('data-same')
    expect(await stored(page, 'username')).toBe('punktualna')
    expect(await stored(page, 'user')).toContain('"email_verified":true')
    await untilHydrated(page)
    const counting = page.waitForRequest('**/api/notifications/count')
    await page.clock.runFor(30_000)
    expect((await counting).headers().authorization).toBe(`Bearer ${await stored(page, 'token')}`)
  })

  test('VER-10,12 a verification link that signs in, without token or e-mail, redirects home after 3 s', async () => {
    const page = await site.newPage()
    await stopClock(page)
    await open(page, '/verify-email-login?token=abc')
    await expect(page.getByRole('alert')).toHaveText('Ten link jest niepełny. Otwórz go prosto z wiadomości.')
    await page.clock.runFor(2_900)
    await expect(page).toHaveURL(/verify-email-login/)
    await page.clock.runFor(200)
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'token')).toBeNull()
    await page.goto('/verify-email-login?email=ktos%40example.org')
    await expect(page.getByRole('alert')).toHaveText('Ten link jest niepełny. Otwórz go prosto z wiadomości.')
  })

  test('VER-10 a verification link that signs in shows an error when it was already used', async () => {
    const { token, page } = await linkFor('dwukrotna')
    await page.goto(`/verify-email?token=${token}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Adres potwierdzony')
    await page.goto(`/verify-email-login?token=${token}&email=dwukrotna%40example.org`)
    await expect(page.getByRole('alert')).toHaveText('Ten link został już użyty. Zaloguj się hasłem.')
    expect(await stored(page, 'token')).toBeNull()
  })

  test('RTE-4 the page that mails a verification link asks for the e-mail address when visited directly', async () => {
    const page = await site.newPage()
    await open(page, '/verify-email-sent')
    await page.getByLabel('E-mail').fill('nikt@example.org')
    await page.getByRole('button', { name: 'Wyślij ponownie' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'nowym linkiem' })).toBeVisible()
    await site.check(page)
  })
})

describe('a forgotten password', () => {
  test('RTE-8 LOGIN-2 PWD-2,5,6,7,8,9,11 a forgotten password is reset through the mailed link', async () => {
    await createUser(site.db, { username: 'roztargniona', email: 'roztargniona@example.org', password: PASSWORD })
    const page = await site.newPage({ lang: 'en' })
    await open(page, '/login')
    await page.getByRole('link', { name: 'Forgot password?' }).click()
    await page.getByLabel('E-mail').fill('roztargniona@example.org')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(
      page
        .getByRole('status')
        .filter({
          hasText: "If an account exists with that email, you'll receive password reset instructions shortly.",
        }),
    ).toBeVisible()
    await site.check(page)

    const { links } = await site.mailTo('roztargniona@example.org')
    await open(
      page,
      links.find((link) => link.includes('/reset-password?'))!,
    )
    const submit = page.getByRole('button', { name: 'Change password' })
    const password = page.getByLabel('New password')
    await expect(submit).toBeDisabled()
    const meter = page.getByRole('meter')
    const shows = async (typed: string, word: string, value: string) => {
      await password.fill(typed)
      await expect(meter).toHaveAttribute('aria-valuetext', word)
      await expect(meter).toHaveAttribute('aria-valuenow', value)
    }
    await shows('', 'Enter a password', '0')
    await shows('a', 'Weak', '25')
    await shows('a1', 'Fair', '50')
    await shows('aA1', 'Good', '75')
    await shows('Nowe12345', 'Strong', '100')
    await page.getByLabel('Confirm password').fill('Nowe1234')
    await expect(page.getByText("Passwords don't match")).toBeVisible()
    await page.getByLabel('Confirm password').press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Please fix all validation errors')
    await expect(submit).toBeDisabled()
    await page.getByLabel('Confirm password').fill('Nowe12345')
    await expect(page.getByText('Passwords match')).toBeVisible()
    await page.getByRole('button', { name: 'Show password' }).first().click()
    await expect(password).toHaveAttribute('type', 'text')
    await page.getByRole('button', { name: 'Hide password' }).first().click()
    await expect(password).toHaveAttribute('type', 'password')
    await site.check(page)
    await submit.click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('status').filter({ hasText: 'password' })).toBeVisible()

    await page.getByLabel('Username').fill('roztargniona')
    await page.getByLabel('Password', { exact: true }).fill('Nowe12345')
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await expect(page).toHaveURL('/')
  })

  test('RTE-7 PWD-1 a password reset request gets the same response for an unknown e-mail address', async () => {
    const page = await site.newPage({ width: 390 })
    await open(page, '/forgot-password')
    await page.getByRole('button', { name: 'Wyślij link' }).click()
    await expect(page.getByText('To pole jest wymagane.')).toBeVisible()
    await page.getByLabel('E-mail').fill('brak@example.org')
    await page.getByRole('button', { name: 'Wyślij link' }).click()
    await expect(
      page.getByRole('status').filter({ hasText: 'Jeśli istnieje konto z tym adresem e-mail' }),
    ).toBeVisible()
  })

  test('PWD-3,12 a failed password reset request shows a generic error where the server gives no reason', async () => {
    const page = await site.newPage({ lang: 'en', expectErrors: [/Failed to load resource/] })
    await page.route('**/api/auth/password-reset-request', (route) => route.fulfill({ status: 500, body: '' }))
    await open(page, '/forgot-password')
    await page.getByLabel('E-mail').fill('brak@example.org')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to send reset email')
    await page.unroute('**/api/auth/password-reset-request')
    await page.route('**/api/auth/password-reset-request', (route) =>
      route.fulfill({ status: 500, json: { detail: 'No mail today.', code: 'internal' } }),
    )
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('alert')).toHaveText('No mail today.')
    await page.route('**/api/auth/password-reset-confirm', (route) => route.fulfill({ status: 500, body: '' }))
    await open(page, '/reset-password?token=abc')
    await page.getByLabel('New password').fill('Nowe12345')
    await page.getByLabel('Confirm password').fill('Nowe12345')
    await page.getByRole('button', { name: 'Change password' }).click()
    await expect(page.getByRole('alert')).toHaveText('Failed to reset password. The token may be expired or invalid.')
  })

  test('PWD-4,9 the new password page without a token only offers to request a new link', async () => {
    const page = await site.newPage({ lang: 'en' })
    await open(page, '/reset-password')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invalid Reset Link')
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await expect(page).toHaveURL('/forgot-password')
  })

  test('PWD-12 a new password with an expired token shows the error of the server', async () => {
    const page = await site.newPage()
    await open(page, '/reset-password?token=stary')
    await page.getByLabel('Nowe hasło').fill('Nowe12345')
    await page.getByLabel('Powtórz hasło').fill('Nowe12345')
    await page.getByRole('button', { name: 'Zmień hasło' }).click()
    await expect(page.getByRole('alert')).toHaveText('Ten link jest nieprawidłowy albo wygasł.')
  })
})

describe('logout', () => {
  test('LOGIN-8 a logout ends the login session and leads to the home page', async () => {
    const member = await createUser(site.db)
    const page = await site.newPage({ signedInAs: member })
    await open(page, '/create-community')
    await menu(page).click()
    await page.getByRole('button', { name: 'Wyloguj się' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' })).toBeVisible()
    expect(await stored(page, 'token')).toBeNull()
    expect(await stored(page, 'user')).toBeNull()
  })

  test('LOGIN-8 a logout clears the browser storage even where the logout call fails', async () => {
    const member = await createUser(site.db)
    const page = await site.newPage({
      signedInAs: member,
      expectErrors: [/Failed to load resource/, /Logging out failed/],
    })
    await page.route('**/api/auth/logout', (route) => route.abort())
    await open(page, '/browse-communities')
    await menu(page).click()
    await page.getByRole('button', { name: 'Wyloguj się' }).click()
    await expect(page.getByRole('banner').getByRole('link', { name: 'Zaloguj się' })).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await stored(page, 'token')).toBeNull()
    expect(await stored(page, 'user')).toBeNull()
  })
})
