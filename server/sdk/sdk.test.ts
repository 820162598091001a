import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { ROOT } from '#server/commands/console.ts'
import { runBun } from '#server/commands/lint.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { writeSdk } from './build.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-sdk-'))
const project = join(folder, 'project')
const sdk = join(project, 'node_modules/watek-sdk')
await mkdir(project, { recursive: true })
await writeSdk(sdk)
afterAll(() => rm(folder, { recursive: true }))
const { createClient, WatekError } = await import(join(sdk, 'index.js'))

const t = await createTestApp()
const BASE = 'http://localhost:3000'

function clientOf(token: string | undefined, send: (url: string, init: RequestInit) => unknown = t.request) {
  return createClient({
    baseUrl: BASE,
    token,
    fetch: (url: URL, init: RequestInit) =>
      send(url.href, { ...init, headers: { host: 'localhost:3000', ...init.headers } }),
  })
}

test('PORTAL-4 the SDK client is below 5 kB and has no dependencies', async () => {
  expect(brotliCompressSync(await Bun.file(join(sdk, 'index.js')).bytes()).length).toBeLessThanOrEqual(5_000)
  expect(await Bun.file(join(sdk, 'package.json')).json()).not.toHaveProperty('dependencies')
})

test('PORTAL-4 the documented SDK example compiles against the types, and a wrong field does not', async () => {
  const [, example] = /```ts\n([\s\S]+?)```/.exec(await Bun.file(join(ROOT, 'docs/sdk/README.md')).text())!
  expect(example!.trim().split('\n').filter(Boolean).length).toBeLessThanOrEqual(10)
  const settings = {
    compilerOptions: { strict: true, module: 'esnext', moduleResolution: 'bundler', target: 'esnext' },
  }
  await Bun.write(join(project, 'tsconfig.json'), JSON.stringify(settings))
  const types = 'declare const process: { env: Record<string, string | undefined> }\n'
  const compile = async (code: string) => {
    await Bun.write(join(project, 'example.ts'), types + code)
    return runBun(['check', '--no-script', '-p', project])
  }
  expect(await compile(example!)).toMatchObject({ passed: true })
  expect((await compile(example!.replace("content: 'Dzień dobry!'", 'content: 1'))).passed).toBe(false)
  expect((await compile(`${example}\nconsole.log(posts[0]!.nothing)`)).passed).toBe(false)
})

test('PORTAL-4 the SDK client reads, pages through a list, writes once, and throws on refusals', async () => {
  const author = await createUser(t.db)
  const home = await createCategory(t.db)
  await joinCategory(t.db, author, home)
  for (let n = 0; n < 5; n += 1) await createPost(t.db, { author, category: home })
  const token = await t.bearerOf(author)
  const watek = clientOf(token)
  const seen: number[] = []
  for await (const page of watek.pages(watek.posts.list, { sort: 'new', limit: 2 }))
    seen.push(...page.posts.map(({ id }: { id: number }) => id))
  expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  expect(seen.length).toBe(5)

  let isLost = false
  const unlucky = clientOf(token, async (url, init) => {
    const answer = await t.request(url, init)
    if (init.method !== 'POST' || isLost) return answer
    isLost = true
    throw new TypeError('connection reset')
  })
  const input = { post_id: seen[0], content: 'Tylko raz.' }
  const comment = await unlucky.comments.create(input)
  expect(isLost).toBe(true)
  const { comments } = await watek.comments.list({ post_id: seen[0] })
  expect(comments.map(({ id }: { id: number }) => id)).toEqual([comment.id])

  const refused = await clientOf(undefined)
    .comments.create(input)
    .catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(WatekError)
  expect(refused).toMatchObject({ status: 401, code: 'not_signed_in' })
  const invalid = await watek.comments.create({ post_id: seen[0], content: '' }).catch((error: unknown) => error)
  expect(invalid).toMatchObject({ status: 422, issues: { content: expect.any(String) } })
})

test('PORTAL-4 SDK events continue after a lost connection from the last one received', async () => {
  const asked: (string | null)[] = []
  const answers = [
    'id: 1\nevent: hello\ndata: {"n":1}\n\nid: 2\nevent: post\ndata: {"n":2}\n\n',
    'id: 3\nevent: post\ndata: {"n":3}\n\n',
  ]
  const watek = clientOf(undefined, (_, init) => {
    asked.push(new Headers(init.headers).get('last-event-id'))
    return new Response(answers[asked.length - 1])
  })
  const stop = new AbortController()
  const read: unknown[] = []
  for await (const { name, data } of watek.events(['post:1'], { signal: stop.signal })) {
    read.push([name, data.n])
    if (read.length === 3) stop.abort()
  }
  expect(read).toEqual([
    ['hello', 1],
    ['post', 2],
    ['post', 3],
  ])
  expect(asked).toEqual([null, '2'])
})
