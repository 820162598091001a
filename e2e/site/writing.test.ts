import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { comment } from '#server/features/comments/table.ts'
import { textVersion } from '#server/features/history/table.ts'
import { post } from '#server/features/posts/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const author = await createUser(db, { username: 'kasia_pisze' })
await createCategory(db, { name: 'piekarnia', display_name: 'Piekarnia', creator: author })

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

async function startPost(page: Page, title: string, mode: string): Promise<void> {
  await open(page, '/submit?community=piekarnia')
  await page.getByLabel('Tytuł').fill(title)
  await page.getByRole('radio', { name: mode }).check()
}

async function publish(page: Page): Promise<number> {
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(page).toHaveURL(/\/post\/\d+$/)
  return Number(page.url().split('/').at(-1))
}

const option = (page: Page, text: string) =>
  page.getByRole('region', { name: 'Ankieta' }).getByRole('listitem').filter({ hasText: text })

test('WRITE-3 a poll survives a reload; its result is shown to voters, and to all once it is closed', async () => {
  const page = await site.newPage({ signedInAs: author, width: 390 })
  await startPost(page, 'Jaki chleb?', 'Ankieta')
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(page.getByRole('alert')).toContainText('Odpowiedź w ankiecie może mieć od 1 do 100 znaków.')
  await page.getByRole('textbox', { name: 'Odpowiedź 1' }).fill('Żytni')
  await page.getByRole('textbox', { name: 'Odpowiedź 2' }).fill('Pszenny')
  await page.getByRole('button', { name: 'Dodaj odpowiedź' }).click()
  await page.getByRole('textbox', { name: 'Odpowiedź 3' }).fill('Orkiszowy')
  await page.getByRole('combobox', { name: 'Czas trwania' }).selectOption('3 dni')
  await site.check(page)
  await open(page, '/submit')
  await expect(page.getByRole('radio', { name: 'Ankieta' })).toBeChecked()
  await expect(page.getByRole('textbox', { name: 'Odpowiedź 3' })).toHaveValue('Orkiszowy')
  const id = await publish(page)
  await page.getByRole('radio', { name: 'Pszenny' }).check()
  await page.getByRole('button', { name: 'Zagłosuj' }).click()
  await expect(option(page, 'Pszenny')).toContainText('1 (100%)')
  await expect(option(page, 'Pszenny')).toContainText('Twój głos')
  await expect(page.getByText(/^1 głos · do końca 3 dni|^1 głos · do końca 2 dni/)).toBeVisible()
  await site.check(page)

  const visitor = await site.newPage({ javaScript: false })
  await visitor.goto(`/post/${id}`)
  await expect(visitor.getByRole('radio', { name: 'Pszenny' })).toBeVisible()
  await expect(visitor.getByText('Wynik zobaczysz po oddaniu głosu.')).toBeVisible()
  const sources = await Promise.all(
    [`/post/${id}`, '/r/piekarnia', '/'].map(async (path) => (await fetch(site.url + path)).text()),
  )
  for (const source of sources) expect(source).not.toMatch(/votes&quot;:\d|"votes":\d/)
  await visitor.goto('/r/piekarnia')
  await expect(visitor.getByText('Ankieta · 1 głos')).toBeVisible()
  await db
    .update(post)
    .set({ poll_closes_at: new Date(Date.now() - 1_000) })
    .where(eq(post.id, id))
  const other = await site.newPage({ javaScript: false, signedInAs: await createUser(db) })
  await other.goto(`/post/${id}`)
  await expect(option(other, 'Pszenny')).toContainText('1 (100%)')
  await expect(other.getByText('1 głos · zakończona')).toBeVisible()
})

