import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { category } from '#server/features/categories/table.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilAlive } from '../harness.ts'

const site = await startSite()
const owner = await createUser(site.db, { username: 'zalozycielka' })
const member = await createUser(site.db, { username: 'czytelnik', bio: 'Czytam od rana.' })
const garden = await createCategory(site.db, { name: 'ogrod', display_name: 'Ogród i działka', description: 'O tym, co rośnie.', creator: owner })
const night = await createCategory(site.db, { name: 'noc', display_name: 'Nocne rozmowy', is_nsfw: true, creator: owner })
const tomato = await createPost(site.db, { author: member, category: garden, title: 'Pomidory w tunelu' })
await createPost(site.db, { author: owner, category: night, title: 'Po północy' })
await createComment(site.db, { author: member, post: tomato, content: 'Sam sobie odpowiem.' })

describe('a community', () => {
  test('shows name, description and members, and who may not post sees no post button', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/r/ogrod')
    await untilAlive(page)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ogród i działka')
    await expect(page.getByText('O tym, co rośnie.')).toBeVisible()
    await expect(page.getByText('r/ogrod · 1 członków')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Post', exact: true })).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Pomidory w tunelu' })).toBeVisible()
  })

  test('is joined and left; badge, buttons and count follow', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/r/ogrod')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Dołącz' }).click()
    await expect(page.getByText('Członek', { exact: true })).toBeVisible()
    await expect(page.getByText('r/ogrod · 2 członków')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Post', exact: true })).toHaveAttribute('href', '/submit?community=ogrod')
    await expect.poll(async () => (await site.db.select().from(category).where(eq(category.id, garden.id)))[0]?.member_count).toBe(2)
    await page.getByRole('button', { name: 'Opuść' }).click()
    await expect(page.getByText('Członek', { exact: true })).toHaveCount(0)
    await expect.poll(async () => (await site.db.select().from(category).where(eq(category.id, garden.id)))[0]?.member_count).toBe(1)
  })

  test('says why and goes back where joining is refused', async () => {
    const page = await site.newPage({ signedInAs: member, expectErrors: [/Failed to load resource/] })
    await page.goto('/r/ogrod')
    await untilAlive(page)
    await page.route('**/join', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Dołącz' }).click()
    await expect(page.getByRole('alert')).toContainText('Nie udało się zmienić statusu członkostwa')
    await expect(page.getByRole('button', { name: 'Dołącz' })).toBeVisible()
  })

  test('gives its moderator the badge Admin, and its menu leads to the creator', async () => {
    const page = await site.newPage({ signedInAs: owner })
    await page.goto('/r/ogrod')
    await untilAlive(page)
    await expect(page.locator('main').getByText('Admin', { exact: true })).toBeVisible()
    await page.locator('main').getByLabel('Więcej').click()
    await expect(page.getByRole('link', { name: 'Napisz do administratora' })).toHaveAttribute('href', '/messages?to=zalozycielka')
    await expect(page.getByRole('button', { name: 'Zgłoś społeczność' })).toBeVisible()
  })

  test('for adults has the badge NSFW, on its host', async () => {
    const page = await site.newPage({ variant: 'adult' })
    await page.goto('/r/noc')
    await untilAlive(page)
    await expect(page.locator('.community-head').getByText('NSFW')).toBeVisible()
    await site.check(page)
  })

  test('whose membership check is refused logs out', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/browse-communities')
    await untilAlive(page)
    await page.route('**/membership', (route) => route.fulfill({ status: 401, json: { detail: 'x', code: 'not_signed_in' } }))
    await page.locator('main').getByRole('link', { name: 'Ogród i działka' }).click()
    await expect.poll(() => page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

describe('the form of a community', () => {
  test('strips the name, refuses what breaks a rule, keeps what was typed over a reload, and opens what it made', async () => {
    const page = await site.newPage({ signedInAs: member, width: 390 })
    await page.goto('/create-community')
    await untilAlive(page)
    await page.getByLabel('Nazwa w adresie').fill('Koty I Psy!')
    await expect(page.getByLabel('Nazwa w adresie')).toHaveValue('kotyipsy')
    await page.getByRole('button', { name: 'Utwórz społeczność' }).last().click()
    await expect(page.getByText('To pole jest wymagane.')).toBeVisible()
    await page.reload()
    await untilAlive(page)
    await expect(page.getByLabel('Nazwa w adresie')).toHaveValue('kotyipsy')
    await page.getByLabel('Nazwa wyświetlana').fill('Koty i psy')
    await page.locator('main').getByRole('button', { name: 'Utwórz społeczność' }).click()
    await expect(page).toHaveURL(/\/r\/kotyipsy$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Koty i psy')
  })

  test("says the server's sentence where a name is taken and loses nothing", async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/create-community')
    await untilAlive(page)
    await page.getByLabel('Nazwa w adresie').fill('ogrod')
    await page.getByLabel('Nazwa wyświetlana').fill('Drugi ogród')
    await page.locator('main').getByRole('button', { name: 'Utwórz społeczność' }).click()
    await expect(page.getByRole('alert')).toContainText('Społeczność o tej nazwie już istnieje.')
    await expect(page.getByLabel('Nazwa wyświetlana')).toHaveValue('Drugi ogród')
  })
})

describe('a profile', () => {
  test('shows karma, bio, join date, posts and comments', async () => {
    const page = await site.newPage()
    await page.goto('/u/czytelnik')
    await untilAlive(page)
    await expect(page.getByText('Czytam od rana.')).toBeVisible()
    await expect(page.getByText(/^Z nami od \d+ \S+ \d{4}$/)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Pomidory w tunelu' })).toBeVisible()
    await page.getByRole('tab', { name: /Komentarze/ }).click()
    await expect(page.getByText('Sam sobie odpowiem.')).toBeVisible()
  })

  test('of another is followed and unfollowed, and lists who follows', async () => {
    const page = await site.newPage({ signedInAs: owner })
    await page.goto('/u/czytelnik')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Obserwuj', exact: true }).click()
    await expect(page.getByRole('button', { name: /1\s*obserwujący/ })).toBeVisible()
    await page.getByRole('button', { name: /1\s*obserwujący/ }).click()
    await expect(page.getByRole('dialog').getByRole('link', { name: 'u/zalozycielka' })).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Obserwujesz' }).click()
    await expect(page.getByRole('button', { name: 'Obserwuj', exact: true })).toBeVisible()
  })

  test('of another is blocked after a question, and unblocked', async () => {
    const page = await site.newPage({ signedInAs: owner })
    await page.goto('/u/czytelnik')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Zablokuj' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Zablokuj' }).click()
    await page.getByRole('button', { name: 'Odblokuj' }).click()
    await expect(page.getByRole('button', { name: 'Zablokuj' })).toBeVisible()
  })

  test('of oneself has nothing to follow or block, and edits and deletes what is one’s own', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/profile?tab=comments')
    await untilAlive(page)
    await expect(page.getByRole('button', { name: 'Zablokuj' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Edytuj', exact: true }).click()
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

  test('has a bio that its owner changes', async () => {
    const page = await site.newPage({ signedInAs: member })
    await page.goto('/profile')
    await untilAlive(page)
    await page.getByRole('button', { name: 'Edytuj opis' }).click()
    await page.getByLabel('O mnie').fill('Teraz też piszę.')
    await page.getByRole('button', { name: 'Zapisz opis' }).click()
    await expect(page.locator('.profile-head__bio')).toHaveText('Teraz też piszę.')
  })

  test('that could not be loaded is said to be missing or broken', async () => {
    const page = await site.newPage()
    await page.goto('/u/nikt_taki')
    await expect(page.getByText('Nie znaleziono użytkownika')).toBeVisible()
  })
})
