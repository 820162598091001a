import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { post } from '#server/features/posts/table.ts'
import { makeGif, makePhoto, makePng } from '#server/media/testing/pictures.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated, type PageOptions } from '../harness.ts'

const site = await startSite()
const { db } = site
const author = await createUser(db, { username: 'kasia_z_aparatem' })
const home = await createCategory(db, { name: 'fotografia', display_name: 'Fotografia', member_count: 50 })
await joinCategory(db, author, home)

type Options = PageOptions & { reducedMotion?: boolean }

async function open(path: string, { reducedMotion, ...options }: Options = {}): Promise<Page> {
  const page = await site.newPage({ signedInAs: author, ...options })
  if (reducedMotion) await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(path)
  await untilHydrated(page)
  return page
}

const fileOf = (buffer: Buffer, name = 'rower.png', mimeType = 'image/png') => ({ name, mimeType, buffer })
const choose = (page: Page, file: ReturnType<typeof fileOf>) =>
  page.locator('form input[type=file]').first().setInputFiles(file)
const picker = (page: Page, name: string) => page.getByRole('group', { name, exact: true })
const publish = (page: Page) => page.getByRole('button', { name: 'Opublikuj' }).click()
const mode = (page: Page, name: string) => page.getByRole('radio', { name }).check()

/** Whether the browser has decoded the picture. */
const isShown = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0)

let made = 300
const newPng = () => makePng((made += 1), 200)

/** Records a video of half a second in the browser. */
async function record(page: Page): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 48 })
    const context = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    const stopped = new Promise((resolve) => {
      recorder.onstop = resolve
    })
    recorder.start()
    for (let frame = 0; frame < 20; frame += 1) {
      context.fillStyle = `hsl(${frame * 18} 80% 50%)`
      context.fillRect(0, 0, 64, 48)
      await new Promise((resolve) => setTimeout(resolve, 30))
    }
    recorder.stop()
    await stopped
    const bytes = new Uint8Array(await new Blob(parts).arrayBuffer())
    return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  })
  return Buffer.from(text, 'base64')
}

async function startPost(page: Page, title: string): Promise<void> {
  await page.getByLabel('Tytuł').fill(title)
}

describe('a post with a picture', () => {
  test.each([
    [390, false],
    [1280, true],
  ])('CARD-5 SUB-1 POST-2 a post with a picture is written and shows it, at %i px', async (width, dark) => {
    const page = await open('/submit?community=fotografia', { width, dark })
    await startPost(page, 'Rower po remoncie')
    await mode(page, 'Obraz')
    await expect(
      page.getByText('albo upuść go tutaj lub wklej. JPEG, PNG, WebP lub GIF, najwyżej 50 MB.'),
    ).toBeVisible()
    await choose(page, fileOf(await makePhoto(1_300, 900), 'rower.jpg', 'image/jpeg'))
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await expect(picker(page, 'Obraz').getByRole('status')).toHaveText('Plik jest gotowy.')
    await site.check(page)
    await publish(page)
    await expect(page).toHaveURL(/\/post\/\d+$/)
    const image = page.getByAltText('Zdjęcie do posta: Rower po remoncie')
    await expect(image).toBeVisible()
    await expect(image).toHaveAttribute('srcset', /-480\.webp 480w, .*-960\.webp 960w, .*-1300x900\.webp 1300w$/)
    await expect.poll(() => isShown(page, '.post img')).toBe(true)
    await page.goto('/r/fotografia')
    await expect.poll(() => isShown(page, '.post-card img')).toBe(true)
  })

  test('a picture dropped on the post form is attached', async () => {
    const page = await open('/submit')
    await mode(page, 'Obraz')
    const data = newPng().toString('base64')
    const transfer = await page.evaluateHandle((base64) => {
      const given = new DataTransfer()
      given.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'a.png', { type: 'image/png' }),
      )
      return given
    }, data)
    await picker(page, 'Obraz').dispatchEvent('dragover', { dataTransfer: transfer })
    await expect(picker(page, 'Obraz')).toHaveClass(/upload--over/)
    await picker(page, 'Obraz').dispatchEvent('drop', { dataTransfer: transfer })
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
  })

  test('a picture pasted into the post form is attached', async () => {
    const page = await open('/submit')
    await mode(page, 'Obraz')
    const data = newPng().toString('base64')
    await page.getByLabel('Treść').evaluate((area, base64) => {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(
        new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'a.png', { type: 'image/png' }),
      )
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, data)
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
  })

  test('a post form keeps its picture through a reload and after switching to text and back', async () => {
    const page = await open('/submit')
    await startPost(page, 'Jeszcze nie')
    await mode(page, 'Obraz')
    await choose(page, fileOf(newPng()))
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await reload(page)
    await untilHydrated(page)
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await mode(page, 'Tekst')
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toHaveCount(0)
    await mode(page, 'Obraz')
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await page.getByRole('button', { name: 'Usuń plik' }).click()
    await expect(page.getByRole('button', { name: 'Wybierz obraz' })).toBeVisible()
    await expect(page.getByLabel('Tytuł')).toHaveValue('Jeszcze nie')
  })

  test('a post switched from picture to text is sent without the picture', async () => {
    const page = await open('/submit?community=fotografia')
    await startPost(page, 'Sam tekst')
    await mode(page, 'Obraz')
    await choose(page, fileOf(newPng()))
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await mode(page, 'Tekst')
    await publish(page)
    await expect(page).toHaveURL(/\/post\/\d+$/)
    await expect(page.locator('.post img')).toHaveCount(0)
  })
})

