import { expect, test } from 'bun:test'
import { matchRoutes } from 'react-router-dom'
import { lockComments } from '#server/features/search/testing/lock-comments.ts'
import { createTestApp } from '#server/test/app.ts'
import { createComment, createPost } from '#server/test/factories.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'
import { wholeSite } from './route-handlers.ts'

const pages = createPages(developmentAssets('http://localhost:5173'))
const t = await createTestApp({}, pages)
await createComment(t.db, { post: await createPost(t.db, { title: 'Mrowisko', content: '' }) })

test('a comment search that times out shows a message on its page, and a search for posts still works', async () => {
  const open = await lockComments(t.url)
  try {
    const [pl, en, others] = await Promise.all([
      t.request('/search?q=mrowisko&tab=comments', {}, '203.0.113.1'),
      t.request('/search?q=mrowisko&tab=comments', { headers: { cookie: 'language=en' } }, '203.0.113.2'),
      t.request('/search?q=mrowisko&sort=new', {}, '203.0.113.3'),
    ])
    expect([pl.status, en.status, others.status]).toEqual([503, 503, 200])
    const text = await pl.text()
    expect(text).toContain('To wyszukiwanie jest zbyt szerokie')
    expect(text).toContain('in:kuchnia')
    expect(await en.text()).toContain('This search is too broad')
    expect(await others.text()).toContain('Mrowisko</mark>')
  } finally {
    await open()
  }
  expect((await t.request('/search?q=mrowisko&tab=comments')).status).toBe(200)
})

test('pages of search results count as searches however their URL is encoded', async () => {
  const spellings = ['/search', '/SEARCH', '/Search/', '/search//', '/%73earch', '/%53EARCH']
  for (const path of spellings) expect(matchRoutes(wholeSite.dataRoutes, path)?.at(-1)?.route.id).toBe('/search')
  const limited = await createTestApp({ RATE_LIMIT_SCALE: '0.1' }, pages)
  const statuses: number[] = []
  for (let at = 0; at < 8; at += 1)
    statuses.push((await limited.request(`${spellings[at % spellings.length]}?q=&x=${at}`)).status)
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429])
  expect((await limited.request('/searching')).status).toBe(404)
})
