import { afterAll, expect, test } from 'bun:test'
import { createTestApp } from '#server/test/app.ts'
import { createPost, createUser } from '#server/test/factories.ts'
import { checkServer, hostOf } from './check.ts'

const t = await createTestApp()
await createPost(t.db)
await createUser(t.db)

/** Responds like the real app, except for the paths in `broken`. */
function serve(broken: Record<string, () => Response> = {}, prefix = false) {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: (request) => {
      const { pathname, search } = new URL(request.url)
      const key = Object.keys(broken).find((path) => (prefix ? pathname.startsWith(path) : pathname === path))
      if (key !== undefined) return broken[key]!()
      // The app of the tests serves no pages.
      if (!pathname.startsWith('/api/') && pathname !== '/readyz') return new Response('a page')
      return t.request(pathname + search, { headers: request.headers })
    },
  })
  afterAll(() => server.stop(true))
  return { port: server.port!, host: 'localhost' }
}

const check = (asked: { port: number; host: string }) => checkServer(asked, t.url, t.config.sessionSecret)
const fails = () => new Response('no', { status: 500 })

test('RUN-10 a server with working feed, post and login session passes the check, leaving no session', async () => {
  await check(serve())
  expect(await t.sql`select 1 from session where id like 'update-%'`).toHaveLength(0)
})

test.each(['/readyz', '/', '/api/posts', '/api/account'])(
  'RUN-10 a server that fails at %s fails the update check',
  async (path) => {
    await expect(check(serve({ [path]: fails }))).rejects.toThrow(`answers 500 to ${path}`)
  },
)

test('RUN-10 the update check fails if neither the API nor the page of a post works', async () => {
  await expect(check(serve({ '/api/posts/': fails, '/post/': fails }, true))).rejects.toThrow(
    'answers 500 to /api/posts/',
  )
})

test('RUN-10 a server that assigns a login session to another account fails the update check', async () => {
  const other = () => Response.json({ email: 'other@example.com' })
  await expect(check(serve({ '/api/account': other }))).rejects.toThrow('another account')
})

test('RUN-10 a forum without an admin passes the update check with its set-up page alone', async () => {
  const setup = { '/': () => new Response(null, { status: 302, headers: { location: '/setup' } }) }
  await check(serve({ ...setup, '/api/posts': fails }))
  await expect(check(serve({ ...setup, '/setup': fails }))).rejects.toThrow('answers 500 to /setup')
})

test('RUN-10 the update check calls the new version with the host of the public URL', () => {
  expect(hostOf({ ...t.config, publicUrl: 'https://forum.example' }, 3_000)).toBe('forum.example')
  expect(hostOf({ ...t.config, publicUrl: 'http://localhost:1' }, 3_000)).toBe('localhost:3000')
})
