import { test } from 'bun:test'
import type { Locator, Page } from 'playwright'
import { categoryFlair } from '#server/features/categories/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
await createCategory(site.db, {
  name: 'ogrod',
  display_name: 'Ogród',
  creator: await createUser(site.db, { username: 'gospodyni' }),
})

/** Presses a key until the target has a visible focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await target.waitFor()
  for (let pressed = 0; pressed < 150; pressed += 1) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) break
  }
  await expect(target).toBeFocused()
  expect(await target.evaluate((element) => element.matches(':focus-visible'))).toBe(true)
}

async function enter(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.press('Enter')
}

async function type(page: Page, target: Locator, text: string, key = 'Tab'): Promise<void> {
  await tabTo(page, target, key)
  await page.keyboard.type(text)
}

test('GEN-4 a newcomer signs up, joins, posts, votes, comments and sends a message by keyboard alone', async () => {
  const page = await site.newPage()
  const main = page.getByRole('main')
  await page.goto('/')
  await untilHydrated(page)
  await enter(page, page.getByRole('banner').getByRole('link', { name: 'Zarejestruj się' }))
  await type(page, page.getByLabel('Nazwa użytkownika'), 'bez_myszy')
  await type(page, page.getByLabel('E-mail'), 'bez@example.org')
  await type(page, page.getByLabel('Hasło', { exact: true }), 'Tajne1234')
  await type(page, page.getByLabel('Powtórz hasło'), 'Tajne1234')
  await tabTo(page, page.getByLabel('Mam co najmniej 13 lat'))
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/verify-email-sent$/)

  const mail = await site.mailTo('bez@example.org')
  await page.goto(mail.links.find((link) => link.includes('/verify-email-login'))!)
  await expect(page).toHaveURL(`${site.url}/`)
  await expect(page.locator('summary', { hasText: 'Menu' })).toBeVisible()
  await untilHydrated(page)

  await enter(page, page.getByRole('navigation', { name: 'Społeczności' }).getByRole('link', { name: /Ogród/ }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ogród')
  await enter(page, main.getByRole('button', { name: 'Dołącz' }))
  await expect(main.getByRole('button', { name: 'Opuść' })).toBeVisible()
  await enter(page, main.getByRole('link', { name: 'Post', exact: true }))
  await type(page, page.getByLabel('Tytuł'), 'Bez myszy')
  await type(page, page.getByLabel('Treść'), 'Wszystko klawiaturą.')
  await enter(page, page.getByRole('button', { name: 'Opublikuj' }))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bez myszy')

  const upvote = page.locator('article.post').getByRole('button', { name: 'Głosuj za' })
  await enter(page, upvote)
  await expect(upvote).toHaveAttribute('aria-pressed', 'true')
  await type(page, page.getByLabel('Dodaj komentarz'), 'Dało się.')
  await enter(page, page.getByRole('button', { name: 'Skomentuj' }))
  await expect(page.locator('.comments article', { hasText: 'Dało się.' })).toBeFocused()

  await enter(page, page.locator('summary', { hasText: 'Menu' }), 'Shift+Tab')
  await enter(
    page,
    page.locator('summary', { hasText: 'Menu' }).locator('..').getByRole('link', { name: 'Wiadomości' }),
  )
  await type(page, page.getByLabel('Do kogo'), 'gospo')
  await expect(page.getByRole('option', { name: 'gospodyni' })).toBeVisible()
  await page.keyboard.press('Enter')
  await type(page, page.getByLabel('Wiadomość', { exact: true }), 'Piszę bez myszy.')
  await enter(page, page.getByRole('button', { name: 'Wyślij' }))
  await expect(page).toHaveURL('/conversation/gospodyni')
  await expect(page.locator('.message', { hasText: 'Piszę bez myszy.' })).toBeVisible()
})

test('WRITE-1,2,3,4,5,6 a post with formatting, pictures, a link and a poll is written by keyboard alone', async () => {
  const writer = await createUser(site.db, { username: 'no_mouse' })
  const bakery = await createCategory(site.db, { name: 'bakery', creator: writer })
  await site.db.insert(categoryFlair).values({ category_id: bakery.id, position: 0, label: 'Recipe', color: 'green' })
  const rye = await createPost(site.db, {
    author: writer,
    category: bakery,
    title: 'How to bake rye',
    link_url: 'https://www.example.org/rye',
    link_domain: 'example.org',
  })
  const story = await createPost(site.db, {
    author: writer,
    category: bakery,
    title: 'My sourdough',
    content: 'Flour and water, five days.',
    created_at: new Date(Date.now() - 3_600_000),
  })
  const page = await site.newPage({ signedInAs: writer, lang: 'en', width: 360, dark: true })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const box = (name: string) => page.getByRole('textbox', { name, exact: true })
  const text = page.getByRole('textbox', { name: /^Text/ })
  const checkInBothThemes = async () => {
    await site.check(page)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'light'
    })
    await site.checkColours(page)
    await page.evaluate(() => {
      document.documentElement.dataset.theme = 'dark'
    })
  }
  const start = async (title: string, keys: [key: 'ArrowRight' | 'ArrowLeft', mode: string][]) => {
    await page.goto('/submit?community=bakery')
    await untilHydrated(page)
    await tabTo(page, page.getByRole('radio', { name: 'Text' }))
    for (const [key, mode] of keys) {
      await page.keyboard.press(key)
      await expect(page.getByRole('radio', { name: mode })).toBeChecked()
    }
    await type(page, box('Title'), title)
  }
  const publish = async (title: string) => {
    await enter(page, button('Publish'))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
  }

  await start('A loaf from every side', [['ArrowRight', 'Image']])
  const chooser = page.waitForEvent('filechooser')
  await enter(page, button('Choose an image'))
  await (
    await chooser
  ).setFiles([341, 342].map((width) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: makePng(width, 200) })))
  await expect(box('Description of image 2')).toBeVisible()
  await expect(button('Choose an image')).toBeVisible()
  await type(page, box('Description of image 2'), 'Crumb', 'Shift+Tab')
  await enter(page, button('Move image 2 earlier'))
  await expect(button('Move image 1 later')).toBeFocused()
  await expect(box('Description of image 1')).toHaveValue('Crumb')
  await type(page, text, 'good bread')
  await expect(button('Bold')).toBeVisible()
  await page.keyboard.press('Control+Shift+ArrowLeft')
  await page.keyboard.press('Control+b')
  await expect(text).toHaveValue('good **bread**')
  await page.keyboard.press('Control+End')
  await page.keyboard.type(', ')
  await tabTo(page, button('Bold'), 'Shift+Tab')
  await page.keyboard.press('ArrowLeft')
  await expect(button('Spoiler')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toHaveValue('good **bread**, >!!<')
  await expect
    .poll(() => text.evaluate((area: HTMLTextAreaElement) => area.selectionStart))
    .toBe('good **bread**, >!'.length)
  await page.keyboard.type('crunchy')
  await tabTo(page, page.getByRole('tab', { name: 'Write' }), 'Shift+Tab')
  await page.keyboard.press('ArrowRight')
  const preview = page.getByRole('tabpanel', { name: 'Preview' })
  await expect(preview.locator('strong')).toHaveText('bread')
  await expect(preview.locator('.spoiler')).toHaveText('crunchy')
  const shown = await preview.locator('.prose').innerHTML()
  await site.check(page)
  await tabTo(page, page.getByRole('checkbox', { name: 'Spoiler' }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('combobox', { name: 'Flair' }), 'Shift+Tab')
  await page.keyboard.type('Recipe')
  await publish('A loaf from every side')
  const post = page.getByRole('article', { name: 'A loaf from every side' })
  await expect(post.getByRole('link', { name: 'Recipe' })).toBeVisible()
  await expect(post.locator('.prose')).toBeHidden()
  await enter(page, button('Show spoiler'))
  expect(await post.locator('.prose').innerHTML()).toBe(shown)
  const gallery = page.getByRole('group', { name: 'Image of the post: A loaf from every side' })
  await expect(gallery.getByRole('img').first()).toHaveAttribute('alt', 'Crumb')
  await tabTo(page, gallery)
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText('2 of 2')).toBeInViewport({ ratio: 1 })
  await site.check(page)

  await start('Rye once more', [
    ['ArrowLeft', 'Poll'],
    ['ArrowLeft', 'Link'],
  ])
  await type(page, page.getByLabel('Link address'), 'https://www.example.org/rye?utm_source=x')
  await expect(page.getByRole('status').filter({ hasText: 'This link was posted before:' })).toContainText(rye.title)
  await checkInBothThemes()
  await publish('Rye once more')
  await expect(page.getByRole('link', { name: 'Open the link: example.org' })).toHaveAttribute(
    'href',
    'https://www.example.org/rye',
  )

  await start('Which bread?', [['ArrowLeft', 'Poll']])
  await type(page, box('Option 1'), 'Rye')
  await type(page, box('Option 2'), 'Wheat')
  await enter(page, button('Add an option'))
  await type(page, box('Option 3'), 'Spelt', 'Shift+Tab')
  await tabTo(page, page.getByRole('combobox', { name: 'Duration' }))
  await page.keyboard.type('3')
  await expect(page.getByRole('combobox', { name: 'Duration' })).toHaveValue('72')
  await site.check(page)
  await publish('Which bread?')
  await tabTo(page, page.getByRole('radio', { name: 'Rye' }))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('radio', { name: 'Wheat' })).toBeChecked()
  await enter(page, button('Vote'))
  const result = page.getByRole('region', { name: 'Poll' })
  await expect(result.getByRole('listitem')).toHaveText([
    /Rye\s*0 \(0%\)/,
    /Wheat\s*Your vote\s*1 \(100%\)/,
    /Spelt\s*0 \(0%\)/,
  ])
  await expect(result).toBeFocused()
  await site.check(page)

  await page.goto(`/post/${story.id}`)
  await untilHydrated(page)
  await enter(page, button('Edit'))
  await expect(box('Title')).toBeFocused()
  await tabTo(page, text)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Flour and water, four days.')
  await enter(page, button('Save changes'))
  const edited = page.getByRole('button', { name: 'edited' })
  await enter(page, edited, 'Shift+Tab')
  const dialog = page.getByRole('dialog', { name: 'Edit history' })
  await expect(dialog.locator('del')).toHaveText('Removed: five')
  await expect(dialog.locator('ins')).toHaveText('Added: four')
  await enter(page, dialog.getByText('The version before this change'))
  await expect(dialog.locator('.prose')).toHaveText('Flour and water, five days.')
  await checkInBothThemes()
  await page.keyboard.press('Escape')
  await expect(edited).toBeFocused()
})
