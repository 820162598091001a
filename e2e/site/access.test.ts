import { test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const reader = await createUser(db, { username: 'jan_czyta' })
const category = await createCategory(db, { name: 'ogrod' })
const post = await createPost(db, {
  author: reader,
  category,
  title: 'Pomidory w tunelu',
  content: 'Kiedy sadzić? '.repeat(40),
})
let parent = await createComment(db, { post, content: 'W maju, po zimnej Zośce. '.repeat(10) })
for (const text of ['Raczej w czerwcu.', 'Zgoda.', 'Nie u nas.', 'U nas tak.'])
  parent = await createComment(db, { parent, content: text.repeat(20) })
for (let at = 0; at < 6; at += 1) await createPost(db, { category, title: `Post ${at}`, content: 'Opis. '.repeat(60) })

const SCREENS = [
  '/',
  `/post/${post.id}`,
  '/submit',
  '/messages',
  '/browse-communities',
  '/accessibility',
  '/settings/profile',
]

async function open(path: string, width: number): Promise<Page> {
  const page = await site.newPage({ signedInAs: reader, width, shared: true })
  await page.setViewportSize({ width, height: 800 })
  // Resets media emulation that an earlier test set on the shared page.
  await page.emulateMedia({ media: null, forcedColors: null, contrast: null, reducedMotion: 'reduce' })
  await page.goto(path)
  await untilHydrated(page)
  return page
}

/** Returns the texts that are clipped by their elements. */
const cut = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('#main :is(a, button, p, h1, h2, h3, label, legend, span)')]
      .filter((element) => {
        const { overflowX, overflowY, textOverflow, clip, position, webkitLineClamp } = getComputedStyle(element)
        // An excerpt may be clipped: its full text is on its page.
        if (webkitLineClamp !== 'none') return false
        if (element.textContent === '' || element.clientHeight <= 1 || textOverflow === 'ellipsis') return false
        if (clip !== 'auto' && position === 'absolute') return false
        return (
          (overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) ||
          (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
        )
      })
      .map((element) => `${element.className}: ${element.textContent?.slice(0, 40)}`),
  )

/** Returns the options whose labels overlap their neighbours. */
const crowded = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('.segmented__item')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ textContent }) => textContent),
  )

test.each(SCREENS)(
  'A11Y-5 the page %s reflows at 320 px, with text at 200 percent and with the text spacing of WCAG 1.4.12',
  async (path) => {
    const page = await open(path, 320)
    await site.check(page)
    expect(await crowded(page)).toEqual([])
    await page.addStyleTag({ content: 'html{font-size:200%!important}' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await site.checkColours(page)
    expect(await crowded(page)).toEqual([])
    await page.addStyleTag({
      content:
        'html{font-size:100%!important}*{line-height:1.5!important;letter-spacing:.12em!important;' +
        'word-spacing:.16em!important}p{margin-bottom:2em!important}',
    })
    await page.setViewportSize({ width: 390, height: 800 })
    await site.checkColours(page)
    expect(await cut(page)).toEqual([])
  },
)

test('A11Y-5 the settings have one column and whole words with text at 200 percent', async () => {
  const page = await open('/settings/notifications', 1280)
  await page.addStyleTag({ content: 'html{font-size:200%!important}' })
  const content = await page.locator('.settings__content').boundingBox()
  const main = await page.locator('#main').boundingBox()
  expect(content!.width).toBeGreaterThan(main!.width * 0.9)
  await page.setViewportSize({ width: 390, height: 800 })
  const broken = await page.evaluate(() =>
    [...document.querySelectorAll('.settings__kind label')]
      .filter((label) => label.clientHeight > 4 * parseFloat(getComputedStyle(label).lineHeight))
      .map(({ textContent }) => textContent),
  )
  expect(broken).toEqual([])
})

test('A11Y-5 the top bar of a visitor fits the page with text at 200 percent', async () => {
  const page = await site.newPage({ width: 1280 })
  await page.goto('/login')
  await untilHydrated(page)
  await page.addStyleTag({ content: 'html{font-size:200%!important}' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
})

test.each(['/', `/post/${post.id}`])(
  'A11Y-5 the sticky bar hides no focused element on %s when tabbing forwards or backwards',
  async (path) => {
    const page = await open(path, 1280)
    for (const key of ['Tab', 'Shift+Tab'])
      for (let at = 0; at < 45; at += 1) {
        await page.keyboard.press(key)
        const hidden = await page.evaluate(() => {
          const { activeElement } = document
          if (!activeElement || activeElement === document.body || activeElement.closest('.topbar, .skip-link'))
            return null
          const bar = document.querySelector('.topbar')!.getBoundingClientRect().bottom
          const { top, bottom } = activeElement.getBoundingClientRect()
          return bottom <= bar || top >= innerHeight ? activeElement.outerHTML.slice(0, 200) : null
        })
        expect(hidden).toBeNull()
      }
  },
)

test('A11Y-5 pressed buttons have an outline and vote arrows stay visible in forced-colors mode', async () => {
  const page = await open(`/post/${post.id}`, 1280)
  await page.emulateMedia({ forcedColors: 'active' })
  const up = page.getByRole('button', { name: 'Głosuj za' }).first()
  await up.click()
  await expect(up).toHaveCSS('outline-style', 'solid')
  expect(await up.evaluate((button) => getComputedStyle(button, '::after').backgroundColor)).not.toBe(
    'rgba(0, 0, 0, 0)',
  )
  // The list of tabs clips whatever is outside of it, so the outline must be inside the tab.
  const tab = page.locator('.tabs__tab[aria-current=true]').first()
  await expect(tab).toHaveCSS('outline-style', 'solid')
  await expect(tab).toHaveCSS('outline-offset', '-2px')
  await expect(page.locator('.segmented__item:has(:checked)').first()).toHaveCSS('outline-style', 'solid')
})

test('A11Y-1 a press outside a dialog closes it on release, unless released inside the dialog (2.5.2)', async () => {
  const page = await open('/', 1280)
  await page.getByRole('button', { name: 'Skróty klawiszowe' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  const title = (await dialog.getByRole('heading').first().boundingBox())!
  await page.mouse.move(5, 500)
  await page.mouse.down()
  await page.mouse.move(title.x + 5, title.y + 5)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
  await page.mouse.move(5, 500)
  await page.mouse.down()
  await expect(dialog).toBeVisible()
  await page.mouse.up()
  await expect(dialog).toHaveCount(0)
})

test('A11Y-5 muted text has the colour of normal text for a reader who prefers more contrast', async () => {
  const page = await open(`/post/${post.id}`, 1280)
  await page.emulateMedia({ contrast: 'more' })
  const colour = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((at) => getComputedStyle(at).color)
  expect(await colour('.footer')).toBe(await colour('.comment__body'))
})

test('A11Y-5 animations are off for a reader who prefers reduced motion', async () => {
  const page = await open('/', 1280)
  expect(
    await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { animationName, transitionDuration } = getComputedStyle(element)
          return animationName !== 'none' || transitionDuration.split(', ').some((time) => Number.parseFloat(time) > 0)
        }).length,
    ),
  ).toBe(0)
})

test('A11Y-5 a printed thread has its post and comments, without navigation and buttons', async () => {
  const page = await open(`/post/${post.id}`, 1280)
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.comment__body').last()).toBeVisible()
  for (const part of ['.topbar', '.layout__side', '.footer', '.comment__foot', '.comment-form'])
    await expect(page.locator(part).first()).toBeHidden()
})
