import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import type { Lang } from '#shared/i18n/plural.ts'
import { session } from '#server/features/auth/table.ts'
import { user } from '#server/features/users/table.ts'
import { makePng, pixelAt } from '#server/media/testing/pictures.ts'
import { createBlock, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilDraftIsStored, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const PASSWORD = 'Zakwas1234'
const NEW = 'Zaczyn5678'

const newMember = (columns: Parameters<typeof createUser>[1] = {}) =>
  createUser(db, { username: `ola_${crypto.randomUUID().slice(0, 6)}`, password: PASSWORD, ...columns })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const main = (page: Page) => page.getByRole('main')
const button = (page: Page, name: string) => main(page).getByRole('button', { name, exact: true })
const section = (page: Page, name: string) => main(page).getByRole('link', { name: new RegExp(`^${name}`) })
const status = (page: Page) => main(page).getByRole('status').filter({ hasText: /./ })

/** Moves the focus to the element by Tab alone. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed < 80; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
}

const WORDS = {
  pl: {
    current: 'Obecne hasło',
    next: 'Nowe hasło',
    again: 'Powtórz hasło',
    change: 'Zmień hasło',
    changed: 'Hasło zostało zmienione. Na innych urządzeniach trzeba się zalogować ponownie.',
    login: 'Witaj ponownie',
    newEmail: 'Nowy adres e-mail',
    move: 'Zmień adres',
    pending: 'Czekamy na potwierdzenie adresu',
    confirm: 'Potwierdź adres',
    moved: 'Adres zmieniony',
    undo: 'Cofnij zmianę',
    undone: 'Zmiana cofnięta',
    others: 'Zakończ wszystkie inne sesje',
    othersEnded: 'Zakończono 2 sesje.',
    here: 'To urządzenie',
    sections: ['Profil', 'Konto', 'Bezpieczeństwo', 'Powiadomienia', 'Prywatność', 'Dane'],
  },
  en: {
    current: 'Current password',
    next: 'New password',
    again: 'Confirm password',
    change: 'Change password',
    changed: 'The password was changed. Other devices have to log in again.',
    login: 'Welcome back',
    newEmail: 'New e-mail address',
    move: 'Change address',
    pending: 'waits to be confirmed',
    confirm: 'Confirm address',
    moved: 'Address changed',
    undo: 'Undo the change',
    undone: 'Change undone',
    others: 'End all other sessions',
    othersEnded: 'Ended 2 sessions.',
    here: 'This device',
    sections: ['Profile', 'Account', 'Security', 'Notifications', 'Privacy', 'Data'],
  },
} satisfies Record<Lang, object>

const both: [Lang][] = [['pl'], ['en']]

describe('the settings', () => {
  test.each(both)(
    'ACCT-1 the settings (%s) open from the account menu; a phone shows first the list, then a section',
    async (lang) => {
      const w = WORDS[lang]
      const page = await site.newPage({ signedInAs: await newMember(), width: 360, lang })
      await open(page, '/')
      await page.getByRole('banner').locator('summary').last().click()
      await page
        .getByRole('banner')
        .getByRole('link', { name: lang === 'pl' ? 'Ustawienia' : 'Settings' })
        .click()
      await expect(page).toHaveURL('/settings')
      await untilHydrated(page)
      for (const name of w.sections) await expect(section(page, name)).toBeVisible()
      await expect(main(page).getByRole('textbox')).toBeHidden()
      await section(page, w.sections[2]!).click()
      await expect(page).toHaveURL('/settings/security')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.sections[2]!)
      await expect(section(page, w.sections[3]!)).toBeHidden()
      await main(page)
        .getByRole('link', { name: lang === 'pl' ? 'Ustawienia' : 'Settings' })
        .click()
      await expect(page).toHaveURL('/settings')
    },
  )

  test('ACCT-1 the settings on a wide screen show their list beside each section', async () => {
    const page = await site.newPage({ signedInAs: await newMember() })
    await open(page, '/settings')
    await expect(main(page).getByLabel('O mnie')).toBeVisible()
    await main(page).getByRole('link', { name: 'Prywatność' }).click()
    await expect(page).toHaveURL('/settings/privacy')
    await expect(main(page).getByRole('link', { name: 'Prywatność' })).toHaveAttribute('aria-current', 'page')
    await expect(main(page).getByRole('link', { name: 'Dane' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/settings')
  })

  test('ACCT-1 a visitor who opens a section of the settings returns to it after signing in', async () => {
    const { username } = await newMember()
    const page = await site.newPage()
    await open(page, '/settings/privacy')
    await expect(page).toHaveURL('/login?next=%2Fsettings%2Fprivacy')
    await page.getByLabel('Nazwa użytkownika').fill(username)
    await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
    await button(page, 'Zaloguj się').click()
    await expect(page).toHaveURL('/settings/privacy')
  })

  test('ACCT-1 each form of the settings is saved and confirmed separately; a failure keeps typed text', async () => {
    const page = await site.newPage({ signedInAs: await newMember({ bio: 'Piekę.' }), expectErrors: [/status of 503/] })
    await open(page, '/settings/profile')
    const bio = main(page).getByLabel('O mnie')
    await expect(bio).toHaveValue('Piekę.')
    await page.route('**/api/users/me', (route) =>
      route.request().method() === 'PATCH'
        ? route.fulfill({ status: 503, json: { detail: 'Za chwilę', code: 'not_ready' } })
        : route.continue(),
    )
    await bio.fill('Piekę chleb.')
    await button(page, 'Zapisz opis').click()
    await expect(main(page).getByRole('alert')).toHaveText('Za chwilę')
    await expect(bio).toHaveValue('Piekę chleb.')
    await untilDraftIsStored(page)
    await page.reload()
    await untilHydrated(page)
    await expect(bio).toHaveValue('Piekę chleb.')
    await page.unroute('**/api/users/me')
    await button(page, 'Zapisz opis').click()
    await expect(status(page)).toContainText('Zapisano.')
    await expect(bio).toHaveValue('Piekę chleb.')
    await page.reload()
    await expect(bio).toHaveValue('Piekę chleb.')
  })

  test('DEL-1 ACCT-1 the account is deleted in its own section of the settings, linked from the profile', async () => {
    const page = await site.newPage({ signedInAs: await newMember(), width: 360 })
    await open(page, '/profile')
    await main(page).locator('summary', { hasText: 'Więcej' }).click()
    await main(page).getByRole('link', { name: 'Usuń konto' }).click()
    await expect(page).toHaveURL('/settings/data')
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await button(page, 'Usuń konto').click()
    await expect(page.getByRole('dialog', { name: 'Czy na pewno chcesz usunąć ten profil?' })).toBeVisible()
    await site.check(page)
  })
})

