import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { comment } from '#server/features/comments/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const PASSWORD = 'Correct-horse-7'

const site = await startSite()
const { db } = site
const author = await createUser(db)
const category = await createCategory(db, { creator: author, name: 'bez_skryptow' })
const post = await createPost(db, { author, category, title: 'Czy to działa w Lynksie?' })

test('a member without JavaScript signs in, joins a community, votes, comments, saves and hides a post', async () => {
  const member = await createUser(db, { password: PASSWORD })
  const page = await site.newPage({ javaScript: false, width: 390 })
  await page.goto(`/login?next=/r/${category.name}`)
  await page.getByLabel('Nazwa użytkownika').fill(member.username)
  await page.getByLabel('Hasło', { exact: true }).fill('not-the-password')
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText('Nieprawidłowa nazwa użytkownika lub hasło.')
  await expect(page.getByLabel('Nazwa użytkownika')).toHaveValue(member.username)
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`/r/${category.name}$`))
  await expect(page.getByText('Zalogowano.')).toBeVisible()

  await page.getByRole('button', { name: 'Dołącz' }).click()
  await expect(page.getByText('Dołączono do społeczności.')).toBeVisible()

  await page.goto(`/post/${post.id}`)
  const votes = page.getByRole('group', { name: 'Głosy' }).first()
  await votes.getByRole('button', { name: 'Głosuj za' }).click()
  await expect(page.getByText('Twój głos jest zapisany.')).toBeVisible()
  await expect(votes.getByRole('button', { name: 'Głosuj za' })).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => db.$count(vote, eq(vote.user_id, member.id))).toBe(1)

  await page.getByRole('textbox', { name: 'Dodaj komentarz' }).fill('Działa: **bez** skryptów.')
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(page.getByText('Komentarz dodany.')).toBeVisible()
  await expect(page.locator('.comment', { hasText: 'Działa: bez skryptów.' })).toBeVisible()
  expect(await db.$count(comment, eq(comment.author_id, member.id))).toBe(1)

  await page.getByRole('button', { name: 'Zapisz', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Zapisano' })).toBeVisible()
})

test('a refused form without JavaScript shows errors beside its fields and keeps typed text', async () => {
  const member = await createUser(db, { password: PASSWORD })
  const page = await site.newPage({ javaScript: false, signedInAs: member })
  await page.goto('/settings/security')
  await page.getByLabel('Nowe hasło', { exact: true }).fill('krótkie')
  await page.getByRole('button', { name: 'Zmień hasło' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  const field = page.getByLabel('Nowe hasło', { exact: true })
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  await expect(field).toHaveAccessibleDescription(/.+/)
  await expect(page).toHaveURL(/\/act\/account\.changePassword$/)
})

test('a login session opened without JavaScript is used by the page once its JavaScript loads', async () => {
  const member = await createUser(db, { password: PASSWORD })
  const page = await site.newPage({ expectErrors: [/ERR_FAILED/] })
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.goto('/login')
  await page.getByLabel('Nazwa użytkownika').fill(member.username)
  await page.getByLabel('Hasło', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Zaloguj się', exact: true }).click()
  await expect(page).toHaveURL(/\/$/)
  await page.unroute('**/assets/*.js')
  await page.goto(`/post/${post.id}`)
  await untilHydrated(page)
  await expect.poll(() => page.evaluate(() => localStorage.getItem('username'))).toBe(member.username)
  await page.getByRole('button', { name: 'Głosuj za' }).first().click()
  await expect.poll(() => db.$count(vote, eq(vote.user_id, member.id))).toBe(1)
})

test('a page without JavaScript shows no button or tab that works only with JavaScript', async () => {
  const member = await createUser(db)
  const page = await site.newPage({ javaScript: false, signedInAs: member, width: 390 })
  for (const path of ['/', `/post/${post.id}`, `/u/${author.username}`, '/profile', '/settings/profile', '/submit']) {
    await page.goto(path)
    await expect(page.locator('main').getByRole('button').first()).toBeVisible()
    await expect(page.locator(':is(button[type=button], [role=tab]):visible')).toHaveCount(0)
  }
})

test('the field for a private message is at least 200 px wide on a phone without JavaScript', async () => {
  const member = await createUser(db)
  const page = await site.newPage({ javaScript: false, signedInAs: member, width: 390 })
  await page.goto(`/conversation/${author.username}`)
  const field = (await page.getByRole('textbox', { name: 'Wiadomość' }).boundingBox())!
  expect(field.width).toBeGreaterThan(200)
  expect(field.x + field.width).toBeLessThanOrEqual(390)
})