describe('an upload in progress', () => {
  test('an upload shows its progress, can be cancelled, and blocks sending the form', async () => {
    const page = await open('/submit?community=fotografia')
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/upload/image', async (route) => {
      await held
      await route.abort()
    })
    await startPost(page, 'Wolne łącze')
    await mode(page, 'Obraz')
    await choose(page, fileOf(newPng()))
    await expect(page.getByText('rower.png')).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Przesyłanie pliku' })).toBeVisible()
    await publish(page)
    await expect(page.getByRole('alert')).toHaveText('Poczekaj, aż plik się prześle, albo anuluj przesyłanie.')
    await site.check(page)
    await page.getByRole('button', { name: 'Anuluj przesyłanie' }).click()
    await expect(page.getByRole('button', { name: 'Wybierz obraz' })).toBeVisible()
    answer()
    await expect(page.getByLabel('Tytuł')).toHaveValue('Wolne łącze')
    await expect(page.getByText('Nie udało się przesłać pliku')).toHaveCount(0)
  })

  test('an upload interrupted by the network can be retried', async () => {
    const page = await open('/submit', { expectErrors: [/Failed to load resource/] })
    await mode(page, 'Obraz')
    await page.route('**/api/upload/image', (route) => route.abort())
    await choose(page, fileOf(newPng()))
    await expect(page.getByRole('alert')).toContainText('Nie udało się przesłać pliku')
    await page.unroute('**/api/upload/image')
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await expect(page.getByText('Nie udało się przesłać pliku')).toHaveCount(0)
  })

  test.each([
    ['en', 'Image', 'Image file too large. Max 50MB', 'image/png'],
    ['en', 'Video', 'Video file too large. Max 50MB', 'video/mp4'],
    ['pl', 'Obraz', 'Plik obrazu jest za duży. Maksymalnie 50 MB', 'image/png'],
    ['pl', 'Wideo', 'Plik wideo jest za duży. Maksymalnie 50 MB', 'video/mp4'],
  ] as const)(
    'SUB-6 a file of more than 50 MB is refused before the upload (%s, %s)',
    async (lang, name, sentence, type) => {
      const page = await open('/submit', { lang })
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.url().includes('/api/upload/')) sent.push(request.url())
      })
      await mode(page, name)
      // The file is created in the page, since it is too large for Playwright's connection.
      await page
        .locator('form input[type=file]')
        .first()
        .evaluate((input, mime) => {
          const given = new DataTransfer()
          given.items.add(new File([new Uint8Array(52_428_801)], 'a', { type: mime }))
          Object.defineProperty(input, 'files', { value: given.files, configurable: true })
          input.dispatchEvent(new Event('change', { bubbles: true }))
        }, type)
      await expect(page.getByRole('alert')).toHaveText(sentence)
      expect(sent).toEqual([])
    },
  )

  test('a file that is no picture is refused by type in the browser and by content on the server', async () => {
    const page = await open('/submit')
    await mode(page, 'Obraz')
    await choose(page, fileOf(Buffer.from('x'), 'a.txt', 'text/plain'))
    await expect(page.getByRole('alert')).toHaveText('Wybierz plik obrazu')
    await choose(page, fileOf(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 'image/svg+xml'))
    await expect(page.getByRole('alert')).toHaveText(
      'Nie przyjmujemy plików SVG. Zapisz obraz jako PNG i prześlij go ponownie.',
    )
  })
})