test('WRITE-1 WRITE-4 a link posted before causes a warning and shows its domain; a click opens spoilers', async () => {
  const page = await site.newPage({ signedInAs: author, width: 390, dark: true })
  await startPost(page, 'Przepis na żurek', 'Link')
  await page.getByLabel('Adres linku').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Opublikuj' }).click()
  await expect(page.getByText('Podaj pełny adres, który zaczyna się od https:// albo http://.')).toBeVisible()
  await page.getByLabel('Adres linku').fill('https://www.example.org/zurek?utm_source=x')
  await page.getByLabel('Treść').fill('Zakwas stoi pięć dni.')
  await page.getByRole('checkbox', { name: 'Spoiler' }).check()
  await site.check(page)
  const id = await publish(page)
  const link = page.getByRole('link', { name: 'Otwórz link: example.org' })
  await expect(link).toHaveAttribute('href', 'https://www.example.org/zurek')
  await expect(page.getByText('Zakwas stoi pięć dni.')).toBeHidden()
  await page.getByRole('button', { name: 'Pokaż spoiler' }).click()
  await expect(page.getByText('Zakwas stoi pięć dni.')).toBeVisible()

  await startPost(page, 'Jeszcze raz żurek', 'Link')
  await page.getByLabel('Adres linku').fill('https://www.example.org/zurek#skladniki')
  await expect(page.getByRole('status').filter({ hasText: 'Ten link już tu był:' })).toContainText('Przepis na żurek')

  // The reader is signed in, since visitors may get a cached page of the community.
  const reader = await site.newPage({ javaScript: false, signedInAs: await createUser(db) })
  await reader.goto('/r/piekarnia')
  const card = reader.getByRole('article', { name: 'Przepis na żurek' })
  await expect(card.getByRole('link', { name: 'Otwórz link: example.org' })).toBeVisible()
  await expect(card.getByText('Zakwas stoi pięć dni.')).toBeHidden()
  await card.getByRole('button', { name: 'Pokaż spoiler' }).click()
  await expect(card.getByText('Zakwas stoi pięć dni.')).toBeVisible()
  await card.getByRole('link', { name: 'Przepis na żurek' }).click()
  await expect(reader).toHaveURL(`/post/${id}`)
})

