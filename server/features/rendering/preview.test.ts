import { expect, test } from 'bun:test'
import { createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createUser } from '#server/test/factories.ts'

const t = await createTestApp()
const limited = await createTestApp({ RATE_LIMIT_SCALE: '0.05' })

test.each([
  '  **Raz** >!dwa!<\n\n- @ktos\n- r/gotowanie  ',
  '<script>alert(1)</script> [x](javascript:alert(1)) ![](https://example.org/a.png)',
  `${'długi tekst '.repeat(500)}\n\n> cytat`,
  '',
])('WRITE-5 a preview returns the same HTML as the stored post: %#', async (content) => {
  const author = await createUser(t.db)
  const api = await t.as(author)
  const home = await createCategory(t.db, { creator: author })
  const { html } = await api.markdown.preview({ content })
  expect(html).toBe((await api.posts.create({ title: 'Podgląd', category_id: home.id, content })).content_html!)
})

test('WRITE-5 previews are only for members, and their text has the length limit of a post', async () => {
  const api = await t.as(await createUser(t.db))
  expect(await failure((await t.as(null)).markdown.preview({ content: 'a' }))).toMatchObject({
    status: 401,
    code: 'not_signed_in',
  })
  expect(await failure(api.markdown.preview({ content: 'a'.repeat(40_001) }))).toMatchObject({
    status: 422,
    issues: { content: expect.any(String) },
  })
})

test('WRITE-5 previews of Markdown have a rate limit of their own', async () => {
  const now = new Date()
  limited.clock.now = () => now
  const author = await createUser(limited.db)
  const api = await limited.as(author)
  const home = await createCategory(limited.db, { creator: author })
  const preview = () => api.markdown.preview({ content: 'Tekst' })
  for (let n = 0; n < 3; n += 1) expect(await preview()).toEqual({ html: '<p>Tekst</p>' })
  expect(await failure(preview())).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(await api.posts.create({ title: 'Nadal można', category_id: home.id })).toMatchObject({ title: 'Nadal można' })
})