describe('a refused file', () => {
  test.each([
    ['pl', 'Obraz', 'Opublikować bez obrazu?', 'Wróć', 'Opublikuj bez obrazu'],
    ['en', 'Video', 'Publish without the video?', 'Go back', 'Publish without the video'],
  ] as const)(
    'a post whose file was refused is sent without the file only after a confirmation (%s, %s)',
    async (lang, name, title, back, without) => {
      const page = await open('/submit?community=fotografia', { lang })
      const sent: string[] = []
      page.on('request', (request) => {
        if (request.method() === 'POST' && request.url().endsWith('/api/posts')) sent.push(request.url())
      })
      await page.locator('form input[name=title]').fill('Bez pliku')
      await mode(page, name)
      await choose(page, fileOf(Buffer.from('x'), 'a.txt', 'text/plain'))
      await expect(page.getByRole('alert')).toBeVisible()
      const send = page.locator('#main form .btn--primary')
      await send.click()
      const question = page.getByRole('alertdialog', { name: title })
      await expect(question).toBeVisible()
      await site.check(page)
      await question.getByRole('button', { name: back }).click()
      await expect(question).toHaveCount(0)
      expect(sent).toEqual([])
      await send.click()
      await question.getByRole('button', { name: without }).click()
      await expect(page).toHaveURL(/\/post\/\d+$/)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bez pliku')
    },
  )

  test('a picture post whose file was refused can become a text post and be published without a question', async () => {
    const page = await open('/submit?community=fotografia')
    await startPost(page, 'Jednak tekst')
    await mode(page, 'Obraz')
    await choose(page, fileOf(Buffer.from('x'), 'a.txt', 'text/plain'))
    await expect(page.getByRole('alert')).toHaveText('Wybierz plik obrazu')
    await mode(page, 'Tekst')
    await publish(page)
    await expect(page).toHaveURL(/\/post\/\d+$/)
  })

  test('a comment whose file was refused is sent without the file only after a confirmation', async () => {
    const { id } = await createPost(db, { category: home })
    const page = await open(`/post/${id}`)
    await page.getByLabel('Dodaj komentarz').fill('Patrzcie na to.')
    await mode(page, 'Obraz')
    await choose(page, fileOf(Buffer.from('x'), 'a.txt', 'text/plain'))
    await page.getByRole('button', { name: 'Skomentuj' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Wróć' }).click()
    await expect(page.getByLabel('Dodaj komentarz')).toHaveValue('Patrzcie na to.')
    await expect(page.locator('.comment')).toHaveCount(0)
  })
})

describe('a video', () => {
  test('GEN-4 SUB-1 POST-2 a video is published and plays', async () => {
    const page = await open('/submit?community=fotografia')
    const film = await record(page)
    await startPost(page, 'Pierwszy film')
    await mode(page, 'Wideo')
    await choose(page, fileOf(film, 'film.webm', 'video/webm'))
    await expect(page.getByLabel('Podgląd przesłanego filmu')).toBeVisible()
    await site.check(page)
    await publish(page)
    await expect(page).toHaveURL(/\/post\/\d+$/)
    const video = page.getByLabel('Film do posta: Pierwszy film')
    await expect(video).toBeVisible()
    // If FFmpeg made a poster, the video loads nothing until it is played, so the test plays it.
    await video.evaluate((element: HTMLVideoElement) => {
      element.muted = true
      return element.play()
    })
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.videoWidth)).toBe(64)
    await expect.poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0)
    await site.check(page)
  })
})

