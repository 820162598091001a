import { afterAll, afterEach, beforeAll, test } from 'bun:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright'
import { EVERYTHING_OF_KIT, violationsOf, widthBeyond } from '../axe.ts'
import { expect } from '../harness.ts'
import { sharedBrowser } from '../launch.ts'
import { screens } from './Gallery.tsx'
import { serveGallery } from './serve.tsx'

let gallery: Awaited<ReturnType<typeof serveGallery>>
let browser: Browser
/** Shared by the tests that only look at screens, since opening a page takes longer than loading a screen. */
let looking: Page

beforeAll(async () => {
  ;[gallery, browser] = await Promise.all([serveGallery(), sharedBrowser()])
  const context = await browser.newContext({ viewport: { width: 360, height: 800 }, reducedMotion: 'reduce' })
  looking = await context.newPage()
})

afterEach(() => Promise.all(browser.contexts().map((context) => context !== looking.context() && context.close())))

afterAll(async () => {
  await looking?.context().close()
  await gallery?.stop()
})

const untilAlive = (page: Page) => page.locator('html[data-alive]').waitFor({ state: 'attached' })

async function open(screen: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 800 }, ...options })
  const page = await context.newPage()
  await page.goto(`${gallery.url}/${screen}`)
  if (options.javaScriptEnabled !== false) await untilAlive(page)
  return page
}

const THEMES = ['theme=light', 'theme=dark', 'theme=light&variant=adult', 'theme=dark&variant=adult']

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

async function faultsOf(path: string): Promise<string[]> {
  const written: string[] = []
  looking.removeAllListeners('console').removeAllListeners('pageerror')
  looking.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) written.push(message.text())
  })
  looking.on('pageerror', (error) => written.push(error.message))
  await looking.goto(`${gallery.url}/${path}`)
  await untilAlive(looking)
  return [...written, ...(await widthBeyond(looking)), ...(await violationsOf(looking, EVERYTHING_OF_KIT))]
}

test.each(Object.keys(screens).flatMap((name) => THEMES.map((theme) => `${name}?${theme}`)))(
  'axe finds no violation on the gallery page %s',
  async (path) => {
    expect(await faultsOf(path)).toEqual([])
  },
)

test('a dialog takes the focus; Escape closes the dialog and returns the focus', async () => {
  const page = await open('dialog')
  await page.getByRole('button', { name: 'Zgłoś' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Zgłoś post' })
  await page.keyboard.type('To')
  await expect(dialog.getByLabel('Powód')).toBeFocused()
  await expect(dialog.getByLabel('Powód')).toHaveValue('To')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect(await focused(page)).toBe('Zgłoś')
})

test('a click outside a dialog closes it, a click inside does not', async () => {
  const page = await open('dialog')
  await page.getByRole('button', { name: 'Zgłoś' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading').click()
  expect(await dialog.count()).toBe(1)
  await page.mouse.click(5, 5)
  await dialog.waitFor({ state: 'detached' })
})

test.each([
  ['Usuń', 'tak'],
  ['Anuluj', 'nie'],
])('a confirmation dialog closed with %s returns %s', async (button, answer) => {
  const page = await open('overlays')
  await page.getByRole('button', { name: 'Usuń' }).click()
  const question = page.getByRole('alertdialog', { name: 'Czy na pewno chcesz usunąć ten post?' })
  await question.getByRole('button', { name: button }).click()
  await question.waitFor({ state: 'detached' })
  expect(await page.locator('output').textContent()).toBe(answer)
})

test('an alert can be read and dismissed while a dialog is open', async () => {
  const page = await open('overlays')
  await page.getByRole('button', { name: 'Usuń' }).click()
  const alert = page.getByRole('alertdialog').getByRole('alert')
  await alert.getByRole('button', { name: 'Zamknij' }).click()
  await alert.waitFor({ state: 'detached' })
  expect(await page.locator('.toast').count()).toBe(2)
})

test('a toast that was not dismissed is shown again on the next page', async () => {
  const page = await open('overlays')
  await page.getByRole('alert').waitFor()
  await page.goto(`${gallery.url}/form`)
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('alert').textContent()).toContain('Musisz się zalogować, aby głosować')
})

test('Escape closes a menu and returns the focus', async () => {
  const page = await open('controls')
  const menu = page.locator('summary[title=Menu]')
  await menu.press('Enter')
  await page.getByRole('link', { name: 'Nowy post' }).focus()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Nowy post' }).waitFor({ state: 'hidden' })
  expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true)
  const isOpen = await page
    .getByRole('link', { name: 'Nowy post', includeHidden: true })
    .evaluate((link: HTMLElement) => {
      const menu = link.closest('details')!
      menu.open = true
      link.focus()
      link.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
      return menu.open
    })
  expect(isOpen, 'also at once, before the browser reports that it is open').toBe(false)
})

test('a click elsewhere closes a menu', async () => {
  const page = await open('controls', { viewport: { width: 1280, height: 800 } })
  await page.locator('summary[title=Menu]').click()
  await page.getByRole('heading', { level: 1 }).click()
  await page.getByRole('link', { name: 'Nowy post' }).waitFor({ state: 'hidden' })
})

test('a menu opens without JavaScript', async () => {
  const page = await open('controls', { javaScriptEnabled: false })
  await page.locator('summary[title=Menu]').click()
  expect(await page.getByRole('link', { name: 'Nowy post' }).isVisible()).toBe(true)
})

test('arrow keys move between the tabs', async () => {
  const page = await open('controls')
  await page.getByRole('tab', { name: 'Posty' }).focus()
  await page.keyboard.press('ArrowLeft')
  expect(await page.getByRole('tab', { name: 'Komentarze' }).getAttribute('aria-selected')).toBe('true')
  expect(await focused(page)).toBe('Komentarze 311')
  expect(await page.getByRole('tabpanel', { name: 'Komentarze' }).textContent()).toContain('przed przymrozkami')
})

test('the button of a password field shows and hides the password', async () => {
  const page = await open('form')
  await page.getByRole('button', { name: 'Pokaż hasło' }).click()
  expect(await page.getByLabel('Hasło', { exact: true }).getAttribute('type')).toBe('text')
  await page.getByRole('button', { name: 'Ukryj hasło' }).click()
  expect(await page.getByLabel('Hasło', { exact: true }).getAttribute('type')).toBe('password')
})

test('an invalid field has its error message as accessible description', async () => {
  const page = await open('form')
  const described = await page
    .getByLabel('Nazwa użytkownika')
    .evaluate((field) =>
      (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent),
    )
  expect(described).toEqual(['Ta nazwa użytkownika jest zajęta. Wybierz inną.', '3–30 liter, cyfr i podkreśleń'])
})

test('a busy submit button does not submit its form', async () => {
  const page = await open('form')
  await page.evaluate(() => document.addEventListener('submit', () => document.body.setAttribute('data-sent', '')))
  await page.getByRole('button', { name: 'Publikuję' }).evaluate((button) => button.setAttribute('type', 'submit'))
  await page.getByRole('button', { name: 'Publikuję' }).click({ force: true })
  expect(await page.locator('body[data-sent]').count()).toBe(0)
})

test('a status message is visible in the gallery of controls', async () => {
  const page = await open('controls')
  expect(await page.getByRole('status').filter({ hasText: 'Wystąpił błąd' }).isVisible()).toBe(true)
})
