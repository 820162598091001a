import { test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function scene() {
  const [member, moderator, second] = [await createUser(db), await createUser(db), await createUser(db)]
  const home = await createCategory(db)
  for (const one of [moderator, second]) await joinCategory(db, one, home, { is_moderator: true })
  return { member, moderator, second, home }
}

test("MAIL-1 MAIL-2 MAIL-3 COMM-6 a member writes to a community's moderators; replies name none of them", async () => {
  const { member, moderator, second, home } = await scene()
  const asking = await site.newPage({ signedInAs: member, width: 390 })
  await open(asking, `/r/${home.name}`)
  await asking.locator('main').locator('summary', { hasText: 'Więcej' }).click()
  await asking.getByRole('link', { name: 'Napisz do administratora' }).click()
  await expect(asking).toHaveURL(`/modmail/new?community=${home.name}`)
  await asking.getByLabel('Temat').fill('Mój post o **chlebie**')
  await asking.getByLabel('Treść').fill('Dlaczego zniknął?')
  await asking.getByRole('button', { name: 'Wyślij' }).click()
  await expect(asking).toHaveURL(/\/modmail\/\d+$/)
  const path = new URL(asking.url()).pathname
  await expect(asking.getByRole('list', { name: 'Wiadomości' })).toContainText('Dlaczego zniknął?')

  const noting = await site.newPage({ signedInAs: second, lang: 'en' })
  await open(noting, '/messages?section=moderators&box=staff')
  await noting.getByRole('link', { name: 'Mój post o **chlebie**' }).click()
  await noting.getByLabel('Note for the team only').check()
  await noting.getByRole('textbox', { name: 'Note of the team' }).fill('He has asked twice.')
  await noting.getByRole('button', { name: 'Save note' }).click()
  await expect(noting.getByRole('list', { name: 'Messages' })).toContainText('He has asked twice.')

  const answering = await site.newPage({ signedInAs: moderator })
  await open(answering, '/admin?tab=reports&kind=mail')
  await answering.getByRole('button', { name: 'Mój post o **chlebie**' }).click()
  const thread = answering.getByRole('list', { name: 'Wiadomości' })
  await expect(thread).toContainText('He has asked twice.')
  await answering.keyboard.press('r')
  await answering.keyboard.type('Łamał regułę drugą.')
  await answering.keyboard.press('Control+Enter')
  await expect(answering.getByText('Nikt nie czeka na odpowiedź')).toBeVisible()

  const list = asking.getByRole('list', { name: 'Wiadomości' })
  await expect(list).toContainText('Łamał regułę drugą.')
  await expect(list).toContainText(`Moderatorzy r/${home.name}`)
  await expect(noting.getByRole('list', { name: 'Messages' })).toContainText('Łamał regułę drugą.')
  for (const secret of ['He has asked twice.', moderator.username, second.username])
    await expect(asking.locator('#main')).not.toContainText(secret)
  await site.check(asking)
  await site.check(answering)
  await asking.goto('/messages?section=moderators')
  await expect(asking.getByRole('link', { name: 'Mój post o **chlebie**' })).toHaveAttribute('href', path)
})

test('MAIL-4 MAIL-5 a moderator claims a mod mail thread, archives it by a key, and finds it again', async () => {
  const { member, moderator, second, home } = await scene()
  const asking = await site.newPage({ signedInAs: member })
  await open(asking, `/modmail/new?community=${home.name}`)
  await asking.getByLabel('Temat').fill('Pytanie')
  await asking.getByLabel('Treść').fill('Kto tu rządzi?')
  await asking.getByRole('button', { name: 'Wyślij' }).click()
  await expect(asking).toHaveURL(/\/modmail\/\d+$/)
  const path = new URL(asking.url()).pathname

  const taking = await site.newPage({ signedInAs: second })
  await open(taking, path)
  await taking.getByRole('button', { name: 'Zajmij się' }).click()
  await expect(taking.getByRole('button', { name: 'Oddaj' })).toBeVisible()
  const working = await site.newPage({ signedInAs: moderator })
  await open(working, '/admin?tab=reports&kind=mail')
  await expect(working.getByText(`zajmuje się ${second.username}`)).toBeVisible()
  await taking.getByRole('button', { name: 'Oddaj' }).click()
  await expect(taking.getByRole('button', { name: 'Zajmij się' })).toBeVisible()

  await open(working, '/admin?tab=reports&kind=mail')
  await working.getByRole('button', { name: 'Pytanie' }).click()
  await expect(working.getByRole('list', { name: 'Wiadomości' })).toContainText('Kto tu rządzi?')
  await working.keyboard.press('a')
  await expect(working.getByText('Nikt nie czeka na odpowiedź')).toBeVisible()
  await open(working, '/messages?section=moderators&box=staff&state=archived')
  await expect(working.getByRole('link', { name: 'Pytanie' })).toBeVisible()
  await open(asking, path)
  await expect(asking.getByText('Rozmowa jest w archiwum.')).toBeVisible()
})

test('MAIL-4 an admin signed in by the panel password alone reads and answers mod mail', async () => {
  const { member, home } = await scene()
  const asking = await site.newPage({ signedInAs: member })
  await open(asking, `/modmail/new?community=${home.name}`)
  await asking.getByLabel('Temat').fill('Pytanie bez konta')
  await asking.getByLabel('Treść').fill('Czy ktoś tu jest?')
  await asking.getByRole('button', { name: 'Wyślij' }).click()
  await expect(asking).toHaveURL(/\/modmail\/\d+$/)
  const panel = await site.newPage({ admin: true })
  await open(panel, '/admin?tab=reports&kind=mail')
  await panel.getByRole('button', { name: 'Pytanie bez konta' }).click()
  await expect(panel.getByRole('list', { name: 'Wiadomości' })).toContainText('Czy ktoś tu jest?')
  await panel.keyboard.press('r')
  await panel.keyboard.type('Jest.')
  await panel.keyboard.press('Control+Enter')
  await expect(asking.getByRole('list', { name: 'Wiadomości' })).toContainText('Jest.')
})
