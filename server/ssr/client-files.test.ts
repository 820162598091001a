import { expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp } from '#server/test/app.ts'
import { developmentAssets } from './assets.ts'
import { createPages } from './pages.ts'

const dir = await mkdtemp(join(tmpdir(), 'watek-client-'))
await Bun.write(join(dir, 'assets/app-1a2b.js'), 'export {}')
await Bun.write(join(dir, 'secret.json'), '{}')
const t = await createTestApp({}, createPages(developmentAssets('http://localhost:5173'), dir))

test('a client asset has an immutable cache header', async () => {
  const answer = await t.request('/assets/app-1a2b.js')
  expect([answer.status, await answer.text(), answer.headers.get('cache-control')]).toEqual([
    200,
    'export {}',
    'public, max-age=31536000, immutable',
  ])
})

test.each([
  '/assets/%00',
  '/assets/app-1a2b.js%00',
  '/assets/%',
  '/assets/%2e%2e/secret.json',
  '/assets/..%2fsecret.json',
  '/assets/../secret.json',
  '/assets/',
  '/assets',
  '/assets/%E0%A4%A',
  '/assets/nothing.js',
  '/%00',
  '/%00.png',
  '/%E0%A4%A',
  `/assets/${'a'.repeat(5_000)}`,
])('the client asset %s is not found', async (path) => {
  const answer = await t.request(path)
  expect(answer.status).toBe(404)
  expect(answer.headers.get('cache-control')).not.toContain('public')
})
