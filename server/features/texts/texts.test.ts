import { beforeEach, describe, expect, test } from 'bun:test'
import type { SettingValues } from '#shared/api/settings/registry.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const staff = await t.as(null, { admin: ADMIN_PASSWORD })
const visitor = await t.as(null)

const set = (values: Partial<SettingValues>) => staff.adminSettings.change({ values })

beforeEach(() =>
  set({
    terms_pl: '',
    terms_en: '',
    terms_version: 0,
    privacy_policy_pl: '',
    privacy_policy_version: 0,
    imprint_en: '',
  }),
)

describe('RUN-5 texts of the operator (terms, privacy policy)', () => {
  test('a text that the operator has not written is answered with 404', async () => {
    for (const text of ['site_rules', 'terms', 'privacy_policy', 'imprint'] as const)
      expect((await failure(visitor.texts.get({ text }))).status).toBe(404)
  })

  test("the operator's terms are sanitised HTML; a text missing in one language is shown in the other", async () => {
    await set({ terms_pl: '# Regulamin\n\n**Ważne** <script>alert(1)</script>', imprint_en: 'Jan Nowak' })
    const { html, lang, version } = await visitor.texts.get({ text: 'terms', lang: 'en' })
    expect([lang, version]).toEqual(['pl', 0])
    expect(html).toContain('<strong>Ważne</strong>')
    expect(html).not.toContain('<script>')
    expect(await visitor.texts.get({ text: 'imprint' })).toMatchObject({ lang: 'en', version: null })
  })

  test('members are asked once to accept each new version of the terms or the privacy policy', async () => {
    const member = await t.as(await createUser(t.db))
    expect((await member.texts.acceptances()).asked).toEqual([])
    await set({ terms_pl: 'Pierwsza', privacy_policy_pl: 'Prywatność' })
    expect((await member.texts.acceptances()).asked).toEqual([])
    await set({ terms_pl: 'Druga', terms_version: 2, privacy_policy_version: 1 })
    expect((await member.texts.acceptances()).asked).toEqual([
      { text: 'terms', version: 2 },
      { text: 'privacy_policy', version: 1 },
    ])
    const outdated = await failure(member.texts.accept({ text: 'terms', version: 1 }))
    expect([outdated.status, Object.keys(outdated.issues)]).toEqual([422, ['version']])
    const { accepted, asked } = await member.texts.accept({ text: 'terms', version: 2 })
    expect(accepted).toEqual([{ text: 'terms', version: 2, accepted_at: expect.any(String) as string }])
    expect(asked).toEqual([{ text: 'privacy_policy', version: 1 }])
    await member.texts.accept({ text: 'terms', version: 2 })
    await set({ terms_version: 3 })
    expect((await member.texts.acceptances()).asked).toContainEqual({ text: 'terms', version: 3 })
  })

  test('a member who has not accepted the terms can still read them and export their data', async () => {
    await set({ terms_pl: 'Nowa', terms_version: 1 })
    const member = await t.as(await createUser(t.db))
    expect((await member.texts.acceptances()).asked).toHaveLength(1)
    expect((await member.texts.get({ text: 'terms' })).version).toBe(1)
    expect((await member.exports.request()).status).toBe('preparing')
  })
})
