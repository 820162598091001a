import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import type { Browser, Page } from 'playwright'
import { launchBrowser } from '../launch.ts'
import { screens } from './Gallery.tsx'
import { serveGallery } from './serve.tsx'

/**
 * Looks at every screen of the gallery in every theme and width: nothing scrolls sideways, axe finds nothing,
 * hydration says nothing, the styles stay small. Pictures land in e2e/pictures/gallery.
 * `bun e2e/gallery/look.ts [screen ...]`.
 */
const CSS_LIMIT = 15_000
const themes = ['light', 'dark', 'adult', 'adult-light'] as const
const widths = [360, 1280]
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const pictures = join(import.meta.dir, '../pictures/gallery')

type Theme = (typeof themes)[number]

/** What a person would do first on that screen. */
const acts: Record<string, (page: Page) => Promise<void>> = {
  dialog: page => page.getByRole('button', { name: 'Zgłoś' }).click(),
  menu: page => page.locator('summary[title=Menu]').click(),
  notifications: page => page.locator('summary[title^=Powiadomienia]').click(),
  confirm: page => page.getByRole('button', { name: 'Usuń' }).click(),
}

const covered = ['menu', 'notifications']

/** Opens one screen and says what is wrong with it. */
async function lookAt(browser: Browser, origin: string, name: string, theme: Theme, width: number) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 800 : 900 },
    ...(width < 600 && { isMobile: true, hasTouch: true }),
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', message => {
    if (['error', 'warning'].includes(message.type())) faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', error => faults.push(`page: ${error.message}`))

  const query = new URLSearchParams({
    theme: theme.endsWith('light') ? 'light' : 'dark',
    variant: theme.startsWith('adult') ? 'adult' : 'normal',
  })
  await page.goto(`${origin}/${name}?${query}`, { waitUntil: 'networkidle' })
  await acts[name]?.(page)

  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (wide > 0) faults.push(`scrolls sideways by ${wide} px`)
  const axe = new AxeBuilder({ page }).withTags(rules)
  // What an open menu covers cannot be pressed, and need not be.
  const { violations } = await (covered.includes(name) ? axe.include('.topbar') : axe).analyze()
  faults.push(...violations.map(({ id, nodes }) => `axe ${id}: ${nodes.slice(0, 3).map(node => `${node.target} ${node.any[0]?.message ?? ''}`).join(' | ')}`))
  await page.screenshot({ path: join(pictures, `${name}-${width}-${theme}.png`), fullPage: !acts[name] && name !== 'overlays' })
  await context.close()
  return faults.map(fault => `${name}, ${width} px, ${theme}: ${fault}`)
}

mkdirSync(pictures, { recursive: true })
const only = Bun.argv.slice(2)
const names = only.length > 0 ? only : Object.keys(screens)
const gallery = await serveGallery()
const browser = await launchBrowser()

const faults: string[] = []
const size = brotliCompressSync(gallery.style).length
if (size > CSS_LIMIT) faults.push(`the styles are ${size} bytes, ${CSS_LIMIT} are allowed`)
for (const name of names) {
  for (const theme of themes) {
    for (const width of widths) faults.push(...await lookAt(browser, gallery.url, name, theme, width))
  }
}
await browser.close()
await gallery.stop()

console.log(`styles: ${size} bytes as brotli, of ${CSS_LIMIT}`)
console.log(faults.length > 0 ? faults.join('\n') : `${names.length} screens: no faults`)
process.exit(faults.length > 0 ? 1 : 0)