describe('an avatar', () => {
  /** A picture whose left half is red and whose right half is blue. */
  const PICTURE = { name: 'rower.png', mimeType: 'image/png', buffer: makePng(384, 256) }
  const AVATAR = {
    pl: {
      choose: 'Wybierz zdjęcie',
      change: 'Zmień zdjęcie',
      remove: 'Usuń zdjęcie',
      crop: 'Przytnij zdjęcie',
      zoom: 'Powiększenie',
      save: 'Zapisz zdjęcie',
      saved: 'Zdjęcie zapisane.',
      removed: 'Zdjęcie usunięte.',
      at: 'Kadr: 0% od lewej, 50% od góry, powiększenie 161%.',
    },
    en: {
      choose: 'Choose a picture',
      change: 'Change the picture',
      remove: 'Remove the picture',
      crop: 'Crop the picture',
      zoom: 'Zoom',
      save: 'Save the picture',
      saved: 'Picture saved.',
      removed: 'Picture removed.',
      at: 'Crop: 0% from the left, 50% from the top, zoom 161%.',
    },
  } satisfies Record<Lang, object>

  const area = (page: Page) => page.getByRole('dialog').getByRole('application')
  const place = (page: Page) => page.getByRole('dialog').getByRole('status').first()

  async function choose(page: Page, name: string, file = PICTURE): Promise<void> {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, name).press('Enter')])
    await chooser.setFiles(file)
  }

  async function isShown(picture: Locator, side: number): Promise<void> {
    await expect(picture).toHaveAttribute('src', new RegExp(`-a${side}\\.webp$`))
    await expect(picture).toHaveJSProperty('naturalWidth', side)
  }

  test.each(both)(
    'ACCT-2 an avatar (%s) is cropped, previewed, saved and removed by keyboard, and shown beside its member',
    async (lang) => {
      const w = AVATAR[lang]
      const ola = await newMember()
      const post = await createPost(db, { author: ola })
      await createComment(db, { author: ola, post })
      const page = await site.newPage({ signedInAs: ola, lang })
      await open(page, '/settings/profile')
      await tabTo(page, button(page, w.choose))
      await choose(page, w.choose)
      await expect(page.getByRole('dialog', { name: w.crop })).toBeVisible()
      await expect(area(page)).toBeFocused()
      await site.check(page)
      for (let pressed = 0; pressed < 5; pressed += 1) await page.keyboard.press('+')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowUp')
      for (let pressed = 0; pressed < 20; pressed += 1) await page.keyboard.press('ArrowLeft')
      await expect(place(page)).toHaveText(w.at)
      await page.keyboard.press('Tab')
      await expect(page.getByRole('dialog').getByLabel(w.zoom)).toBeFocused()
      await tabTo(page, page.getByRole('dialog').getByRole('button', { name: w.save }))
      await page.keyboard.press('Enter')
      await expect(status(page).filter({ hasText: w.saved })).toBeVisible()
      await expect(button(page, w.change)).toBeFocused()
      await isShown(main(page).locator('.avatar img'), 256)
      await isShown(page.getByRole('banner').locator('summary .avatar img'), 64)
      const square = await page.request.get(`${site.url}${await main(page).locator('.avatar img').getAttribute('src')}`)
      const [red, , blue] = await pixelAt(await square.body(), 128, 128)
      expect(red - blue).toBeGreaterThan(100)

      await open(page, `/post/${post.id}`)
      await isShown(main(page).locator('.meta a > .avatar:not(.avatar--square) img'), 64)
      await isShown(main(page).locator('.comment .avatar img'), 64)
      await open(page, `/u/${ola.username}`)
      await isShown(main(page).locator('.profile-head .avatar img'), 256)

      await open(page, '/settings/profile')
      await tabTo(page, button(page, w.remove))
      await page.keyboard.press('Enter')
      await expect(status(page).filter({ hasText: w.removed })).toBeVisible()
      await expect(button(page, w.choose)).toBeFocused()
      for (const place of [main(page), page.getByRole('banner').locator('summary')])
        await expect(place.locator('.avatar').first()).toHaveText('o', { ignoreCase: true })
    },
  )

  test('ACCT-2 A11Y-5 an avatar is moved by dragging or a click and zoomed by pinching', async () => {
    const ola = await newMember()
    const page = await site.newPage({ signedInAs: ola, width: 390 })
    await open(page, '/settings/profile')
    await choose(page, 'Wybierz zdjęcie', { ...PICTURE, buffer: Buffer.from('To nie jest zdjęcie') })
    await expect(main(page).getByRole('alert')).toContainText('Tego pliku nie da się otworzyć jako zdjęcia.')
    await choose(page, 'Wybierz zdjęcie')
    await expect(place(page)).toHaveText('Kadr: 50% od lewej, 0% od góry, powiększenie 100%.')
    const { x, y, width } = (await area(page).boundingBox())!
    const [left, middle] = [x + width / 4, y + width / 2]

    await page.mouse.move(left, middle)
    await page.mouse.down()
    await page.mouse.move(left - width, middle, { steps: 4 })
    await page.mouse.up()
    await expect(place(page)).toHaveText('Kadr: 100% od lewej, 0% od góry, powiększenie 100%.')

    const cdp = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: number[]) =>
      cdp.send('Input.dispatchTouchEvent', { type, touchPoints: at.map((x, id) => ({ x, y: middle, id })) })
    await touch('touchStart', left)
    await touch('touchMove', left + width / 2)
    await touch('touchMove', left + width)
    await touch('touchEnd')
    await expect(place(page)).toHaveText('Kadr: 0% od lewej, 0% od góry, powiększenie 100%.')
    await page.mouse.click(x + width * 0.9, middle)
    await expect(place(page)).toHaveText('Kadr: 80% od lewej, 0% od góry, powiększenie 100%.')
    await page.mouse.click(x + width * 0.1, middle)
    await expect(place(page)).toHaveText('Kadr: 0% od lewej, 0% od góry, powiększenie 100%.')
    await touch('touchStart', left, left + width / 4)
    await touch('touchMove', left, left + width / 2)
    await touch('touchEnd')
    await expect(place(page)).toContainText('powiększenie 200%')
    await site.check(page)

    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(button(page, 'Wybierz zdjęcie')).toBeFocused()
    expect((await db.select().from(user).where(eq(user.id, ola.id)))[0]!.avatar_url).toBeNull()
  })
})

