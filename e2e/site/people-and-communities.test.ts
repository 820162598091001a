import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { category } from '#server/features/categories/table.ts'
import { report } from '#server/features/moderation/tables.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createComment, createFollow, createPost, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const owner = await createUser(site.db, { username: 'zalozycielka' })
const member = await createUser(site.db, { username: 'czytelnik', bio: 'Czytam od rana.' })
const garden = await createCategory(site.db, {
  name: 'ogrod',
  display_name: 'Ogród i działka',
  description: 'O tym, co rośnie.',
  creator: owner,
})
const night = await createCategory(site.db, {
  name: 'noc',
  display_name: 'Nocne rozmowy',
  is_nsfw: true,
  creator: owner,
})
const tomato = await createPost(site.db, { author: member, category: garden, title: 'Pomidory w tunelu' })
await createPost(site.db, { author: owner, category: night, title: 'Po północy' })
await createComment(site.db, { author: member, post: tomato, content: 'Sam sobie odpowiem.' })

const memberCount = async ({ id }: { id: number }) =>
  (await site.db.select().from(category).where(eq(category.id, id)))[0]?.member_count

describe('a community', () => {
  test('RTE-11 COMM-1,3,8,9 a community shows name, text and members, and to members a post button', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/r/ogrod')
    await untilHydrated(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ogród i działka')
    await expect(page.getByText('O tym, co rośnie.')).toBeVisible()
    await expect(page.getByText('r/ogrod · 1 członków')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Post', exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Pomidory w tunelu' })).toBeVisible()
    await expect(page.locator('.category-head').getByText('NSFW')).toHaveCount(0)
  })

  test('GEN-4 COMM-2,3,4,5 joining and leaving a community updates badge, buttons and member count', async () => {
    const club = await createCategory(site.db)
    const page = await site.newPage({ signedInAs: member })
    await page.goto(`/r/${club.name}`)
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Dołącz' }).click()
    await expect(page.getByText('Członek', { exact: true })).toBeVisible()
    await expect(page.getByText(`r/${club.name} · 2 członków`)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Post', exact: true })).toHaveAttribute(
      'href',
      `/submit?community=${club.name}`,
    )
    await expect.poll(() => memberCount(club)).toBe(2)
    await page.getByRole('button', { name: 'Opuść' }).click()
    await expect(page.getByText('Członek', { exact: true })).toHaveCount(0)
    await expect.poll(() => memberCount(club)).toBe(1)
  })

  test('COMM-10 a community shows why joining was refused and restores the button', async () => {
    const club = await createCategory(site.db)
    const page = await site.newPage({ signedInAs: member, expectErrors: [/Failed to load resource/] })
    await page.goto(`/r/${club.name}`)
    await untilHydrated(page)
    await page.route('**/join', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Dołącz' }).click()
    await expect(page.getByRole('alert')).toContainText('Nie udało się zmienić statusu członkostwa')
    await expect(page.getByRole('button', { name: 'Dołącz' })).toBeVisible()
    await page.unroute('**/join')
    await page.getByRole('button', { name: 'Dołącz' }).click()
    await expect(page.getByText(`r/${club.name} · 2 członków`)).toBeVisible()
    await page.route('**/leave', (route) =>
      route.fulfill({ status: 409, json: { detail: 'Zostań jeszcze.', code: 'creator_stays' } }),
    )
    await page.getByRole('button', { name: 'Opuść' }).click()
    await expect(page.getByRole('alert').filter({ hasText: 'Zostań jeszcze.' })).toBeVisible()
    await page.unroute('**/leave')
    await page.getByRole('button', { name: 'Opuść' }).click()
    await expect(page.getByText(`r/${club.name} · 1 członków`)).toBeVisible()
    await expect.poll(() => memberCount(club)).toBe(1)
  })

  test('COMM-10 a community stays joined if Leave, clicked before the response to Join, is refused', async () => {
    const club = await createCategory(site.db)
    const page = await site.newPage({ signedInAs: member, expectErrors: [/Failed to load resource/] })
    await page.goto(`/r/${club.name}`)
    await untilHydrated(page)
    const pressed = Promise.withResolvers<void>()
    await page.route('**/join', async (route) => {
      await pressed.promise
      await route.continue()
    })
    await page.route('**/leave', (route) =>
      route.fulfill({ status: 409, json: { detail: 'Zostań jeszcze.', code: 'creator_stays' } }),
    )
    await page.getByRole('button', { name: 'Dołącz' }).click()
    await page.getByRole('button', { name: 'Opuść' }).click()
    pressed.resolve()
    await expect(page.getByRole('alert').filter({ hasText: 'Zostań jeszcze.' })).toBeVisible()
    await expect(page.getByText(`r/${club.name} · 2 członków`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Opuść' })).toBeVisible()
    expect(await memberCount(club)).toBe(2)
  })

  test('GEN-4 COMM-7 REP-2 a community is reported with a reason', async () => {
    const page = await site.newPage({ signedInAs: member, width: 390 })
    await page.goto('/r/ogrod')
    await untilHydrated(page)
    await page.locator('main').locator('summary', { hasText: 'Więcej' }).click()
    await page.getByRole('button', { name: 'Zgłoś społeczność' }).click()
    const dialog = page.getByRole('dialog', { name: 'Zgłoś społeczność' })
    await dialog.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
    await expect(dialog.getByText('Podaj powód zgłoszenia')).toBeVisible()
    await site.check(page)
    await dialog.getByLabel('Powód').fill('Same reklamy')
    await dialog.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await site.db.select().from(report).where(eq(report.reporter_id, member.id))).toMatchObject([
      { category_id: garden.id, reason: 'Same reklamy', status: 'pending' },
    ])
  })

  test('RTE-20 NEWC-7 a new community appears in the list of all communities for everybody', async () => {
    const page = await site.newPage()
    await page.goto('/browse-communities')
    const row = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Ogród i działka' })
    await expect(row).toContainText('O tym, co rośnie.')
    await expect(row).toContainText('1 członków')
    await expect(row.getByRole('link', { name: 'Ogród i działka' })).toHaveAttribute('href', '/r/ogrod')
  })

  test('COMM-2,6 a community shows its moderator the badge Admin and a menu with the settings', async () => {
    const page = await site.newPage({ signedInAs: owner })
    await page.goto('/r/ogrod')
    await untilHydrated(page)
    await expect(page.locator('main').getByText('Admin', { exact: true })).toBeVisible()
    await page.locator('main').locator('summary', { hasText: 'Więcej' }).click()
    await expect(page.getByRole('link', { name: 'Napisz do administratora' })).toHaveAttribute(
      'href',
      '/modmail/new?community=ogrod',
    )
    await expect(page.getByRole('button', { name: 'Zgłoś społeczność' })).toBeVisible()
  })

  test('COMM-2,9 an adult community has the badge NSFW on the adult host', async () => {
    const page = await site.newPage({ variant: 'adult' })
    await page.goto('/r/noc')
    await untilHydrated(page)
    await expect(page.locator('.category-head').getByText('NSFW')).toBeVisible()
  })

  test('COMM-11 a community page whose membership request gets a 401 response logs out', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/browse-communities')
    await untilHydrated(page)
    await page.route('**/api/categories/*/about', (route) =>
      route.fulfill({ status: 401, json: { detail: 'x', code: 'not_signed_in' } }),
    )
    await page.locator('main').getByRole('link', { name: 'Ogród i działka' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

describe('the community form', () => {
  test('RTE-19 NEWC-2,3 the community form trims the name, refuses invalid fields and keeps typed text', async () => {
    const page = await site.newPage({ signedInAs: member, width: 390 })
    await page.goto('/create-community')
    await untilHydrated(page)
    await page.getByLabel('Nazwa w adresie').fill('Koty I Psy!')
    await expect(page.getByLabel('Nazwa w adresie')).toHaveValue('kotyipsy')
    await page.getByRole('button', { name: 'Utwórz społeczność' }).last().click()
    await expect(page.getByText('To pole jest wymagane.')).toBeVisible()
    await reload(page)
    await untilHydrated(page)
    await expect(page.getByLabel('Nazwa w adresie')).toHaveValue('kotyipsy')
    await page.getByLabel('Nazwa wyświetlana').fill('Koty i psy')
    await page.locator('main').getByRole('button', { name: 'Utwórz społeczność' }).click()
    await expect(page).toHaveURL(/\/r\/kotyipsy$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Koty i psy')
  })

  test('NEWC-1,3,4,5 the community form limits name, display name and text, and offers adult content', async () => {
    const page = await site.newPage({ signedInAs: member, variant: 'adult' })
    await page.goto('/create-community')
    await untilHydrated(page)
    const [name, shown, about] = [
      page.getByLabel('Nazwa w adresie'),
      page.getByLabel('Nazwa wyświetlana'),
      page.getByLabel('Opis'),
    ]
    const send = page.locator('main').getByRole('button', { name: 'Utwórz społeczność' })
    await name.fill('ab')
    await shown.fill('a'.repeat(51))
    await about.fill('a'.repeat(501))
    await expect(shown).toHaveValue('a'.repeat(50))
    await expect(about).toHaveValue('a'.repeat(500))
    await send.click()
    await expect(name).toHaveAttribute('aria-invalid', 'true')
    await expect(name).toBeFocused()
    await name.fill('a'.repeat(22))
    await expect(name).toHaveValue('a'.repeat(21))
    await name.fill('po_polnocy')
    await expect(page.getByLabel('Adres ikony')).toHaveValue('')
    await expect(page.getByRole('checkbox', { name: 'NSFW' })).toBeChecked()
    await send.click()
    await expect(page).toHaveURL(/\/r\/po_polnocy$/)
    await expect(page.locator('.category-head').getByText('NSFW')).toBeVisible()
    const [made] = await site.db.select().from(category).where(eq(category.name, 'po_polnocy'))
    expect(made).toMatchObject({ is_nsfw: true, icon_url: null })
  })

  test('the community form accepts an uploaded icon instead of a URL', async () => {
    const page = await site.newPage({ signedInAs: member, width: 390 })
    await page.goto('/create-community')
    await untilHydrated(page)
    await page.getByLabel('Nazwa w adresie').fill('zikona')
    await page.getByLabel('Nazwa wyświetlana').fill('Z ikoną')
    await expect(page.getByLabel('Adres ikony')).toBeVisible()
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'ikona.png', mimeType: 'image/png', buffer: makePng(301, 200) })
    await expect(page.getByRole('img', { name: 'Podgląd przesłanego obrazu' })).toBeVisible()
    await expect(page.getByLabel('Adres ikony')).toHaveCount(0)
    await site.check(page)
    await page.locator('main').getByRole('button', { name: 'Utwórz społeczność' }).click()
    await expect(page).toHaveURL(/\/r\/zikona$/)
    await expect(page.locator('.category-head .avatar img')).toHaveAttribute('src', /^\/media\/i\//)
  })

  test('NEWC-6 the community form shows a generic error where the server gives no reason', async () => {
    const page = await site.newPage({ signedInAs: member, expectErrors: [/ERR_FAILED/] })
    await page.goto('/create-community')
    await untilHydrated(page)
    await page.route(/\/api\/categories\/?$/, (route) => route.abort())
    await page.getByLabel('Nazwa w adresie').fill('nieudana')
    await page.getByLabel('Nazwa wyświetlana').fill('Nieudana')
    await page.locator('main').getByRole('button', { name: 'Utwórz społeczność' }).click()
    await expect(page.getByRole('main').getByRole('alert')).toHaveText('Nie udało się utworzyć społeczności')
  })

  test('NEWC-6 the community form shows that a name is taken and keeps typed text', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/create-community')
    await untilHydrated(page)
    await page.getByLabel('Nazwa w adresie').fill('ogrod')
    await page.getByLabel('Nazwa wyświetlana').fill('Drugi ogród')
    await page.locator('main').getByRole('button', { name: 'Utwórz społeczność' }).click()
    await expect(page.getByRole('alert')).toContainText('Społeczność o tej nazwie już istnieje.')
    await expect(page.getByLabel('Nazwa wyświetlana')).toHaveValue('Drugi ogród')
  })
})

describe('a profile', () => {
  test('PROF-1,3 a profile shows karma, bio, join date, posts and comments', async () => {
    const page = await site.newPage()
    await page.goto('/u/czytelnik')
    await untilHydrated(page)
    await expect(page.getByText('Czytam od rana.')).toBeVisible()
    await expect(page.getByText(/^Z nami od \d+ \S+ \d{4}$/)).toBeVisible()
    await expect(page.locator('.figures')).toContainText('0 karma')
    await expect(page.getByRole('link', { name: 'Pomidory w tunelu' })).toBeVisible()
    await page.getByRole('tab', { name: /Komentarze/ }).click()
    await expect(page.getByText('Sam sobie odpowiem.')).toBeVisible()
  })

  test('GEN-4 PROF-2,4 the profile of another member is followed and unfollowed, and lists its followers', async () => {
    const { username } = await createUser(site.db)
    const page = await site.newPage({ signedInAs: owner })
    await page.goto(`/u/${username}`)
    await untilHydrated(page)
    const followed = page.waitForResponse(/\/follow$/)
    await page.getByRole('button', { name: 'Obserwuj', exact: true }).click()
    await followed
    await page.getByRole('button', { name: /1\s*obserwujący/ }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'u/zalozycielka' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Obserwujesz' }).click()
    await expect(page.getByRole('button', { name: 'Obserwuj', exact: true })).toBeVisible()
  })

  test('PROF-1,2,5 a profile lists whom its owner follows, and links to a new message', async () => {
    const [fan, star] = [
      await createUser(site.db, { username: 'wierny_fan', karma: 12 }),
      await createUser(site.db, { username: 'gwiazda' }),
    ]
    await createFollow(site.db, fan, star)
    const page = await site.newPage({ signedInAs: owner })
    await page.goto('/u/wierny_fan')
    await untilHydrated(page)
    await expect(page.locator('.figures')).toContainText('12 karma')
    await page.getByRole('button', { name: /1\s*obserwowanych/ }).click()
    await expect(
      page.getByRole('dialog', { name: 'Obserwowani' }).getByRole('link', { name: 'u/gwiazda' }),
    ).toBeVisible()
    await page.keyboard.press('Escape')
    await page.locator('.profile-head').getByRole('link', { name: 'Wiadomość' }).click()
    await expect(page).toHaveURL('/conversation/wierny_fan')
  })

  test('PROF-12,14 a profile shows which call failed, with the reason of the server if it gives one', async () => {
    const page = await site.newPage({ signedInAs: owner, expectErrors: [/Failed to load resource/] })
    await createUser(site.db, { username: 'pechowa' })
    await page.goto('/u/pechowa')
    await untilHydrated(page)
    const expectAlert = (text: string) => expect(page.getByRole('alert').filter({ hasText: text })).toBeVisible()
    const refuse = (route: string) =>
      page.route(route, (call) =>
        call.fulfill({ status: 403, json: { detail: `Nie wolno: ${route.slice(3)}`, code: 'forbidden' } }),
      )
    const block = async () => {
      await page.getByRole('button', { name: 'Zablokuj' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Zablokuj' }).click()
    }
    await page.route('**/follow', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Obserwuj', exact: true }).click()
    await expectAlert('Nie udało się wykonać akcji')
    await refuse('**/follow')
    await page.getByRole('button', { name: 'Obserwuj', exact: true }).click()
    await expectAlert('Nie wolno: follow')
    await page.route('**/block', (route) => route.fulfill({ status: 500, body: '' }))
    await block()
    await expectAlert('Nie udało się zablokować użytkownika')
    await refuse('**/block')
    await block()
    await expectAlert('Nie wolno: block')
    await page.unroute('**/block')
    await block()
    await page.route('**/unblock', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Odblokuj' }).click()
    await expectAlert('Nie udało się odblokować użytkownika')
    await refuse('**/unblock')
    await page.getByRole('button', { name: 'Odblokuj' }).click()
    await expectAlert('Nie wolno: unblock')
  })

  test('GEN-4 PROF-6 the profile of another member is blocked after a confirmation, and unblocked', async () => {
    const { username } = await createUser(site.db)
    const page = await site.newPage({ signedInAs: owner })
    await page.goto(`/u/${username}`)
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Zablokuj' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zablokuj' }).click()
    await page.getByRole('button', { name: 'Odblokuj' }).click()
    await expect(page.getByRole('button', { name: 'Zablokuj' })).toBeVisible()
  })

  test("RTE-13 DEL-1,2 PROF-7,8,10,11 one's own profile offers edit and delete, but no follow or block", async () => {
    const writer = await createUser(site.db)
    await createComment(site.db, { author: writer, post: tomato })
    const page = await site.newPage({ signedInAs: writer })
    await page.goto('/profile?tab=comments')
    await untilHydrated(page)
    await expect(page.getByRole('button', { name: 'Edytuj opis' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Zablokuj' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Obserwuj', exact: true })).toHaveCount(0)
    await page.getByRole('button', { name: 'Edytuj', exact: true }).click()
    await page.getByLabel('Treść komentarza').fill('a'.repeat(10_001))
    await expect(page.getByLabel('Treść komentarza')).toHaveValue('a'.repeat(10_000))
    await page.getByLabel('Treść komentarza').fill('Zmieniłem zdanie.')
    await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
    await expect(page.getByText('Zmieniłem zdanie.')).toBeVisible()
    await page.getByRole('button', { name: 'Usuń', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText('Czy na pewno chcesz usunąć ten komentarz?')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Anuluj' }).click()
    await expect(page.getByText('Zmieniłem zdanie.')).toBeVisible()
    await page.getByRole('button', { name: 'Usuń', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Usuń' }).click()
    await expect(page.getByText('Tu pojawią się Twoje komentarze.')).toBeVisible()
  })

  test('DEL-1 PROF-7 posts are edited and deleted on one’s own profile', async () => {
    const writer = await createUser(site.db)
    const own = await createPost(site.db, { author: writer, category: garden, title: 'Do poprawki' })
    const page = await site.newPage({ signedInAs: writer })
    await page.goto('/profile')
    await untilHydrated(page)
    const card = page.getByRole('article', { name: 'Do poprawki' })
    await card.getByRole('link', { name: 'Edytuj' }).click()
    await expect(page).toHaveURL(`/post/${own.id}`)
    await expect(page.getByRole('form', { name: 'Edycja posta' }).getByLabel('Tytuł')).toHaveValue('Do poprawki')
    await page.goBack()
    // Waits for the profile. Until it is loaded the page shows the post, which has a delete button too.
    await expect(page.getByRole('button', { name: 'Edytuj opis' })).toBeVisible()
    await card.getByRole('button', { name: 'Usuń' }).click()
    await page
      .getByRole('alertdialog', { name: 'Czy na pewno chcesz usunąć ten post?' })
      .getByRole('button', { name: 'Usuń' })
      .click()
    await expect(card).toHaveCount(0)
    await reload(page)
    await expect(page.getByText('Tu pojawią się Twoje posty.')).toBeVisible()
  })

  test('a profile has a bio that its owner can change', async () => {
    const page = await site.newPage({ signedInAs: await createUser(site.db, { bio: 'Na razie czytam.' }) })
    await page.goto('/profile')
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Edytuj opis' }).click()
    await page.getByLabel('O mnie').fill('Teraz też piszę.')
    await page.getByRole('button', { name: 'Zapisz opis' }).click()
    await expect(page.locator('p.profile-head__bio')).toHaveText('Teraz też piszę.')
  })

  test("DEL-1 the account is deleted on one's own profile, after a confirmation and the password", async () => {
    const leaver = await createUser(site.db, { username: 'odchodzaca', password: 'Zakwas1234' })
    const post = await createPost(site.db, { author: leaver, category: garden, title: 'Ostatni wpis' })
    const page = await site.newPage({ signedInAs: leaver, width: 390 })
    await page.goto('/profile')
    await untilHydrated(page)
    await page.getByRole('main').locator('summary', { hasText: 'Więcej' }).click()
    await page.getByRole('main').getByRole('link', { name: 'Usuń konto' }).click()
    await expect(page).toHaveURL('/settings/data')
    await page.getByRole('button', { name: 'Usuń konto' }).click()
    const dialog = page.getByRole('dialog', { name: 'Czy na pewno chcesz usunąć ten profil?' })
    await dialog.getByRole('button', { name: 'Anuluj' }).last().click()
    await expect(dialog).toHaveCount(0)
    await page.getByRole('button', { name: 'Usuń konto' }).click()
    await expect(dialog.getByLabel('Zostaw je bez mojej nazwy')).toBeChecked()
    await dialog.getByLabel('Usuń je razem z kontem').check()
    await dialog.getByLabel('Hasło', { exact: true }).fill('Zgaduje123')
    await dialog.getByRole('button', { name: 'Usuń konto' }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await dialog.getByLabel('Hasło', { exact: true }).fill('Zakwas1234')
    await dialog.getByRole('button', { name: 'Usuń konto' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText('Konto zostało usunięte.')).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
    await expect.poll(async () => (await page.request.get(`/api/posts/${post.id}`)).status()).toBe(404)
    await page.goto('/u/odchodzaca')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Nie znaleziono użytkownika')
  })

  test('PROF-9,13 a profile that fails to load is reported as missing or as failed', async () => {
    const page = await site.newPage()
    await page.goto('/u/nikt_taki')
    await expect(page.getByText('Nie znaleziono użytkownika')).toBeVisible()
    const english = await site.newPage({ lang: 'en' })
    await english.goto('/u/nikt_taki')
    await expect(english.getByRole('heading', { level: 1 })).toHaveText('User not found')
    const broken = await site.newPage({ expectErrors: [/Failed to load resource/, /Loading the profile failed/] })
    await broken.goto('/r/ogrod')
    await untilHydrated(broken)
    await broken.route('**/api/users/czytelnik**', (route) => route.abort())
    await broken.locator('main').getByRole('link', { name: 'u/czytelnik' }).first().click()
    await expect(broken.getByRole('heading', { level: 1 })).toHaveText('Nie udało się załadować profilu')
    await site.check(broken)
    await broken.unroute('**/api/users/czytelnik**')
    await broken.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(broken.getByRole('heading', { level: 1 })).toContainText('u/czytelnik')
  })
})