test('WRITE-2 several pictures are uploaded at once, described, reordered, and scroll without JavaScript', async () => {
  const page = await site.newPage({ signedInAs: author, width: 390 })
  await startPost(page, 'Bochenek z każdej strony', 'Obraz')
  const file = (width: number) => ({ name: `${width}.png`, mimeType: 'image/png', buffer: makePng(width, 200) })
  await page.locator('form input[type=file]').setInputFiles([file(311), file(312), file(313)])
  const rows = page.getByRole('main').getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await page.getByRole('textbox', { name: 'Opis obrazu 1' }).fill('Skórka')
  await page.getByRole('textbox', { name: 'Opis obrazu 2' }).fill('Miękisz')
  await page.getByRole('button', { name: 'Przesuń obraz 2 wcześniej' }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Opis obrazu 1' })).toHaveValue('Miękisz')
  await expect(page.getByRole('button', { name: 'Przesuń obraz 1 później' })).toBeFocused()
  await page.getByRole('button', { name: 'Usuń obraz 3' }).click()
  await expect(rows).toHaveCount(2)
  await site.check(page)
  await reload(page)
  await untilHydrated(page)
  await expect(page.getByRole('textbox', { name: 'Opis obrazu 2' })).toHaveValue('Skórka')
  const id = await publish(page)
  const gallery = page.getByRole('group', { name: 'Zdjęcie do posta: Bochenek z każdej strony' })
  await expect(gallery.getByRole('img').first()).toHaveAttribute('alt', 'Miękisz')
  await gallery.focus()
  await page.keyboard.press('ArrowRight')
  await expect(gallery.getByText('2 z 2')).toBeInViewport({ ratio: 1 })
  await page.getByRole('button', { name: 'Edytuj' }).click()
  await page.getByRole('textbox', { name: 'Opis obrazu 1' }).fill('Miękisz z bliska')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await expect(gallery.getByRole('img').first()).toHaveAttribute('alt', 'Miękisz z bliska')
  await expect(page.getByText('edytowano')).toHaveCount(0)

  const reader = await site.newPage({ javaScript: false, signedInAs: await createUser(db), width: 390 })
  await reader.goto('/r/piekarnia')
  const card = reader.getByRole('group', { name: 'Zdjęcie do posta: Bochenek z każdej strony' })
  await expect(card.getByText('1 z 2')).toBeInViewport()
  await card.evaluate((element) => element.scrollTo({ left: element.clientWidth, behavior: 'instant' }))
  await expect(card.getByText('2 z 2')).toBeInViewport({ ratio: 1 })
  await reader.getByRole('link', { name: 'Bochenek z każdej strony' }).click()
  await expect(reader).toHaveURL(`/post/${id}`)
})

test('WRITE-2 a picture whose upload is interrupted is sent again without losing the text', async () => {
  const page = await site.newPage({ signedInAs: author, expectErrors: [/Failed to load resource/] })
  let sent = 0
  await page.route('**/api/upload/image', (route) => (++sent === 4 ? route.abort('connectionreset') : route.continue()))
  await startPost(page, 'Dziesięć bochenków', 'Obraz')
  await page.getByLabel('Treść').fill('Każdy z innej mąki.')
  const file = (at: number) => ({ name: `${at}.png`, mimeType: 'image/png', buffer: makePng(330 + at, 200) })
  await page.locator('form input[type=file]').setInputFiles(Array.from({ length: 10 }, (_, at) => file(at)))
  const rows = page.getByRole('main').getByRole('listitem')
  const alert = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Spróbuj ponownie' }) })
  await expect(alert).toBeVisible()
  await expect(rows).toHaveCount(3)
  await expect(page.getByLabel('Treść')).toHaveValue('Każdy z innej mąki.')
  await alert.getByRole('button', { name: 'Spróbuj ponownie' }).click()
  await expect(rows).toHaveCount(10)
  await page.getByRole('textbox', { name: 'Opis obrazu 10', exact: true }).fill('Ostatni')
  const earlier = (place: number) => page.getByRole('button', { name: `Przesuń obraz ${place} wcześniej`, exact: true })
  await earlier(10).focus()
  for (let place = 10; place > 1; place -= 1) {
    await expect(earlier(place)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  const first = page.getByRole('textbox', { name: 'Opis obrazu 1', exact: true })
  await expect(first).toHaveValue('Ostatni')

  await rows.nth(1).evaluate((row) => row.scrollIntoView({ block: 'center', behavior: 'instant' }))
  const [from, to] = [await rows.nth(0).locator('.images__grip').boundingBox(), await rows.nth(2).boundingBox()]
  await page.mouse.move(from!.x + from!.width / 2, from!.y + from!.height / 2)
  await page.mouse.down()
  await page.mouse.move(to!.x + to!.width / 2, to!.y + to!.height / 2, { steps: 8 })
  await page.mouse.up()
  await expect(page.getByRole('textbox', { name: 'Opis obrazu 3', exact: true })).toHaveValue('Ostatni')
  await expect(first).toHaveValue('')
  await site.check(page)
  const id = await publish(page)
  const [stored] = await db.select({ images: post.images, content: post.content }).from(post).where(eq(post.id, id))
  expect(stored).toMatchObject({ content: 'Każdy z innej mąki.' })
  expect(stored!.images!.map(({ alt }) => alt)).toEqual(['', '', 'Ostatni', ...Array.from({ length: 7 }, () => '')])
})

test("WRITE-6 'edytowano' opens earlier versions of a post and of a comment with changed words marked", async () => {
  const created_at = new Date(Date.now() - 3_600_000)
  const story = await createPost(db, { author, title: 'Zakwas', content: 'Mąka i **woda**, pięć dni.', created_at })
  const said = await createComment(db, { post: story, content: 'Sześć dni, nie pięć.', created_at })
  await db.update(comment).set({ edited_at: new Date() }).where(eq(comment.id, said.id))
  await db
    .insert(textVersion)
    .values({
      comment_id: said.id,
      content: 'Siedem dni, nie pięć.',
      content_html: '<p>Siedem dni, nie pięć.</p>',
      renderer_version: 99,
      edited_at: new Date(),
    })
  const page = await site.newPage({ signedInAs: author, width: 390, dark: true })
  await open(page, `/post/${story.id}`)
  await page.getByRole('button', { name: 'Edytuj' }).click()
  await page.getByLabel('Treść').fill('Mąka i **woda**, cztery dni.')
  await page.getByRole('button', { name: 'Zapisz zmiany' }).click()
  await page.getByRole('article', { name: 'Zakwas' }).getByRole('button', { name: 'edytowano' }).click()
  const dialog = page.getByRole('dialog', { name: 'Historia zmian' })
  await expect(dialog.locator('del')).toHaveText('Usunięto: pięć')
  await expect(dialog.locator('ins')).toHaveText('Dodano: cztery')
  await dialog.getByText('Wersja przed tą zmianą').click()
  await expect(dialog.locator('strong')).toHaveText('woda')
  await site.check(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)

  const visitor = await site.newPage({ lang: 'en' })
  await open(visitor, `/post/${story.id}`)
  await visitor.locator('.comment').getByRole('button', { name: 'edited' }).click()
  await expect(visitor.getByRole('dialog', { name: 'Edit history' }).locator('del')).toHaveText('Removed: Siedem')
})

test('WRITE-6 the history of long texts loads in pages, and its author may delete a version', async () => {
  const created_at = new Date(Date.now() - 3_600_000)
  const story = await createPost(db, { author, title: 'Długi zakwas', content: 'Teraz.', created_at })
  await db.update(post).set({ edited_at: new Date() }).where(eq(post.id, story.id))
  for (const n of [1, 2, 3]) {
    const content = `Wersja ${n} `.padEnd(140_000, 'x')
    await db
      .insert(textVersion)
      .values({
        post_id: story.id,
        title: story.title,
        content,
        content_html: `<p>${content}</p>`,
        renderer_version: 99,
        edited_at: new Date(),
      })
  }
  const page = await site.newPage({ signedInAs: author })
  await open(page, `/post/${story.id}`)
  await page.getByRole('article', { name: 'Długi zakwas' }).getByRole('button', { name: 'edytowano' }).click()
  const dialog = page.getByRole('dialog', { name: 'Historia zmian' })
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await dialog.getByRole('button', { name: 'Pokaż starsze wersje' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await expect(dialog.getByRole('button', { name: 'Pokaż starsze wersje' })).toHaveCount(0)
  await dialog.getByRole('listitem').nth(1).getByRole('button', { name: 'Skasuj tę wersję' }).click()
  const question = page.getByRole('alertdialog', { name: 'Skasować tę wersję?' })
  await site.check(page)
  await question.getByRole('button', { name: 'Anuluj' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  await dialog.getByRole('listitem').nth(1).getByRole('button', { name: 'Skasuj tę wersję' }).click()
  await question.getByRole('button', { name: 'Skasuj tę wersję' }).click()
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  expect(await db.$count(textVersion, eq(textVersion.post_id, story.id))).toBe(2)

  const visitor = await site.newPage({ lang: 'en' })
  await open(visitor, `/post/${story.id}`)
  await visitor.getByRole('article', { name: 'Długi zakwas' }).getByRole('button', { name: 'edited' }).click()
  await expect(visitor.getByRole('dialog', { name: 'Edit history' }).getByRole('listitem')).toHaveCount(2)
  await expect(visitor.getByRole('button', { name: 'Delete this version' })).toHaveCount(0)
})

/** Fires the events of a browser for a pasted or dropped file. */
async function give(area: Locator, event: 'paste' | 'drop', file: Buffer): Promise<void> {
  await area.evaluate(
    (element, [type, base64]) => {
      const data = new DataTransfer()
      data.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'a.png', { type: 'image/png' }),
      )
      const init = { bubbles: true, cancelable: true }
      element.dispatchEvent(
        type === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: data })
          : new DragEvent('drop', { ...init, dataTransfer: data }),
      )
    },
    [event, file.toString('base64')] as const,
  )
}

test('WRITE-5 the text editor has buttons, shortcuts with undo, and a preview like the published text', async () => {
  const page = await site.newPage({ signedInAs: author, width: 390 })
  await startPost(page, 'Zapiski', 'Tekst')
  const area = page.getByLabel('Treść')
  await area.fill('ważne')
  const bold = page.getByRole('button', { name: 'Pogrubienie' })
  await expect(bold).toBeVisible()
  await area.selectText()
  await bold.click()
  await expect(area).toHaveValue('**ważne**')
  await expect(area).toBeFocused()
  await expect
    .poll(() => area.evaluate((element: HTMLTextAreaElement) => [element.selectionStart, element.selectionEnd]))
    .toEqual([2, 7])
  await page.keyboard.press('Control+i')
  await expect(area).toHaveValue('***ważne***')
  await page.keyboard.press('Control+z')
  await expect(area).toHaveValue('**ważne**')
  // Moves the cursor before the frame that follows the shortcut, as a fast typist does.
  expect(
    await area.evaluate(async (element: HTMLTextAreaElement) => {
      element.dispatchEvent(
        new KeyboardEvent('keydown', { code: 'KeyE', ctrlKey: true, bubbles: true, cancelable: true }),
      )
      element.setSelectionRange(0, 0)
      await new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done))
      })
      return [element.value.includes('`'), element.selectionStart]
    }),
  ).toEqual([true, 0])
  await page.keyboard.press('Control+z')
  await expect(area).toHaveValue('**ważne**')
  await area.press('Control+End')
  await page.keyboard.type(' i tajne')
  await page.keyboard.press('Shift+Control+ArrowLeft')
  await page.keyboard.press('Control+Shift+Digit1')
  await expect(area).toHaveValue('**ważne** i >!tajne!<')
  await page.getByRole('tab', { name: 'Podgląd' }).click()
  const preview = page.getByRole('tabpanel', { name: 'Podgląd' })
  await expect(preview.locator('strong')).toHaveText('ważne')
  await site.check(page)
  const shown = await preview.locator('.prose').innerHTML()
  await page.getByRole('tab', { name: 'Podgląd' }).press('ArrowLeft')
  await expect(area).toBeVisible()
  await publish(page)
  expect(await page.locator('.post .prose').innerHTML()).toBe(shown)
})