describe('changing the password', () => {
  test.each(both)('ACCT-3 changing the password (%s) by keyboard signs the other browser out at once', async (lang) => {
    const w = WORDS[lang]
    const ola = await newMember()
    const [here, there] = [
      await site.newPage({ signedInAs: ola, width: 360, lang }),
      await site.newPage({ signedInAs: ola, lang }),
    ]
    await open(there, '/')
    await open(here, '/settings/security')
    const fill = async (label: string, text: string) => {
      await tabTo(here, main(here).getByLabel(label, { exact: true }))
      await here.keyboard.type(text)
    }
    await fill(w.current, 'Zgaduje123')
    await fill(w.next, NEW)
    await fill(w.again, NEW)
    await here.keyboard.press('Enter')
    await expect(main(here).getByLabel(w.current, { exact: true })).toHaveAttribute('aria-invalid', 'true')
    await expect(main(here).getByLabel(w.next, { exact: true })).toHaveValue(NEW)
    await here.keyboard.press('ControlOrMeta+a')
    await here.keyboard.type(PASSWORD)
    await here.keyboard.press('Enter')
    await expect(status(here).filter({ hasText: w.changed })).toBeVisible()
    await site.check(here)
    await there.goto('/settings/security')
    await expect(there.getByRole('heading', { level: 1 })).toHaveText(w.login)
    await here.reload()
    await expect(here.getByRole('heading', { level: 1 })).toHaveText(w.sections[2]!)
    expect((await site.mailTo(ola.email!)).links[0]).toContain('/settings/security')
  })
})

