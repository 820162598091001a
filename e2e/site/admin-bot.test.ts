import { afterAll, describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { settingsFor, startProvider } from '#server/ai/testing/provider-server.ts'
import { ensureBot } from '#server/features/bot/queries.ts'
import { comment } from '#server/features/comments/table.ts'
import { post } from '#server/features/posts/table.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite } from '../harness.ts'

const provider = startProvider('ollama')
afterAll(() => provider.stop())

const [mocked, real] = await Promise.all([
  startSite(),
  startSite({ ...settingsFor('ollama', provider.url), AI_MODEL: 'model-testowy' }),
])
const asked = await createUser(mocked.db, { username: 'pytajaca' })
const bot = (await ensureBot(mocked.db, 'watek_bot', new Date()))!
const garden = await createCategory(mocked.db, { name: 'ogrod', display_name: 'Ogród', creator: asked })
const written = await createPost(mocked.db, {
  author: bot,
  category: garden,
  title: 'Co posadzić jesienią',
  upvotes: 4,
})
await createCategory(real.db, { name: 'kuchnia', display_name: 'Kuchnia' })

describe('the bot page without an API key', () => {
  test('BOT-1,2,3,4,5,6,7,8 PERM-5 CON-3 the bot page without an API key works in a labelled test mode', async () => {
    const [first, second] = [
      await createComment(mocked.db, { author: asked, post: written, content: 'A czosnek?' }),
      await createComment(mocked.db, { author: asked, post: written, content: 'A cebulki?' }),
    ]
    const page = await mocked.newPage({ admin: true })
    await page.goto('/admin?tab=aibot')
    await expect(page.locator('.facts').first()).toContainText(/watek_bot.*mock.*mock.*brak, tryb próbny/s)
    await expect(page.getByText('Tryb próbny: klucz API nie jest ustawiony')).toBeVisible()
    const stats = page.locator('.stats')
    await expect(stats).toHaveText(/Posty1Komentarze0Karma0Średnia karma na post0/)
    await expect(page.getByRole('row').filter({ hasText: 'Co posadzić jesienią' }).getByRole('cell')).toHaveText([
      'Co posadzić jesienią',
      '4',
      '2',
      /\d{4}-\d\d-\d\d/,
    ])
    const config = page.locator('.admin__section').last()
    await expect(config).toContainText(/openai.*anthropic.*ollama.*zmienne środowiskowe.*AI_PROVIDER.*AI_MODEL/s)
    await mocked.check(page)

    const waiting = page.locator('.pending__item')
    await expect(waiting).toHaveText([/pytajaca.*Co posadzić jesienią.*A czosnek\?/, /A cebulki\?/])
    await waiting.first().getByRole('button', { name: 'Odpowiedz jako bot' }).click()
    await expect(page.locator('.toast', { hasText: '✅ Odpowiedź dodana!' })).toBeVisible()
    await expect(waiting).toHaveText([/A cebulki\?/])
    expect(await mocked.db.$count(comment, eq(comment.parent_id, first.id))).toBe(1)

    const outcome = page.locator('[data-outcome]')
    await page.getByRole('button', { name: 'Automatyczne odpowiedzi' }).click()
    await expect(outcome).toContainText('✅ Odpowiedzi: 1, nieudane: 0')
    await expect(page.getByText('Żaden komentarz nie czeka na odpowiedź bota.')).toBeVisible()
    expect(await mocked.db.$count(comment, eq(comment.parent_id, second.id))).toBe(1)
    await page.getByRole('button', { name: 'Utwórz 1 post' }).click()
    await expect(outcome).toContainText('✅ Utworzono: 1 post')
    await page.getByRole('button', { name: 'Utwórz 3 posty' }).click()
    await expect(outcome).toContainText('✅ Utworzono: 3 posty')
    await expect(outcome.getByRole('link')).toHaveCount(3)
    await expect(stats).toContainText('Posty5')
    expect(await mocked.db.$count(post, eq(post.author_id, bot.id))).toBe(5)
    await page.getByLabel('Temat testu').fill('cebula')
    await page.getByLabel('Temat testu').press('Enter')
    await expect(outcome).toContainText(/✅ Odpowiedź w trybie próbnym.*próbna odpowiedź/s)
    expect(await mocked.db.$count(post, eq(post.author_id, bot.id))).toBe(5)
  })
})

describe('the bot page with an API key', () => {
  test('ADMC-10 BOT-1,2,4 a slow call to the AI provider shows progress; a failed call can be retried', async () => {
    const release = Promise.withResolvers<void>()
    provider.meanwhile = () => release.promise
    provider.next = [{ kind: 'text', text: 'Zupa z dyni\n\nDynia, imbir, mleko kokosowe.' }]
    const page = await real.newPage({
      admin: true,
      lang: 'en',
      width: 390,
      dark: true,
      expectErrors: [/status of 502/],
    })
    await page.goto('/admin?tab=aibot')
    await expect(page.locator('.facts').first()).toContainText(/ollama.*model-testowy.*set/s)
    await page.getByRole('button', { name: 'Create 1 post' }).click()
    await expect(page.getByRole('progressbar', { name: 'The bot is writing a post…' })).toBeVisible()
    await page.getByRole('button', { name: 'Create 1 post' }).click({ force: true })
    await page.getByRole('button', { name: 'Create 3 posts' }).click({ force: true })
    await real.check(page)
    await page.getByRole('tab', { name: 'Streams' }).click()
    await expect(page.getByRole('heading', { name: 'Streams', exact: true })).toBeVisible()
    await page.getByRole('tab', { name: 'AI bot' }).click()
    await expect(page.getByRole('progressbar', { name: 'The bot is writing a post…' })).toBeVisible()
    release.resolve()
    await expect(page.locator('[data-outcome]')).toContainText('✅ Created: 1 post')
    await expect(page.getByRole('row').filter({ hasText: 'Zupa z dyni' })).toBeVisible()
    expect(provider.asked).toHaveLength(1)

    provider.next = [{ kind: 'status', status: 401 }]
    await page.getByRole('button', { name: 'Create 3 posts' }).click()
    await expect(page.locator('.toast', { hasText: '❌ Error: ' })).toBeVisible()
    await expect(page.locator('[data-outcome]')).toContainText('❌ Error: ')
    await expect(page.locator('[data-outcome]')).not.toContainText('secret of the provider')
    provider.next = [{ kind: 'text', text: 'It works.' }]
    await page.getByRole('button', { name: 'Test AI' }).click()
    await expect(page.locator('[data-outcome]')).toContainText(
      /✅ Answer by the model model-testowy \(ollama\).*It works\./s,
    )
  })

  test('BOT-9 a panel tab that fails to load shows the reason and loads on retry', async () => {
    const page = await real.newPage({ admin: true, expectErrors: [/Failed to load resource/] })
    const release = Promise.withResolvers<void>()
    await page.route('**/api/bot/stats', async (route) => {
      await release.promise
      await route.fulfill({ status: 500, json: { detail: 'Coś się zepsuło.', code: 'internal' } })
    })
    await page.goto('/admin?tab=aibot')
    await expect(page.getByText('Ładowanie danych bota...')).toBeVisible()
    release.resolve()
    await expect(page.getByRole('alert')).toContainText('Błąd: Coś się zepsuło.')
    await page.unroute('**/api/bot/stats')
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(page.getByRole('button', { name: 'Testuj AI' })).toBeVisible()
  })
})
