import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { ADMIN_PASSWORD, spawnServer, untilAnswers } from './fixture.ts'

type Login = { name: string; password: string }

export type DemoForum = { origin: string; login: Login; admin: Login; stop: () => Promise<void> }

export async function startDemoForum(settings: Record<string, string> = {}): Promise<DemoForum> {
  const dataDir = await mkdtemp(join(tmpdir(), 'watek-demo-'))
  const server = await spawnServer({ dataDir, settings: { DEMO: 'on', LOG_LEVEL: 'info', ...settings } })
  async function stop(): Promise<void> {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  try {
    await untilAnswers(server)
    while (!server.output().includes('The demo forum is complete')) {
      if (server.child.exitCode !== null) throw new Error(`The server ended: ${server.output()}`)
      await Bun.sleep(200)
    }
    const [login, admin] = [...server.output().matchAll(/(?:sign in as|and) (\S+) \/ (\S+)/g)].map(
      ([, name, password]) => ({ name: name!, password: password! }),
    )
    return { origin: `http://localhost:${server.port}`, login: login!, admin: admin!, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export async function busiestPost(origin: string): Promise<string> {
  const { posts } = (await (await fetch(`${origin}/api/posts?limit=50`)).json()) as {
    posts: { id: number; comment_count: number }[]
  }
  return `/post/${posts.toSorted((a, b) => b.comment_count - a.comment_count)[0]!.id}`
}

export const untilHydrated = (page: Page) =>
  page.locator('html[data-hydrated]').waitFor({ state: 'attached', timeout: 90_000 })

export async function signIn(
  context: BrowserContext,
  { origin, login }: Pick<DemoForum, 'origin' | 'login'>,
): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await untilHydrated(page)
  await page.locator('input[name=username]').fill(login.name)
  await page.locator('input[name=password]').fill(login.password)
  await page.locator('main form button[type=submit]').first().click()
  await page.waitForURL((url) => url.pathname !== '/login')
  await page.close()
}

export async function enterPanel(context: BrowserContext, { origin }: DemoForum): Promise<void> {
  const answer = await fetch(`${origin}/api/admin-auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: ADMIN_PASSWORD }),
  })
  const { admin_token } = (await answer.json()) as { admin_token: string }
  const page = await context.newPage()
  await page.goto(`${origin}/rules`)
  await page.evaluate((token) => localStorage.setItem('admin_password', token), admin_token)
  await page.close()
}