describe('changing the e-mail address', () => {
  test.each(both)(
    'ACCT-4 a new e-mail (%s) is confirmed by mail and reverted from the old one, which ends all sessions',
    async (lang) => {
      const w = WORDS[lang]
      const ola = await newMember()
      const target = `nowy.${ola.username}@example.org`
      const page = await site.newPage({ signedInAs: ola, width: 360, lang })
      await open(page, '/settings/account')
      await main(page).getByLabel(w.newEmail).fill(target)
      await main(page).getByLabel(w.current, { exact: true }).fill(PASSWORD)
      await button(page, w.move).click()
      await expect(main(page).getByText(w.pending)).toBeVisible()
      await site.check(page)
      const linkIn = async (address: string, path: string, after = 0) => {
        const link = new URL((await site.mailTo(address, after)).links.find((url) => url.includes(path))!)
        return link.pathname + link.search
      }

      const mailbox = await site.newPage({ width: 360, lang })
      await open(mailbox, await linkIn(target, '/confirm-email'))
      await site.check(mailbox)
      await tabTo(mailbox, button(mailbox, w.confirm))
      await mailbox.keyboard.press('Enter')
      await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText(w.moved)
      await expect(status(mailbox)).toContainText(target)
      await open(page, '/settings/account')
      await expect(main(page).getByText(target)).toBeVisible()

      await open(mailbox, await linkIn(ola.email!, '/undo-email', 1))
      await site.check(mailbox)
      await button(mailbox, w.undo).click()
      await expect(mailbox.getByRole('heading', { level: 1 })).toHaveText(w.undone)
      await expect(status(mailbox)).toContainText(ola.email!)
      await page.goto('/settings/account')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(w.login)
      const [row] = await db.select().from(user).where(eq(user.id, ola.id))
      expect(row!.email).toBe(ola.email)
      expect((await site.mailTo(ola.email!, 2)).links[0]).toContain('/reset-password?token=')
    },
  )

  test('ACCT-4 a new e-mail address that cannot be confirmed shows an error and keeps the button', async () => {
    const page = await site.newPage()
    await open(page, '/confirm-email?token=nic')
    await button(page, 'Potwierdź adres').click()
    await expect(main(page).getByRole('alert')).toHaveText('Ten link jest nieprawidłowy albo wygasł.')
    await expect(button(page, 'Potwierdź adres')).toBeEnabled()
    await open(page, '/undo-email')
    await expect(main(page).getByRole('alert')).toHaveText('Ten link jest niepełny. Otwórz go prosto z wiadomości.')
  })
})

