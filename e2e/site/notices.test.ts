import { test } from 'bun:test'
import { notice, queueItem } from '#server/features/moderation/tables.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { ADMIN_PASSWORD, expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const WHY = 'This post publishes the home address of a named person.'

test('MOD-11 a notice needs no account or JavaScript; its sender gets mails on receipt and decision', async () => {
  await site.db.delete(queueItem)
  await site.db.delete(notice)
  const post = await createPost(site.db)
  const page = await site.newPage({ lang: 'en', javaScript: false, width: 360 })
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Report illegal content' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Report illegal content')
  await page.getByLabel('Address of the content').fill('https://example.org/')
  await page.getByLabel('What it is about').selectOption('Personal data or images of a person')
  await page.getByLabel('Why this content is illegal').fill(WHY)
  await page.getByLabel('Email address').fill('reader@example.org')
  await page.getByLabel('I declare in good faith').check()
  await page.getByRole('button', { name: 'Send the notice' }).click()
  await expect(page.getByRole('alert')).toContainText('Check that the address is on this site')

  await page.getByLabel('Address of the content').fill(`${site.url}/post/${post.id}`)
  await page.getByLabel('What it is about').selectOption('Personal data or images of a person')
  await page.getByLabel('Why this content is illegal').fill(WHY)
  await page.getByLabel('Email address').fill('reader@example.org')
  await page.getByLabel('I declare in good faith').check()
  await page.getByRole('button', { name: 'Send the notice' }).click()
  await expect(page.getByText('Thank you, we have received your notice.')).toBeVisible()
  const reference = new URL(page.url()).searchParams.get('reference')!
  await expect(page.getByText(reference)).toBeVisible()
  expect((await site.mailTo('reader@example.org')).subject).toBe(`We received your notice ${reference} – Wątek`)

  const removed = await fetch(`${site.url}/api/moderation/remove`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-admin-password': ADMIN_PASSWORD },
    body: JSON.stringify({ post_id: post.id, reason_code: 'personal_data' }),
  })
  expect(removed.status).toBe(200)
  const decided = await site.mailTo('reader@example.org', 1)
  expect(decided.subject).toBe(`Decision on your notice ${reference} – Wątek`)
  expect(decided.text).toContain(`${site.url}/post/${post.id}`)

  await page.getByRole('contentinfo').getByRole('link', { name: 'Transparency' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Transparency of moderation ${new Date().getUTCFullYear()}`,
  )
  await expect(
    page.getByText('We received 1 notice. Half of those decided were closed in less than an hour.'),
  ).toBeVisible()
  await expect(page.getByRole('row', { name: 'Content removed 1', exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: 'personal data 1', exact: true })).toHaveCount(2)
})

test('MOD-11 the report dialog links to the notice form, which shows each error beside its field', async () => {
  const [member, post] = [await createUser(site.db), await createPost(site.db)]
  const page = await site.newPage({ signedInAs: member, width: 360, dark: true })
  await page.goto(`/post/${post.id}`)
  await untilHydrated(page)
  await page.locator('.post__foot').getByRole('button', { name: 'Zgłoś' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Ta treść łamie prawo?' }).click()
  await expect(page.getByLabel('Adres treści')).toHaveValue(`${site.url}/post/${post.id}`)
  await untilHydrated(page)
  await page.getByLabel('Dlaczego ta treść łamie prawo').fill('Za krótko')
  await page.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
  for (const sentence of [
    'Wybierz powód.',
    'Wyjaśnienie musi mieć od 20 do 2000 znaków.',
    'Bez tego oświadczenia nie możemy przyjąć zgłoszenia.',
  ]) {
    await expect(page.getByText(sentence)).toBeVisible()
  }
  await page.getByLabel('Czego dotyczy').selectOption('Nękanie')
  await page.getByLabel('Dlaczego ta treść łamie prawo').fill('Autor od tygodni uporczywie mnie nęka.')
  await page.getByLabel('Oświadczam w dobrej wierze').check()
  await page.getByRole('button', { name: 'Wyślij zgłoszenie' }).click()
  await expect(page.getByText('Dziękujemy, zgłoszenie jest przyjęte.')).toBeVisible()
  await site.check(page)
})

test('MOD-11 the transparency page shows long durations in days and collapses rows of zeros', async () => {
  await site.db.delete(notice)
  const created_at = new Date(Date.UTC(2019, 4, 1))
  await site.db
    .insert(notice)
    .values({
      reference: 'N-2019',
      url: '/post/1',
      reason_code: 'spam',
      text: '',
      language: 'pl',
      created_at,
      decided_at: new Date(Date.UTC(2019, 4, 9, 20)),
      outcome: 'kept',
    })
  for (const [lang, took, fold] of [
    ['pl', 'w ciągu 9 dni', 'Powód zgłoszenia: 11 pozycji bez przypadków'],
    ['en', 'within 9 days', 'Reason given: 11 rows of zero'],
  ] as const) {
    const page = await site.newPage({ lang, width: lang === 'pl' ? 390 : 1280, dark: lang === 'en', javaScript: false })
    await page.goto('/transparency?year=2019')
    await expect(page.getByText(took)).toBeVisible()
    const rows = page.getByRole('row').filter({ has: page.getByRole('cell') })
    await expect(rows).toHaveCount(1)
    await expect(rows).toHaveText(/spam1/)
    await page.getByText(fold).click()
    await expect(rows).toHaveCount(12)
    await page.context().close()
  }
})
