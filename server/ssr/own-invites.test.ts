import { expect, test } from 'bun:test'
import { ADMIN_PASSWORD, createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173')))
const HOST = 'localhost:3000'

test('RUN-6 a member allowed to invite creates an invite link in the settings, also without JavaScript', async () => {
  const [inviting, newcomer] = [await createUser(t.db, { trust_level: 2 }), await createUser(t.db)]
  const pageOf = async (user: { id: number }) => {
    const cookie = `session=${await t.bearerOf(user)}`
    const page = await t.request('/settings/account', { headers: { cookie, host: HOST } })
    return { cookie, text: await page.text() }
  }
  expect((await pageOf(inviting)).text).not.toContain('/act/invites.createOwn')
  await (await t.as(null, { admin: ADMIN_PASSWORD })).adminSettings.change({ values: { member_invites: true } })
  expect((await pageOf(newcomer)).text).not.toContain('/act/invites.createOwn')
  const { cookie, text } = await pageOf(inviting)
  expect(text).toContain('możesz zaprosić jeszcze 3 osoby')
  const _token = /name="_token" value="([^"]+)"/.exec(text)![1]!
  const sent = await t.request('/act/invites.createOwn', {
    method: 'POST',
    body: new URLSearchParams({ note: 'Sąsiad z działki', _token, _next: '/settings/account' }),
    headers: { cookie, host: HOST, 'sec-fetch-site': 'same-origin' },
  })
  expect([sent.status, sent.headers.get('location')]).toEqual([303, '/settings/account'])
  const [made] = (await (await t.as(inviting)).invites.mine({})).invites
  const after = (await pageOf(inviting)).text
  expect(after).toContain(`/register?invite=${made!.code}`)
  expect(after).toContain('Sąsiad z działki')
  expect(after).toContain('możesz zaprosić jeszcze 2 osoby')
})