describe('sessions', () => {
  test.each(both)('ACCT-5 all sessions (%s) but the current one are ended by one button', async (lang) => {
    const w = WORDS[lang]
    const ola = await newMember()
    const [here, there] = [
      await site.newPage({ signedInAs: ola, width: 360, lang }),
      await site.newPage({ signedInAs: ola, lang }),
    ]
    await site.newPage({ signedInAs: ola })
    await open(there, '/')
    await open(here, '/settings/security')
    await expect(
      main(here)
        .getByRole('listitem')
        .filter({ has: here.getByRole('heading', { level: 3 }) }),
    ).toHaveCount(3)
    await expect(main(here).getByText(w.here)).toHaveCount(1)
    await site.check(here)
    await here.emulateMedia({ reducedMotion: 'reduce' })
    await tabTo(here, button(here, w.others))
    await here.keyboard.press('Enter')
    const question = here.getByRole('alertdialog')
    await site.check(here)
    await question.getByRole('button', { name: w.others }).click()
    await expect(status(here).filter({ hasText: w.othersEnded })).toBeVisible()
    await there.goto('/settings')
    await expect(there.getByRole('heading', { level: 1 })).toHaveText(w.login)
    expect(await db.$count(session, eq(session.user_id, ola.id))).toBe(1)
  })

  test('ACCT-5 a single session is ended by its button', async () => {
    const ola = await newMember()
    const here = await site.newPage({ signedInAs: ola })
    await site.newPage({ signedInAs: ola })
    await db
      .update(session)
      .set({ device: 'Firefox, Linux', network: '203.0.113.0/24' })
      .where(eq(session.user_id, ola.id))
    await open(here, '/settings/security')
    await button(here, 'Zakończ sesję: Firefox, Linux').click()
    await expect(status(here).filter({ hasText: 'Sesja zakończona: Firefox, Linux.' })).toBeVisible()
    await expect(main(here).getByText('Nie masz innych sesji.')).toHaveCount(0)
    expect(await db.$count(session, eq(session.user_id, ola.id))).toBe(1)
  })
})

describe('privacy', () => {
  test('ACCT-8 a member not allowed to message someone sees that before writing, and keeps typed text', async () => {
    const [ola, kuba] = [await newMember(), await newMember()]
    const owner = await site.newPage({ signedInAs: ola })
    await open(owner, '/settings/privacy')
    await main(owner).getByLabel('Nikt').check()
    await button(owner, 'Zapisz').click()
    await expect(status(owner)).toContainText('Zapisano.')
    await expect(main(owner).getByLabel('Nikt')).toBeChecked()

    const stranger = await site.newPage({ signedInAs: kuba, width: 360 })
    await open(stranger, `/conversation/${ola.username}`)
    await expect(main(stranger).getByText(`${ola.username} nie przyjmuje nowych rozmów od Ciebie.`)).toBeVisible()
    await expect(main(stranger).getByRole('textbox')).toHaveCount(0)
    await site.check(stranger)
    await open(stranger, `/messages?to=${ola.username}`)
    await main(stranger).getByLabel('Wiadomość', { exact: true }).fill('Dzień dobry')
    await button(stranger, 'Wyślij').click()
    await expect(main(stranger).getByText(`${ola.username} nie przyjmuje nowych rozmów od Ciebie.`)).toBeVisible()
    await expect(main(stranger).getByLabel('Wiadomość', { exact: true })).toHaveValue('Dzień dobry')
  })

  test('the privacy settings list the blocked members and unblock them', async () => {
    const [ola, kuba] = [await newMember(), await newMember()]
    await createBlock(db, ola, kuba)
    const page = await site.newPage({ signedInAs: ola, width: 360 })
    await open(page, '/settings/privacy')
    await button(page, `Odblokuj ${kuba.username}`).click()
    await expect(status(page)).toContainText(`${kuba.username} nie jest już na liście zablokowanych.`)
    await expect(main(page).getByText('Nikogo nie blokujesz.')).toBeVisible()
    await site.check(page)
  })
})
