import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect as expectNow, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { user } from '#server/features/users/table.ts'
import { pageEntries } from '#site/routes.tsx'
import { expect, startSite, untilHydrated, type PageOptions } from './harness.ts'

/*
 * `bun run pictures` takes screenshots of every page of the demo forum into e2e/pictures, and fails if axe finds a
 * violation. `bun run pictures --test-name-pattern=/submit` takes only some.
 */

const FOLDER = process.env.PICTURES_DIR ?? resolve(import.meta.dir, 'pictures')
const WIDTHS = [390, 1280]
const LANGS = ['pl', 'en'] as const
const LOOKS = { light: { dark: false }, dark: { dark: true }, adult: { variant: 'adult' } } satisfies Record<
  string,
  PageOptions
>

const site = await startSite({ DEMO: 'on' })
await mkdir(FOLDER, { recursive: true })
await expect.poll(site.log, { timeout: 300_000 }).toContain('The demo forum is complete')

const [demo] = await site.db.select().from(user).where(eq(user.username, 'demo'))
const modules = await Promise.all(
  pageEntries.map(async ({ paths, module }) => ({ path: paths[0]!, guard: (await module()).page.guard })),
)
const isForGuests = (path: string) => modules.find((entry) => entry.path === path)?.guard === 'guest'

/** Fills the parameters of paths: the top post with its category and author. */
async function exampleOf(variant: 'normal' | 'adult') {
  const answer = await fetch(`${site.url}/api/posts/?sort=top&limit=1&nsfw=${variant === 'adult'}`)
  const {
    posts: [post],
  } = (await answer.json()) as { posts: { id: number; category: { name: string }; author: { username: string } }[] }
  return { id: String(post!.id), name: post!.category.name, username: post!.author.username }
}
const examples = { normal: await exampleOf('normal'), adult: await exampleOf('adult') }

const QUERIES: Record<string, string> = {
  '/search': '?q=chleb',
  '/reset-password': '?token=x',
  '/confirm-email': '?token=x',
  '/undo-email': '?token=x',
  '/verify-email-login': '?token=x&email=x@example.org',
}
const TABS = ['dashboard', 'database', 'users', 'posts', 'categories', 'streams', 'reports', 'aibot']

const screens = [
  ...pageEntries
    .map(({ paths }) => paths[0]!)
    .filter((path) => path !== '/admin')
    .map((path) => ({ path, query: QUERIES[path] ?? '' })),
  ...TABS.map((tab) => ({ path: '/admin', query: `?tab=${tab}` })),
]

type Shot = { width: number; lang: (typeof LANGS)[number]; look: keyof typeof LOOKS }
const shots: Shot[] = WIDTHS.flatMap((width) =>
  LANGS.flatMap((lang) => (Object.keys(LOOKS) as Shot['look'][]).map((look) => ({ width, lang, look }))),
)

/** Takes a screenshot and returns axe's violations. */
async function shoot(path: string, query: string, { width, lang, look }: Shot): Promise<string | null> {
  const options: PageOptions = LOOKS[look]
  const page = await site.newPage({
    ...options,
    width,
    lang,
    admin: path === '/admin',
    signedInAs: isForGuests(path) || path.startsWith('/admin') ? undefined : demo,
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const example: Record<string, string> = examples[options.variant ?? 'normal']
  await page.goto(path.replace(/:(\w+)/, (_, parameter: string) => example[parameter]!) + query)
  await untilHydrated(page)
  await page.evaluate(() =>
    Promise.all([...document.images].map((image) => image.loading === 'lazy' || image.decode().catch(() => {}))),
  )
  if (path === '/admin') await page.getByRole('tabpanel').getByRole('heading').first().waitFor()
  await expect(page.locator('.skeleton:visible')).toHaveCount(0)
  const name = `${path}${query}`.replace(/\W+/g, '-').replace(/^-|-$/g, '') || 'home'
  await page.screenshot({
    path: join(FOLDER, `${name}-${width}-${look}-${lang}.png`),
    fullPage: true,
    animations: 'disabled',
  })
  const found = await site.check(page).then(
    () => null,
    (error: Error) => error.message,
  )
  await page.context().close()
  return found
}

test.each(screens.map(({ path, query }) => [path, query] as const))(
  '%s%s',
  async (path, query) => {
    const found: string[] = []
    for (const shot of shots) found.push(...[await shoot(path, query, shot)].filter((line) => line !== null))
    expectNow(found).toEqual([])
  },
  300_000,
)