describe('a comment', () => {
  test('CMT-5 a comment may consist of a picture alone, and the comment form is cleared after sending', async () => {
    const { id } = await createPost(db, { category: home, title: 'Pokażcie swoje' })
    const page = await open(`/post/${id}`)
    await mode(page, 'Obraz')
    await choose(page, fileOf(newPng()))
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await site.check(page)
    await page.getByRole('button', { name: 'Skomentuj' }).click()
    await expect(page.getByAltText('Zdjęcie w komentarzu: kasia_z_aparatem')).toBeVisible()
    await expect.poll(() => isShown(page, '.comment img')).toBe(true)
    await expect(page.getByRole('radio', { name: 'Tekst' })).toBeChecked()
  })

  test('a visitor who attaches a file to a comment is asked to log in before the upload', async () => {
    const { id } = await createPost(db, { category: home })
    const page = await open(`/post/${id}`, { signedInAs: undefined })
    await mode(page, 'Obraz')
    await choose(page, fileOf(newPng()))
    await expect(page.getByText('Musisz się zalogować, aby dodać plik')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Wybierz obraz' })).toBeVisible()
  })
})

describe('an animated picture', () => {
  async function gifPost(): Promise<{ id: number; url: string }> {
    const page = await open('/submit?community=fotografia')
    await startPost(page, 'Kot w ruchu')
    await mode(page, 'Obraz')
    await choose(page, fileOf(makeGif((made += 1), 100), 'kot.gif', 'image/gif'))
    await expect(page.getByAltText('Podgląd przesłanego obrazu')).toBeVisible()
    await publish(page)
    await expect(page).toHaveURL(/\/post\/\d+$/)
    const id = Number(new URL(page.url()).pathname.split('/').pop())
    const [row] = await db.select({ url: post.image_url }).from(post).where(eq(post.id, id))
    return { id, url: row!.url! }
  }
  const current = (page: Page, selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((image: HTMLImageElement) => image.currentSrc && new URL(image.currentSrc).pathname)

  test('an animated picture plays on its page and can be stopped', async () => {
    const { id, url } = await gifPost()
    const page = await open(`/post/${id}`)
    await expect.poll(() => current(page, '.post img')).toBe(url)
    await page.getByRole('button', { name: 'Zatrzymaj GIF' }).click()
    await expect.poll(() => current(page, '.post img')).toBe(url.replace('.gif', '-poster.webp'))
    await site.check(page)
  })

  test('an animated picture shows its first frame to readers who prefer reduced motion', async () => {
    const { id, url } = await gifPost()
    const page = await open(`/post/${id}`, { reducedMotion: true })
    await expect.poll(() => current(page, '.post img')).toBe(url.replace('.gif', '-poster.webp'))
    await page.getByRole('button', { name: 'Odtwórz GIF' }).click()
    await expect.poll(() => current(page, '.post img')).toBe(url)
  })

  test('an animated picture in a list plays only once it is clicked', async () => {
    const { url } = await gifPost()
    const page = await open('/r/fotografia?sort=new')
    await expect.poll(() => current(page, '.post-card img')).toBe(url.replace('.gif', '-poster.webp'))
    await page.getByRole('button', { name: 'Odtwórz GIF' }).first().click()
    await expect.poll(() => current(page, '.post-card img')).toBe(url)
    await expect(page).toHaveURL('/r/fotografia?sort=new')
  })
})

test('a picture or video that fails to load is hidden together with its space', async () => {
  const image_url = `/media/i/${'ab'.repeat(20)}-800x600.webp`
  const [image, video] = [
    await createPost(db, { category: home, title: 'Bez obrazu', image_url, image_width: 800, image_height: 600 }),
    await createPost(db, { category: home, title: 'Bez filmu', video_url: `/media/v/${'ab'.repeat(20)}.mp4` }),
  ]
  const page = await open(`/post/${image.id}`)
  await expect(page.locator('.post .media')).toHaveCount(0)
  await page.goto(`/post/${video.id}`)
  await expect(page.locator('.post .media')).toHaveCount(0)
})
