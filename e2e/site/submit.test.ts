import { test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const author = await createUser(db, { username: 'kasia_z_kuchni' })
const cooking = await createCategory(db, { name: 'gotowanie', display_name: 'Gotowanie', member_count: 50 })
await joinCategory(db, author, cooking)
await createCategory(db, { name: 'ogrodnictwo', display_name: 'Ogrodnictwo', member_count: 40 })
await createCategory(db, { name: 'doroslych', display_name: 'Dorosłych', is_nsfw: true })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const publish = (page: Page) => page.getByRole('button', { name: 'Opublikuj' }).click()

test.each([
  [390, false],
  [1280, true],
])('SUB-1,9 a post is written into a community found by typing, and opens, at %i px', async (width, dark) => {
  const page = await site.newPage({ signedInAs: author, width, dark })
  await open(page, '/submit')
  const community = page.getByRole('combobox', { name: 'Społeczność' })
  await community.fill('goto')
  await expect(page.getByRole('option')).toHaveCount(1)
  await site.check(page)
  await community.press('Enter')
  await expect(community).toHaveValue('r/gotowanie')
  await expect(page.getByRole('option')).toHaveCount(0)
  await page.getByLabel('Tytuł').fill('Chleb na zakwasie')
  await page.getByLabel('Treść').fill('Mąka **750**.')
  await publish(page)
  await expect(page).toHaveURL(/\/post\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Chleb na zakwasie')
  await expect(page.locator('.post strong')).toHaveText('750')
  await open(page, '/submit')
  await expect(page.getByLabel('Tytuł')).toHaveValue('')
})

test("the community picker works by arrow keys and Escape; the normal host's has no adult community", async () => {
  const page = await site.newPage({ signedInAs: author })
  await open(page, '/submit')
  const community = page.getByRole('combobox', { name: 'Społeczność' })
  await community.press('ArrowDown')
  await expect(page.getByRole('option')).toHaveCount(2)
  await expect(page.getByRole('option').first()).toHaveAttribute('aria-selected', 'true')
  await community.press('ArrowDown')
  await expect(page.getByRole('option').nth(1)).toHaveAttribute('aria-selected', 'true')
  await community.press('Escape')
  await expect(page.getByRole('option')).toHaveCount(0)
  await expect(community).toHaveValue('')
  await community.press('ArrowDown')
  await page.getByRole('option', { name: 'Ogrodnictwo' }).click()
  await expect(community).toHaveValue('r/ogrodnictwo')
  await community.fill('nie ma takiej')
  await expect(page.getByText('Nie ma takiej społeczności')).toBeVisible()
  await community.press('Tab')
  await expect(community).toHaveValue('r/ogrodnictwo')
})

test('RTE-9 SUB-5 COMM-3 a community in the URL is preselected unless it is unknown or adult only', async () => {
  const chosenAt = async (path: string) => {
    const page = await site.newPage({ signedInAs: author })
    await open(page, path)
    return page.getByRole('combobox', { name: 'Społeczność' })
  }
  await expect(await chosenAt('/submit?community=gotowanie')).toHaveValue('r/gotowanie')
  await expect(await chosenAt('/submit?community=doroslych')).toHaveValue('')
  await expect(await chosenAt('/submit?community=nie_ma')).toHaveValue('')
})

test('SUB-2,3,4 the post form refuses a short title, a long text and a missing community', async () => {
  const page = await site.newPage({ signedInAs: author })
  await open(page, '/submit')
  await page.getByLabel('Tytuł').fill('ab')
  await page.getByLabel('Treść').fill('a'.repeat(40_001))
  await publish(page)
  await expect(page.getByText('Wybierz społeczność.')).toBeVisible()
  await expect(page.getByText('Tytuł musi mieć od 3 do 300 znaków.')).toBeVisible()
  await expect(page.getByText('Treść może mieć najwyżej 40 000 znaków.')).toBeVisible()
  await expect(page.getByText('40001 / 40000')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Społeczność' })).toBeFocused()
  await site.check(page)
  await expect(page).toHaveURL('/submit')
})

test('a member who has not joined the chosen community sees that, joins in the form and publishes', async () => {
  const newcomer = await createUser(db)
  const page = await site.newPage({ signedInAs: newcomer })
  await open(page, '/submit?community=ogrodnictwo')
  await expect(page.getByText('Nie należysz do r/ogrodnictwo. Dołącz, aby tu pisać.')).toBeVisible()
  await site.check(page)
  await page.getByRole('button', { name: 'Dołącz' }).click()
  await expect(page.getByText('Należysz już do r/ogrodnictwo. Możesz publikować.')).toBeVisible()
  await page.getByLabel('Tytuł').fill('Kiedy sadzić czosnek?')
  await publish(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kiedy sadzić czosnek?')
})

test('SUB-7 a post refused for missing membership asks to join first, and is then published', async () => {
  const newcomer = await createUser(db)
  const page = await site.newPage({ signedInAs: newcomer })
  await open(page, '/submit?community=ogrodnictwo')
  await page.getByLabel('Tytuł').fill('Kiedy sadzić czosnek?')
  await publish(page)
  await expect(page.getByRole('alert')).toContainText('Najpierw dołącz do społeczności r/ogrodnictwo')
  await page.getByRole('alert').getByRole('button', { name: 'Dołącz' }).click()
  await expect(page.getByText('Należysz już do r/ogrodnictwo.')).toBeVisible()
  await publish(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kiedy sadzić czosnek?')
})

test('SUB-8 a failed post shows the reason in view and keeps everything, also through a reload', async () => {
  const page = await site.newPage({ signedInAs: author, lang: 'en', width: 390, expectErrors: [/ERR_FAILED/, /503/] })
  await page.setViewportSize({ width: 390, height: 500 })
  await open(page, '/submit?community=gotowanie')
  await page.route('**/api/posts', (route) =>
    route.fulfill({ status: 503, json: { detail: 'The kitchen is closed.', code: 'not_ready' } }),
  )
  await page.getByLabel('Title').fill('Sourdough')
  await page.getByRole('textbox', { name: 'Text' }).fill('Long story')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('The kitchen is closed.')
  await expect(page.getByRole('main').getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.unroute('**/api/posts')
  await page.route('**/api/posts', (route) => route.abort())
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Failed to create post')
  await open(page, '/submit')
  await expect(page.getByLabel('Title')).toHaveValue('Sourdough')
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Long story')
  await expect(page.getByRole('combobox', { name: 'Community' })).toHaveValue('r/gotowanie')
})

test('a double click on Publish publishes once', async () => {
  const page = await site.newPage({ signedInAs: author })
  let sent = 0
  page.on('request', (request) => {
    sent += Number(request.method() === 'POST' && request.url().endsWith('/api/posts'))
  })
  await open(page, '/submit?community=gotowanie')
  await page.getByLabel('Tytuł').fill('Tylko raz')
  await page.getByRole('button', { name: 'Opublikuj' }).dblclick()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tylko raz')
  expect(sent).toBe(1)
})

test('a visitor who opens the post form is redirected to the login', async () => {
  const page = await site.newPage()
  await page.goto('/submit?community=gotowanie')
  await expect(page).toHaveURL('/login?next=%2Fsubmit%3Fcommunity%3Dgotowanie')
  await expect(page.getByRole('alert')).toContainText('Musisz być zalogowany, aby uzyskać dostęp do tej strony')
})
