import { describe, test } from 'bun:test'
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { category } from '#server/features/categories/table.ts'
import { post } from '#server/features/posts/table.ts'
import { report } from '#server/features/moderation/tables.ts'
import { stream } from '#server/features/streams/table.ts'
import { createCategory, createComment, createMessage, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const author = await createUser(site.db, { username: 'autorka' })
const reporter = await createUser(site.db, { username: 'czujny' })
const moderator = await createUser(site.db, { username: 'ogrodniczka' })
const garden = await createCategory(site.db, { name: 'ogrod', display_name: 'Ogród i działka', creator: moderator })
const night = await createCategory(site.db, {
  name: 'noc',
  display_name: 'Nocne rozmowy',
  is_nsfw: true,
  creator: author,
})
const midnight = await createPost(site.db, { author: null, category: night, title: 'Po północy', content: '' })

type Target = { post_id?: number; comment_id?: number; category_id?: number }

async function addReport(
  reason: string,
  target: Target,
  { scope = garden.id, by = reporter }: { scope?: number | null; by?: { id: number } } = {},
) {
  const [row] = await site.db
    .insert(report)
    .values({ reporter_id: by.id, reason, scope_category_id: scope, ...target })
    .returning()
  return row!
}

const question = (page: Page) => page.getByRole('alertdialog')
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text })
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const titles = (page: Page) => page.locator('tbody tr .table__title')

describe('posts', () => {
  test('lists of posts are exported as CSV with the current search and columns; the export is audited', async () => {
    await createPost(site.db, {
      author,
      category: night,
      title: '=SUM(1;2), "nocą"',
      content: '',
      created_at: new Date('2026-02-02'),
    })
    const page = await site.newPage({ admin: true })
    await page.goto('/admin?tab=posts&search=noca&hide=content,date')
    await expect(titles(page)).toHaveCount(1)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Eksportuj CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^posty-\d{4}-\d\d-\d\d\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toMatch(
      /^\uFEFFID,Tytuł,Autor,Społeczność,NSFW,Za,Przeciw\r\n\d+,"'=SUM\(1;2\), ""nocą""",autorka,r\/noc,tak,0,0\r\n$/,
    )
    await expect(toast(page, 'Zapisano 1 wiersz.')).toBeVisible()
    await site.check(page)
    await page.getByRole('tab', { name: 'Przegląd' }).click()
    await expect(rowOf(page, 'eksport CSV').getByRole('cell')).toHaveText([
      /\d{4}-\d\d-\d\d/,
      /^hasło administratora/,
      'eksport CSV',
      'lista postów',
      'search: noca, total: 1',
    ])
  })

  test('DEL-1 deleting accounts shows the same confirmation as deleting posts', async () => {
    const page = await site.newPage({ admin: true })
    await page.goto('/admin?tab=users&search=czujny')
    await page.getByRole('button', { name: 'Usuń konto czujny' }).click()
    await expect(question(page)).toContainText('Czy na pewno chcesz usunąć ten profil?')
    await expect(question(page)).toContainText('Konto czujny:')
    await question(page).getByRole('button', { name: 'Anuluj' }).click()
    await expect(question(page)).toHaveCount(0)
  })

  test('ADMC-9 posts whose deletion fails stay in the list, and the panel shows the reason', async () => {
    const page = await site.newPage({ admin: true, lang: 'en', width: 390, dark: true, expectErrors: [/500/] })
    await page.goto('/admin?tab=posts&search=polnocy')
    await page.route('**/api/admin/posts/*', (route) =>
      route.fulfill({ status: 500, json: { detail: 'The disk is full.', code: 'internal' } }),
    )
    await rowOf(page, 'Po północy')
      .getByRole('button', { name: /Delete/ })
      .click()
    await expect(question(page)).toContainText('Are you sure you want to delete this post?')
    await site.check(page)
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('alert')).toContainText('Error while deleting: The disk is full.')
    await expect(rowOf(page, 'Po północy')).toBeVisible()
    await page.unroute('**/api/admin/posts/*')
    await page.goto(`/post/${midnight.id}`)
    await expect(page.getByRole('main')).toContainText(/18/)
  })
})