test.each([390, 1280])(
  "WRITE-5 the editor's toolbar on %i px is above every text field before focus, and works before its code loads",
  async (width) => {
    const page = await site.newPage({ signedInAs: author, width })
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/assets/apply-mark-*.js', async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/submit?community=piekarnia')
    await untilHydrated(page)
    const [area, bold, button] = [
      page.getByLabel('Treść'),
      page.getByRole('button', { name: 'Pogrubienie' }),
      page.getByRole('button', { name: 'Opublikuj' }),
    ]
    for (const kind of ['Tekst', 'Obraz', 'Ankieta']) {
      await page.getByRole('radio', { name: kind }).check()
      await expect(page.getByRole('tab', { name: 'Podgląd' })).toBeVisible()
      const [tools, text] = [await bold.boundingBox(), await area.boundingBox()]
      expect(tools!.y + tools!.height).toBeLessThanOrEqual(text!.y)
    }
    const before = await button.boundingBox()
    await area.focus()
    await area.fill('ważne')
    await area.selectText()
    await bold.click()
    expect(await button.boundingBox()).toEqual(before)
    release()
    await expect(area).toHaveValue('**ważne**')
    // The toolbar is one tab stop; arrow keys move within it.
    await page.keyboard.press('Shift+Tab')
    await expect(bold).toBeFocused()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'Spoiler' })).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(page.getByRole('tab', { name: 'Pisanie' })).toBeFocused()
  },
)

