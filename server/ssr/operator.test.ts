import { beforeEach, describe, expect, test } from 'bun:test'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const staff = await t.as(null, { admin: ADMIN_PASSWORD })
const set = (values: Partial<SettingValues>) => staff.adminSettings.change({ values })

const real = t.clock.now
beforeEach(async () => {
  t.clock.now = real
  await set({
    announcements: [],
    read_only: false,
    registration: 'open',
    terms_pl: '',
    terms_version: 0,
    imprint_pl: '',
    site_rules_pl: '',
    privacy_policy_pl: '',
  })
})

async function pageOf(path: string, headers: Record<string, string> = {}) {
  const page = await t.request(path, { headers })
  return { status: page.status, html: (await page.text()).split('<script id="bootstrap"')[0]! }
}

describe('RUN-7 the bars above a page', () => {
  test("an announcement is on cached visitors' pages only between its start and its end", async () => {
    const start = Date.parse('2026-03-01T10:00:00Z')
    const announcement = { text_pl: 'Przerwa w południe', text_en: '', kind: 'info', audience: 'all' } as const
    const [starts_at, ends_at] = [new Date(start).toISOString(), new Date(start + 1_000).toISOString()]
    await set({ announcements: [{ ...announcement, starts_at, ends_at }] })
    const shownAt = async (ms: number) => {
      t.clock.now = () => new Date(start + ms)
      return (await pageOf('/browse-communities')).html.includes('Przerwa w południe')
    }
    const shown = [await shownAt(-1), await shownAt(0), await shownAt(999), await shownAt(1_000)]
    expect(shown).toEqual([false, true, true, false])
  })

  test('a dismissed announcement is hidden from the one who dismissed it, and stays for others', async () => {
    await set({
      announcements: [
        { text_pl: 'Nowość', text_en: '', kind: 'info', audience: 'all', starts_at: null, ends_at: null },
      ],
    })
    const { announcements } = await (await t.as(null)).announcements.list()
    const cookie = `closed_announcements=${announcements[0]!.id}`
    expect((await pageOf('/')).html).toContain('Nowość')
    expect((await pageOf('/', { cookie })).html).not.toContain('Nowość')
    expect((await pageOf('/')).html).toContain('Nowość')
  })

  test('read-only mode is shown at once on pages that were cached before', async () => {
    expect((await pageOf('/')).html).not.toContain('Wracamy o 22.')
    await staff.adminMaintenance.change({ read_only: true, message_pl: 'Wracamy o 22.' })
    expect((await pageOf('/')).html).toContain('Wracamy o 22.')
  })
})

describe("RUN-5 pages with the operator's texts", () => {
  test.each([
    ['/rules', 'site_rules_pl'],
    ['/terms', 'terms_pl'],
    ['/imprint', 'imprint_pl'],
  ] as const)(
    'the page %s exists and is linked in the footer once the operator has written its text',
    async (path, key) => {
      expect((await pageOf(path)).status).toBe(404)
      expect((await pageOf('/')).html).not.toContain(`href="${path}"`)
      await set({ [key]: 'To jest **nasz** tekst.' })
      const { status, html } = await pageOf(path)
      expect([status, html.includes('<strong>nasz</strong>')]).toEqual([200, true])
      expect((await pageOf('/')).html).toContain(`href="${path}"`)
    },
  )

  test('the privacy policy of the operator replaces the built-in one', async () => {
    expect((await pageOf('/privacy-policy')).html).toContain('Ostatnia zmiana')
    await set({ privacy_policy_pl: 'Zbieramy tylko to, co trzeba.' })
    const { html } = await pageOf('/privacy-policy')
    expect([html.includes('Zbieramy tylko to, co trzeba.'), html.includes('Ostatnia zmiana')]).toEqual([true, false])
  })

  test('a member who has not accepted the new terms is asked on every page, but can read them', async () => {
    await set({ terms_pl: 'Nowy regulamin', terms_version: 1 })
    const member = await createUser(t.db)
    const cookie = `session=${await t.bearerOf(member)}`
    const asks = async () => (await pageOf('/settings/data', { cookie })).html.includes('action="/act/texts.accept?')
    expect(await asks()).toBe(true)
    expect((await pageOf('/terms', { cookie })).html).toContain('Nowy regulamin')
    await (await t.as(member)).texts.accept({ text: 'terms', version: 1 })
    expect(await asks()).toBe(false)
  })
})

describe('RUN-6 the registration page', () => {
  test('the registration page has no form while registration is closed', async () => {
    await set({ registration: 'closed' })
    const { html } = await pageOf('/register')
    expect([html.includes('Rejestracja jest teraz zamknięta'), html.includes('name="username"')]).toEqual([true, false])
  })

  test('the registration page fills in the invite code of its URL', async () => {
    await set({ registration: 'invite' })
    expect((await pageOf('/register?invite=K7QF%22%3E2')).html).toMatch(/name="invite"[^>]*value="K7QF&quot;&gt;2"/)
    expect((await pageOf('/register')).html).toContain('tylko z zaproszeniem')
  })

  test('the registration page asks the entry question and links the texts to accept', async () => {
    await set({ registration: 'approval', approval_question_pl: 'Skąd nas znasz?', terms_pl: 'Regulamin' })
    const { html } = await pageOf('/register')
    expect(html).toContain('Skąd nas znasz?')
    expect(html).toContain('name="approval_answer"')
    expect(html).toContain('Zakładając konto, akceptujesz')
  })
})