describe('communities and streams', () => {
  test('DEL-1 ADMC-3,4,8 communities and streams are listed, searched, filtered and deleted in the panel', async () => {
    const doomed = await createCategory(site.db, {
      name: 'zbedne',
      display_name: 'Zbędne sprawy',
      is_nsfw: true,
      creator: author,
    })
    await createPost(site.db, { category: doomed, title: 'Zbędny' })
    const page = await site.newPage({ admin: true, lang: 'en' })
    await page.goto('/admin?tab=categories')
    await page.getByRole('searchbox').fill('r/zbed')
    await page.getByRole('searchbox').press('Enter')
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(rowOf(page, 'r/zbedne').getByRole('cell')).toHaveText([
      'r/zbedne',
      'Zbędne sprawy',
      'NSFW',
      '1',
      '1',
      /\d{4}-\d\d-\d\d \d\d:\d\d/,
      /Delete/,
    ])
    await rowOf(page, 'r/zbedne')
      .getByRole('button', { name: /Delete/ })
      .click()
    await expect(question(page)).toContainText('Are you sure you want to delete this community?')
    await expect(question(page)).toContainText('r/zbedne disappears from the site at once, and 1 post with it.')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(toast(page, 'Deleted')).toBeVisible()
    await expect(page.getByText('No community matches the search')).toBeVisible()
    expect((await site.db.select().from(category).where(eq(category.id, doomed.id)))[0]!.deleted_at).not.toBeNull()

    await site.db.insert(stream).values([
      {
        user_id: author.id,
        title: 'Wieczór z gitarą',
        description: 'Trzy akordy',
        url: 'https://example.org/live',
        viewer_count: 12,
      },
      { user_id: reporter.id, title: 'Już po', url: 'https://example.org/old', is_live: false, ended_at: new Date() },
    ])
    await page.getByRole('tab', { name: 'Streams' }).click()
    await expect(page).toHaveURL(/\/admin\?tab=streams$/)
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await expect(rowOf(page, 'gitarą').getByRole('cell')).toHaveText([
      /Wieczór z gitarą/,
      'Live',
      'Trzy akordy',
      'autorka',
      '12',
      'external',
      /\d{4}-\d\d-\d\d \d\d:\d\d/,
      /Delete/,
    ])
    await page.getByText('Ended', { exact: true }).first().click()
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(page).toHaveURL(/status=ended/)
    await page.goBack()
    await expect(page.locator('tbody tr')).toHaveCount(2)
    await site.check(page)
    await rowOf(page, 'gitarą')
      .getByRole('button', { name: /Delete/ })
      .click()
    await expect(question(page)).toContainText('Are you sure you want to delete this stream?')
    await question(page).getByRole('button', { name: 'Delete' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(1)
  })
})

test('MOD-7,8 an admin without an account and a moderator edit rules, flairs and moderators in the panel', async () => {
  const founder = await createUser(site.db, { username: 'piekarka' })
  await createUser(site.db, { username: 'pomocniczka' })
  await createCategory(site.db, { name: 'chleb', display_name: 'Chleb', creator: founder })
  const page = await site.newPage({ admin: true })
  await page.goto('/admin?tab=categories&search=chleb')
  await page.getByRole('button', { name: 'Zasady, etykiety i moderatorzy: r/chleb' }).click()
  await expect(page).toHaveURL(/community=chleb/)
  await page.getByRole('button', { name: 'Dodaj zasadę' }).click()
  await page.getByLabel('Zasada 1', { exact: true }).fill('Na zakwasie')
  await page.getByRole('button', { name: 'Zapisz zasady' }).click()
  await expect(page.getByText('Zapisano.')).toBeVisible()
  await page.getByRole('button', { name: 'Dodaj etykietę' }).click()
  await page.getByLabel('Etykieta 1', { exact: true }).fill('Przepis')
  await page.getByRole('button', { name: 'Zapisz etykiety' }).click()
  await expect(page.getByText('Zapisano.')).toHaveCount(2)
  await expect(page.getByRole('button', { name: 'Usuń z grona moderatorów: piekarka' })).toHaveCount(0)
  await page.getByLabel('Nazwa użytkownika').fill('pomocniczka')
  await page.getByRole('button', { name: 'Zaproś' }).click()
  await expect(page.getByText('Zaproszenie dla pomocniczka zostało wysłane.')).toBeVisible()
  await site.check(page)

  const own = await site.newPage({ signedInAs: founder, width: 390 })
  await own.goto('/admin?tab=categories&community=chleb')
  await expect(own.getByLabel('Zasada 1', { exact: true })).toHaveValue('Na zakwasie')
  await own.getByRole('button', { name: 'Wycofaj zaproszenie: pomocniczka' }).click()
  await expect(own.getByText('Zaproszenie dla pomocniczka zostało wycofane.')).toBeVisible()
  await own.getByRole('button', { name: 'Wróć do listy' }).click()
  await expect(rowOf(own, 'r/chleb')).toBeVisible()
})

describe('reports', () => {
  test('ADMC-5,6,7 reports show the reported content; resolving or rejecting one notifies its reporters', async () => {
    await site.db.delete(report)
    const by = await createUser(site.db, { username: 'uwazna' })
    const long = await createPost(site.db, {
      author,
      category: garden,
      title: 'Kup teraz',
      content: `Tanio ${'i dobrze '.repeat(90)}**koniec ogłoszenia**`,
    })
    const remark = await createComment(site.db, {
      author,
      post: await createPost(site.db, { category: garden }),
      content: 'Zajrzyj do mnie',
    })
    const ofPost = await addReport('To reklama', { post_id: long.id }, { by })
    const ofComment = await addReport('Nachalne', { comment_id: remark.id }, { by })
    await addReport('Cała do zamknięcia', { category_id: night.id }, { scope: null, by })
    const page = await site.newPage({ admin: true })
    await page.goto('/admin?tab=reports&status=pending')
    await expect(page.getByRole('article')).toHaveCount(3)
    const aboutPost = page.getByRole('article', { name: `Zgłoszenie ${ofPost.id}` })
    await expect(aboutPost).toContainText(/oczekuje.*post.*To reklama.*uwazna/s)
    await expect(aboutPost.getByRole('link', { name: 'Kup teraz' })).toHaveAttribute('href', `/post/${long.id}`)
    await expect(aboutPost.getByRole('link', { name: 'r/ogrod' })).toBeVisible()
    await expect(aboutPost).not.toContainText('koniec ogłoszenia')
    await aboutPost.getByRole('button', { name: 'Pokaż całość' }).click()
    await expect(aboutPost.locator('.prose')).toContainText('koniec ogłoszenia')
    const aboutComment = page.getByRole('article', { name: `Zgłoszenie ${ofComment.id}` })
    await expect(aboutComment).toContainText('Zajrzyj do mnie')
    await aboutComment.focus()
    await aboutComment.press('ArrowDown')
    await expect(aboutPost).toBeFocused()
    await aboutPost.press('Home')
    await expect(page.getByRole('article').first()).toBeFocused()
    await site.check(page)

    await aboutPost.getByRole('button', { name: 'Rozwiąż' }).click()
    await expect(question(page)).toContainText('„Kup teraz”')
    await question(page).getByRole('button', { name: 'Rozwiąż' }).click()
    await expect(toast(page, 'Raport rozwiązany')).toBeVisible()
    await expect(aboutPost).toContainText('rozwiązane')
    await expect(aboutPost.getByRole('button', { name: 'Rozwiąż' })).toHaveCount(0)
    await expect(aboutPost.getByRole('button', { name: 'Odrzuć' })).toHaveCount(0)

    await page.getByText('Rozwiązane i odrzucone', { exact: true }).click()
    await expect(page).toHaveURL(/\?tab=reports&kind=decided$/)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(aboutPost).toContainText(/rozwiązane.*To reklama.*uwazna/s)
    await page.getByText('Oczekujące', { exact: true }).click()
    await expect(page).toHaveURL(/status=pending/)
    await expect(page.getByRole('article')).toHaveCount(2)
    await page.goto(`/admin?tab=reports&report=${ofComment.id}`)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(aboutComment).toBeFocused()
    await page.getByRole('button', { name: 'Odrzuć' }).click()
    await question(page).getByRole('button', { name: 'Odrzuć' }).click()
    await expect(toast(page, 'Raport odrzucony')).toBeVisible()
    await page.getByRole('button', { name: 'Wróć do kolejki' }).click()
    await expect(page.getByRole('region', { name: 'Kolejka' })).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(0)
    await page.getByText('Załatwione', { exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(page.getByRole('button', { name: /^(Rozwiąż|Odrzuć)$/ })).toHaveCount(0)
    await site.check(page)
    await page.getByText('Odrzucone', { exact: true }).click()
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByText('Wstrzymane', { exact: true }).click()
    await expect(page).toHaveURL(/\?tab=reports&kind=held$/)
    await page.goto('/admin?tab=reports&report=2000000000')
    await expect(page.getByText('Nie ma zgłoszenia 2000000000 albo nie masz do niego dostępu.')).toBeVisible()

    const reporterPage = await site.newPage({ signedInAs: by })
    await reporterPage.goto('/')
    await untilHydrated(reporterPage)
    await reporterPage.locator('summary', { hasText: 'Powiadomienia' }).click()
    await expect(reporterPage.getByText('Twoje zgłoszenie zostało rozpatrzone')).toBeVisible()
    await expect(reporterPage.getByText('Twoje zgłoszenie zostało odrzucone')).toBeVisible()
  })

  test('ADMC-10 reports whose decision fails show the reason', async () => {
    const { id } = await addReport('Podwójnie', { post_id: (await createPost(site.db, { category: garden })).id })
    const page = await site.newPage({ admin: true, lang: 'en', width: 390, expectErrors: [/status of 500/] })
    await page.goto(`/admin?tab=reports&report=${id}`)
    await page.route('**/api/admin/reports/*/resolve**', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('button', { name: 'Reject' }).click()
    await site.check(page)
    await question(page).getByRole('button', { name: 'Reject' }).click()
    await expect(page.locator('.toast')).toContainText(/^Error: Unknown error/)
    await page.getByRole('button', { name: 'Close' }).click()
    await page.unroute('**/api/admin/reports/*/resolve**')
    await site.db.update(report).set({ status: 'rejected' }).where(eq(report.id, id))
    await page.getByRole('button', { name: 'Resolve' }).click()
    await question(page).getByRole('button', { name: 'Resolve' }).click()
    await expect(page.locator('.toast')).toContainText(/^Error: This report/)
  })
})

describe('the database', () => {
  test('ADMDB-1,2,3,4,5,6,7,9,20 the database tab shows row counts and opens a table with secrets masked', async () => {
    await createMessage(site.db, author, reporter, { content: 'TAJNA-WIADOMOSC' })
    const { id } = await createPost(site.db, { author: null, category: night })
    await site.db
      .update(post)
      .set({ content: `${'ż'.repeat(99)}😀reszta` })
      .where(eq(post.id, id))
    const page = await site.newPage({ admin: true })
    await page.goto('/admin?tab=database')
    await expect(rowOf(page, 'savedpost').getByRole('cell')).toHaveText([
      'savedpost',
      '0',
      /^0%$/,
      /kB|bytes/,
      'Przeglądaj',
    ])
    await expect(page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Przeglądaj/ }) })).toHaveCount(
      12,
    )
    await expect(page.getByRole('button', { name: 'Przeglądaj savedpost' })).toBeDisabled()
    await expect(page.getByRole('cell', { name: 'bez podglądu: dane poufne lub pomocnicze' })).not.toHaveCount(0)
    await expect(page.locator('.stat', { hasText: 'Rozmiar bazy' })).toContainText('MB')
    await site.check(page)

    await page.getByRole('button', { name: 'Przeglądaj post' }).click()
    await expect(page).toHaveURL(/table=post/)
    const preview = page.getByRole('table', { name: 'Podgląd tabeli post' })
    await expect(preview.locator('tbody tr')).not.toHaveCount(0)
    await expect(preview.locator('.cell--null').first()).toHaveText('null')
    await expect(preview.locator('.cell--text', { hasText: 'żżż' })).toHaveText(`${'ż'.repeat(99)}😀`)
    await page.getByRole('button', { name: 'Przeglądaj message' }).click()
    await expect(page.getByRole('heading', { name: 'Podgląd tabeli message' })).toBeVisible()
    await expect(page.locator('.cell--redacted').first()).toContainText('•••')
    await expect(page.locator('body')).not.toContainText('TAJNA-WIADOMOSC')
    await page.getByRole('button', { name: 'Zamknij' }).first().click()
    await expect(page.getByRole('heading', { name: 'Podgląd tabeli message' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Przeglądaj message' })).toBeFocused()
  })

  test('ADMDB-5,8 the database tab shows an error when a table fails to load, and a retry loads it', async () => {
    const page = await site.newPage({ admin: true, lang: 'en', width: 390, expectErrors: [/Failed to load resource/] })
    await page.route('**/api/admin/database/table/*', (route) => route.abort())
    await page.goto('/admin?tab=database&table=user')
    await expect(page.getByRole('alert')).toContainText('Failed to load table data')
    await page.unroute('**/api/admin/database/table/*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.locator('.cell--boolean').first()).toHaveText(/true|false/)
    await expect(page.locator('.cell--object, .cell--number').first()).toBeVisible()
    await site.check(page)
  })
})

describe('a moderator', () => {
  test('ADMC-2 a moderator decides reports of their own communities; the server refuses any other', async () => {
    const spam = await createPost(site.db, { author, category: garden, title: 'Do usunięcia' })
    const own = await addReport('Spam w ogrodzie', { post_id: spam.id })
    const foreign = await addReport('Nie tutaj', { post_id: midnight.id }, { scope: night.id })
    const page = await site.newPage({ signedInAs: moderator })
    await page.goto('/admin')
    await expect(page.getByRole('tab')).toHaveText(['Posty', 'Społeczności', 'Zgłoszenia'])
    await expect(titles(page).first()).toHaveText('Do usunięcia')
    await expect(rowOf(page, 'Po północy')).toHaveCount(0)
    await page.getByRole('tab', { name: 'Społeczności' }).click()
    await expect(page.locator('tbody tr')).toHaveCount(1)
    await expect(rowOf(page, 'r/ogrod')).toBeVisible()
    await expect(page.getByRole('button', { name: /Usuń/ })).toHaveCount(0)
    await page.goto('/admin?tab=reports&status=pending')
    await expect(page.getByRole('article', { name: `Zgłoszenie ${own.id}` })).toBeVisible()
    await expect(page.getByRole('article', { name: `Zgłoszenie ${foreign.id}` })).toHaveCount(0)
    await page
      .getByRole('article', { name: `Zgłoszenie ${own.id}` })
      .getByRole('button', { name: 'Rozwiąż' })
      .click()
    await question(page).getByRole('button', { name: 'Rozwiąż' }).click()
    await expect(toast(page, 'Raport rozwiązany')).toBeVisible()
    await page.getByRole('tab', { name: 'Posty' }).click()
    await rowOf(page, 'Do usunięcia').getByRole('button', { name: /Usuń/ }).click()
    await question(page).getByRole('button', { name: 'Usuń' }).click()
    await expect(toast(page, 'Usunięto pomyślnie')).toBeVisible()
    await expect(rowOf(page, 'Do usunięcia')).toHaveCount(0)

    const token = await page.evaluate(() => localStorage.getItem('token'))
    const refused = [
      ['DELETE', `posts/${midnight.id}`],
      ['DELETE', `categories/${garden.id}`],
      ['DELETE', `users/${reporter.id}`],
      ['DELETE', 'streams/1'],
      ['PATCH', `reports/${foreign.id}/resolve?action=resolved`],
      ['PATCH', `users/${moderator.id}/admin?make_admin=true`],
      ['GET', 'users'],
      ['GET', 'streams'],
      ['GET', 'database/info'],
      ['GET', 'database/table/user'],
      ['GET', 'stats/dashboard'],
      ['GET', 'audit'],
    ]
    const answers = await Promise.all(
      refused.map(([method, path]) =>
        fetch(`${site.url}/api/admin/${path}`, { method, headers: { authorization: `Bearer ${token}` } }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(refused.map(() => 403))
    expect(
      new Set(await Promise.all(answers.map(async (answer) => ((await answer.json()) as { code: string }).code))),
    ).toEqual(new Set(['not_staff']))
  })
})

test('MOD-3,10,12 an admin sets trust, adds notes, suspends and unsuspends; the member is notified', async () => {
  const member = await createUser(site.db, { username: 'halas' })
  const page = await site.newPage({ admin: true, width: 390, dark: true })
  await page.goto('/admin?tab=users&search=halas')
  await page.getByRole('button', { name: 'Moderacja konta halas' }).click()
  await expect(page).toHaveURL(new RegExp(`user=${member.id}`))
  await expect(page.getByText('Nic nie ogranicza tego konta.')).toBeVisible()
  await page.getByRole('button', { name: 'Nadaj poziom 3' }).click()
  await expect(page.getByText('poziom 3', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Wróć do poziomu liczonego' }).click()
  await expect(page.getByText('poziom 0', { exact: true })).toBeVisible()
  await page.getByLabel('Nowa notatka').fill('Drugie konto?')
  await page.getByRole('button', { name: 'Dodaj notatkę' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Drugie konto?' })).toBeVisible()
  await page.getByLabel('Na ile dni').fill('400')
  await page.getByRole('button', { name: 'Zapisz decyzję' }).click()
  await expect(page.getByText('Podaj liczbę od 1 do 365')).toBeVisible()
  await expect(page.getByText('Wybierz powód', { exact: true }).last()).toBeVisible()
  await page.getByLabel('Na ile dni').fill('3')
  await page.getByLabel('Powód').selectOption('harassment')
  await page.getByLabel('Wyjaśnienie dla tej osoby').fill('Trzy dni przerwy')
  await page.getByRole('button', { name: 'Zapisz decyzję' }).click()
  await expect(page.getByText('Konto zawieszone', { exact: true })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Trzy dni przerwy' })).toContainText('Zawieszono konto')
  await site.check(page)
  await page.getByRole('button', { name: 'Zdejmij: Konto zawieszone' }).click()
  await expect(page.getByText('Nic nie ogranicza tego konta.')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Odwieszono konto' })).toBeVisible()
})