test('WRITE-5 a picture pasted into a post or dropped on a comment is uploaded and attached', async () => {
  const page = await site.newPage({ signedInAs: author })
  await startPost(page, 'Wklejony obraz', 'Tekst')
  await page.getByLabel('Treść').focus()
  await give(page.getByLabel('Treść'), 'paste', makePng(321, 200))
  await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
  await expect(page.getByRole('radio', { name: 'Obraz' })).toBeChecked()
  await give(page.getByLabel('Treść'), 'drop', makePng(322, 200))
  await expect(page.getByAltText('Podgląd przesłanego obrazu')).toHaveCount(2)
  await publish(page)
  const comment = page.getByLabel('Dodaj komentarz')
  await comment.fill('A tu mój')
  await give(comment, 'drop', makePng(323, 200))
  await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
  await page.getByRole('button', { name: 'Skomentuj' }).click()
  await expect(page.getByAltText('Zdjęcie w komentarzu: kasia_pisze')).toBeVisible()
})

test.each([
  [
    390,
    'en',
    {
      field: 'Add a comment',
      preview: 'Preview of the uploaded image',
      send: 'Comment',
      picture: 'Picture in the comment: kasia_pisze',
    },
  ],
  [
    1280,
    'pl',
    {
      field: 'Dodaj komentarz',
      preview: 'Podgląd przesłanego obrazu',
      send: 'Skomentuj',
      picture: 'Zdjęcie w komentarzu: kasia_pisze',
    },
  ],
] as const)(
  'WRITE-5 a picture pasted into a comment is attached and the text stays, on %i px in %s',
  async (width, lang, words) => {
    const thread = await createPost(db, { title: `Pod tym ${width}` })
    const page = await site.newPage({ signedInAs: author, width, lang })
    await open(page, `/post/${thread.id}`)
    const area = page.getByLabel(words.field)
    await area.fill('Mój bochenek')
    await give(area, 'paste', makePng(400, 200))
    await expect(page.getByAltText(words.preview)).toBeVisible()
    await expect(area).toHaveValue('Mój bochenek')
    await site.check(page)
    await page.getByRole('button', { name: words.send, exact: true }).click()
    await expect(page.getByAltText(words.picture)).toBeVisible()
    await expect(page.locator('.comment').getByText('Mój bochenek')).toBeVisible()
  },
)
