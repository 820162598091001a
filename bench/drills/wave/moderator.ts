import type { Page, Request } from 'playwright'
import { launchBrowser } from '../../../e2e/launch.ts'
import type { Member } from './calls.ts'

const LIMIT_MS = 30_000

export async function openPanel(
  port: number,
  { id, token }: Member,
  username: string,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const origin = `http://localhost:${port}`
  const browser = await launchBrowser()
  const stored = {
    language: 'pl',
    token,
    user_id: String(id),
    username,
    token_expires: String(Date.now() + 86_400_000),
    is_admin: 'false',
    user: JSON.stringify({ id, username, karma: 0, email_verified: true }),
  }
  const cookie = (name: string, value: string) => ({
    name,
    value,
    domain: 'localhost',
    path: '/',
    httpOnly: name === 'session',
    secure: false,
    sameSite: 'Lax' as const,
    expires: -1,
  })
  const storageState = {
    cookies: [cookie('language', 'pl'), cookie('session', token)],
    origins: [{ origin, localStorage: Object.entries(stored).map(([name, value]) => ({ name, value })) }],
  }
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 900 }, storageState })
  context.setDefaultTimeout(LIMIT_MS)
  return { page: await context.newPage(), close: () => browser.close() }
}

async function until(what: string, probe: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + LIMIT_MS
  while (!(await probe())) {
    if (performance.now() > end) throw new Error(`Waited ${LIMIT_MS / 1_000} s for ${what}`)
    await Bun.sleep(20)
  }
}

/** Returns the milliseconds from each decision to the next open case; `keyOf` maps a case's title to a key. */
export async function clearQueue(
  page: Page,
  kind: 'reports' | 'all',
  isLeft: () => Promise<boolean>,
  keyOf: (title: string) => 'a' | 'x',
): Promise<number[]> {
  let claims = 0
  const count = (by: 1 | -1) => (request: Request) => {
    if (request.url().endsWith('/claim')) claims += by
  }
  page.on('request', count(1)).on('requestfinished', count(-1)).on('requestfailed', count(-1))
  await page.goto(`/admin?tab=reports${kind === 'all' ? '' : `&kind=${kind}`}`)
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
  const region = page.getByRole('region', { name: 'Kolejka' })
  const row = region.getByRole('list', { name: 'Sprawy, od najdłużej czekającej' }).locator('> li')
  const open = row.filter({ has: page.getByRole('group', { name: 'Decyzja', exact: true }) })
  const empty = region.getByText(kind === 'all' ? 'Wszystko rozpatrzone' : 'Zgłoszenia rozpatrzone')
  await row.or(empty).first().waitFor()
  const times: number[] = []
  for (let title = ''; ;) {
    const startedAt = performance.now()
    let next = ''
    await until('the next case', async () => {
      if (claims > 0) title = ''
      if (claims > 0) return false
      const isOpen = (await open.count()) > 0
      next =
        (isOpen &&
          /(?:Oferta|Pytanie) \w+(?:-\d+)+/.exec(
            (await open
              .first()
              .textContent({ timeout: 200 })
              .catch(() => '')) ?? '',
          )?.[0]) ||
        ''
      if (!isOpen && (await row.count()) > 0) {
        title = ''
        for (const key of ['j', 'Enter']) await page.keyboard.press(key)
      }
      return (next !== '' && next !== title) || (next === '' && (await empty.isVisible()) && !(await isLeft()))
    })
    if (times.length > 0) times[times.length - 1]! += performance.now() - startedAt
    if (next === '') break
    title = next
    const pressedAt = performance.now()
    if (keyOf(title) === 'x') await page.keyboard.press('1')
    await page.keyboard.press(keyOf(title))
    times.push(performance.now() - pressedAt)
  }
  return times
}

/** Undoes the latest decisions with the keyboard; `count` returns how many are undone already. */
export async function undoByKeys(page: Page, times: number, count: () => Promise<number>): Promise<void> {
  for (let at = 1; at <= times; at += 1) {
    await page.keyboard.press('z')
    await until('a decision taken back', async () => (await count()) === at)
    await page.keyboard.press('Escape')
  }
}
