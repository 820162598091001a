import { test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { session } from '#server/features/auth/table.ts'
import { message } from '#server/features/messages/table.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { createBlock, createMessage, createUser } from '#server/test/factories.ts'
import { untilSameDay } from '#server/test/same-day.ts'
import { expect, reload, startSite, stopClock, untilDraftIsStored, untilHydrated } from '../harness.ts'

// The server's time zone, far from that of the readers (Warsaw).
const site = await startSite({ MESSAGE_TTL_AFTER_READ: '90m', TIME_ZONE: 'Pacific/Auckland' })
const { db } = site
const HOUR = 3_600_000
const POLL = 10_000

const newMember = (prefix: string, columns = {}) =>
  createUser(db, { username: `${prefix}_${crypto.randomUUID().slice(0, 6)}`, ...columns })
const hoursAgo = (n: number) => new Date(Date.now() - n * HOUR)
/** Noon in UTC, long ago, but not so long that an unread message has expired. */
const LONG_AGO = new Date(new Date(Date.now() - 200 * 24 * HOUR).setUTCHours(12, 0, 0, 0))
const dayOf = (timeZone: string) => LONG_AGO.toLocaleDateString('pl', { timeZone, dateStyle: 'long' })
const timeOf = (timeZone: string) => LONG_AGO.toLocaleTimeString('pl', { timeZone, timeStyle: 'short' })
const isRead = async (id: number) =>
  (await db.select({ at: message.read_at }).from(message).where(eq(message.id, id)))[0]!.at !== null

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const log = (page: Page) => page.getByRole('log')
const bubble = (page: Page, text: string) => page.locator('.message', { hasText: text })

async function send(page: Page, text: string): Promise<void> {
  await page.getByLabel('Wiadomość', { exact: true }).fill(text)
  await page.getByRole('button', { name: 'Wyślij' }).click()
}

async function setInSight(page: Page, isInSight: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state })
      document.dispatchEvent(new Event('visibilitychange'))
    },
    isInSight ? 'visible' : 'hidden',
  )
}

test('RTE-16 MSG-1,2 CON-5 the list of conversations shows partner, last message, time and unread count', async () => {
  const [reader, writer] = [await newMember('marek'), await newMember('kasia')]
  await createMessage(db, writer, reader, { content: 'Pierwsza.', created_at: hoursAgo(3) })
  await createMessage(db, writer, reader, { content: `${'a'.repeat(60)}bcd`, created_at: hoursAgo(2) })
  const page = await site.newPage({ signedInAs: reader, width: 390 })
  await open(page, '/messages')
  const row = page.getByRole('listitem').filter({ hasText: writer.username })
  await expect(row).toContainText(`${'a'.repeat(60)}…`)
  await expect(row).not.toContainText('aab')
  await expect(row).toContainText('2 h temu')
  await expect(row).toContainText('2 nieprzeczytane wiadomości')
  await expect(page.getByRole('link', { name: 'Wiadomości, 2 nieprzeczytane' })).toBeVisible()
  await row.getByRole('link').click()
  await expect(page).toHaveURL(`/conversation/${writer.username}`)
  await expect(page.getByRole('link', { name: 'Wiadomości', exact: true })).toBeVisible()
})

test('MSG-3 a new message requires recipient and text', async () => {
  const page = await site.newPage({ signedInAs: await newMember('marek') })
  await open(page, '/messages')
  await page.getByRole('button', { name: 'Wyślij' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wypełnij wszystkie pola')
  await expect(page.getByLabel('Do kogo')).toBeFocused()
  await page.getByLabel('Do kogo').fill('ktokolwiek')
  await page.getByRole('button', { name: 'Wyślij' }).click()
  await expect(page.getByRole('alert')).toHaveText('Wypełnij wszystkie pola')
  await expect(page.getByLabel('Wiadomość', { exact: true })).toBeFocused()
  await site.check(page)
})

test('MSG-4 recipients are suggested from two characters on and chosen by keyboard', async () => {
  const [writer, recipient] = [await newMember('marek'), await newMember('wanda')]
  const page = await site.newPage({ signedInAs: writer, width: 390 })
  const searches: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/users/search')) searches.push(new URL(request.url()).searchParams.get('q')!)
  })
  await stopClock(page)
  await open(page, '/messages')
  const field = page.getByLabel('Do kogo')
  await field.pressSequentially('w')
  await page.clock.runFor(1000)
  await field.pressSequentially('and')
  await page.clock.runFor(299)
  expect(searches).toEqual([])
  await page.clock.runFor(1)
  await expect(page.getByRole('option', { name: recipient.username })).toBeVisible()
  expect(searches).toEqual(['wand'])
  await page.clock.resume()
  await site.check(page)
  await field.press('Enter')
  await expect(field).toHaveValue(recipient.username)
  await page.getByLabel('Wiadomość', { exact: true }).fill('Cześć, Wando!')
  await page.getByRole('button', { name: 'Wyślij' }).click()
  await expect(page).toHaveURL(`/conversation/${recipient.username}`)
  await expect(bubble(page, 'Cześć, Wando!')).toBeVisible()
})

test('RTE-16 MSG-5 a recipient in the URL is filled in; an unknown one is reported beside the field', async () => {
  const [writer, recipient] = [await newMember('marek'), await newMember('zofia')]
  const page = await site.newPage({ signedInAs: writer })
  await open(page, `/messages?to=${recipient.username}`)
  await expect(page.getByLabel('Do kogo')).toHaveValue(recipient.username)
  await page.getByLabel('Do kogo').fill('nikt_taki')
  await page.getByLabel('Wiadomość', { exact: true }).fill('Halo?')
  await page.getByRole('button', { name: 'Wyślij' }).click()
  await expect(page.getByText('Użytkownik nie istnieje')).toBeVisible()
  await expect(page.getByLabel('Wiadomość', { exact: true })).toHaveValue('Halo?')
})

test("RTE-17 MSG-6,7,14 a conversation has the partner's karma, the lifetime of messages, and days", async () => {
  const [reader, writer] = [await newMember('marek'), await newMember('kasia', { karma: 1284 })]
  await createMessage(db, writer, reader, { content: 'Dawno temu.', created_at: LONG_AGO })
  await createMessage(db, reader, writer, { content: 'Odpowiedź.', created_at: new Date(LONG_AGO.getTime() + HOUR) })
  await untilSameDay()
  await createMessage(db, writer, reader, { content: 'Teraz.' })
  const page = await site.newPage({ signedInAs: reader, width: 390 })
  await open(page, `/conversation/${writer.username}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(writer.username)
  await expect(page.getByText('Karma: 1284')).toBeVisible()
  await expect(
    page.getByText('Wiadomości znikają u obu stron 90 minut po przeczytaniu, a nieprzeczytane po 365 dniach.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([dayOf('Europe/Warsaw'), 'Dzisiaj'])
  await expect(page.getByRole('region', { name: dayOf('Europe/Warsaw') }).locator('.message')).toHaveCount(2)
})

test("days and times of messages use the server's time zone until hydration, then the reader's", async () => {
  const [reader, writer] = [await newMember('marek'), await newMember('kasia')]
  await createMessage(db, writer, reader, { content: 'Wiosna!', created_at: LONG_AGO })
  const rendered = await site.newPage({ signedInAs: reader, javaScript: false })
  await rendered.goto(`/conversation/${writer.username}`)
  await expect(rendered.getByRole('heading', { level: 2, name: dayOf('Pacific/Auckland') })).toBeVisible()
  await expect(bubble(rendered, 'Wiosna!').getByText(timeOf('Pacific/Auckland'))).toBeVisible()
  const page = await site.newPage({ signedInAs: reader })
  await open(page, `/conversation/${writer.username}`)
  await expect(page.getByRole('heading', { level: 2, name: dayOf('Europe/Warsaw') })).toBeVisible()
  await expect(
    bubble(page, 'Wiosna!').getByTitle(LONG_AGO.toLocaleString('sv', { timeZone: 'Europe/Warsaw' })),
  ).toHaveText(timeOf('Europe/Warsaw'))
})

test("MSG-8,13 a message appears in the partner's open conversation; its single tick doubles once read", async () => {
  const [writer, reader] = [await newMember('marek'), await newMember('kasia')]
  const [ownPage, partnerPage] = [
    await site.newPage({ events: false, signedInAs: writer }),
    await site.newPage({ events: false, signedInAs: reader, lang: 'en', width: 390, dark: true }),
  ]
  await stopClock(ownPage)
  await stopClock(partnerPage)
  await open(ownPage, `/conversation/${reader.username}`)
  await open(partnerPage, `/conversation/${writer.username}`)
  await send(ownPage, 'Jesteś?')
  await expect(bubble(ownPage, 'Jesteś?').getByRole('img', { name: 'Wysłana' })).toBeVisible()
  await expect(ownPage.getByLabel('Wiadomość', { exact: true })).toHaveValue('')
  await expect(log(partnerPage)).not.toContainText('Jesteś?')
  await partnerPage.clock.runFor(POLL)
  await expect(log(partnerPage)).toContainText('Jesteś?')
  await expect(partnerPage.locator('#announcer')).toHaveText(`${writer.username}: Jesteś?`)
  await partnerPage.clock.resume()
  await ownPage.clock.runFor(POLL)
  await expect(bubble(ownPage, 'Jesteś?').getByRole('img', { name: 'Przeczytana' })).toBeVisible()
})

test('MSG-14 messages are marked as read only by a visible page, not by rendering or a hidden tab', async () => {
  const [reader, writer] = [await newMember('marek'), await newMember('kasia')]
  const { id } = await createMessage(db, writer, reader, { content: 'Widzisz to?' })
  const rendered = await site.newPage({ signedInAs: reader, javaScript: false })
  await rendered.goto(`/conversation/${writer.username}`)
  await expect(log(rendered)).toContainText('Widzisz to?')
  const page = await site.newPage({ events: false, signedInAs: reader })
  await page.addInitScript(() =>
    Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' }),
  )
  await stopClock(page)
  await open(page, '/messages')
  await page.getByRole('link', { name: writer.username }).click()
  await expect(log(page)).toContainText('Widzisz to?')
  const answer = page.waitForResponse((response) => response.url().includes('peek=true'))
  await page.clock.runFor(POLL)
  await answer
  expect(await isRead(id)).toBe(false)
  const marked = page.waitForResponse(
    (response) => response.url().includes('/api/messages/conversation/') && response.url().includes('peek=false'),
  )
  await setInSight(page, true)
  await marked
  expect(await isRead(id)).toBe(true)
})

test('MSG-14 an expired message disappears from an open conversation', async () => {
  const [reader, writer] = [await newMember('marek'), await newMember('kasia')]
  const { id } = await createMessage(db, reader, writer, { content: 'Zniknę.', read_at: hoursAgo(1) })
  await createMessage(db, reader, writer, { content: 'Zostanę.' })
  const page = await site.newPage({ events: false, signedInAs: reader })
  await stopClock(page)
  await open(page, `/conversation/${writer.username}`)
  await expect(log(page)).toContainText('Zniknę.')
  await db
    .update(message)
    .set({ read_at: hoursAgo(2) })
    .where(eq(message.id, id))
  await page.clock.runFor(POLL)
  await expect(log(page)).not.toContainText('Zniknę.')
  await expect(log(page)).toContainText('Zostanę.')
})

test('the newest message of a conversation is visible; loading older ones keeps the scroll position', async () => {
  const [reader, writer] = [await newMember('marek'), await newMember('kasia')]
  for (let n = 1; n <= 70; n++) await createMessage(db, writer, reader, { content: `Zdanie nr ${n}.` })
  const page = await site.newPage({ signedInAs: reader, width: 390 })
  await open(page, `/conversation/${writer.username}`)
  await expect(bubble(page, 'Zdanie nr 70.')).toBeInViewport()
  await expect(page.locator('.message')).toHaveCount(50)
  await bubble(page, 'Zdanie nr 21.').scrollIntoViewIfNeeded()
  const top = async () => (await bubble(page, 'Zdanie nr 21.').boundingBox())!.y
  await page.getByRole('button', { name: 'Starsze wiadomości' }).scrollIntoViewIfNeeded()
  const before = await top()
  await page.getByRole('button', { name: 'Starsze wiadomości' }).click()
  await expect(page.locator('.message')).toHaveCount(70)
  expect(Math.abs((await top()) - before)).toBeLessThan(60)
  await expect(page.getByRole('button', { name: 'Starsze wiadomości' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Do najnowszych' }).click()
  await expect(bubble(page, 'Zdanie nr 70.')).toBeInViewport()
})

test('older messages of a conversation can be read without JavaScript', async () => {
  const [reader, writer] = [await newMember('marek'), await newMember('kasia')]
  for (let n = 1; n <= 51; n++) await createMessage(db, writer, reader, { content: `Zdanie nr ${n}.` })
  const page = await site.newPage({ signedInAs: reader, javaScript: false })
  await page.goto(`/conversation/${writer.username}`)
  await expect(bubble(page, 'Zdanie nr 51.')).toBeInViewport()
  await page.getByRole('button', { name: 'Starsze wiadomości' }).click()
  await expect(page.locator('.message')).toHaveText([/Zdanie nr 1\./])
})

test('PROF-15 MSG-16 a blocked member sees the reason and keeps typed text; the blocker sees no form', async () => {
  const [blocker, blocked] = [await newMember('kasia'), await newMember('marek')]
  await createMessage(db, blocker, blocked, { content: 'Nie pisz więcej.' })
  await createBlock(db, blocker, blocked)
  const page = await site.newPage({ signedInAs: blocked })
  await open(page, `/conversation/${blocker.username}`)
  await send(page, 'Ale dlaczego?')
  await expect(page.getByRole('alert')).toHaveText('Nie możesz tego zrobić, bo jedno z was zablokowało drugie.')
  await expect(page.getByLabel('Wiadomość', { exact: true })).toHaveValue('Ale dlaczego?')
  const other = await site.newPage({ signedInAs: blocker })
  await open(other, `/conversation/${blocked.username}`)
  await expect(log(other)).toContainText('Nie pisz więcej.')
  await expect(other.getByText(`${blocked.username} jest na liście zablokowanych.`)).toBeVisible()
  await expect(other.getByLabel('Wiadomość', { exact: true })).toHaveCount(0)
  await site.check(other)
})

test('MSG-18 a conversation with an unknown member redirects to the list, which shows the error', async () => {
  const page = await site.newPage({ signedInAs: await newMember('marek') })
  await open(page, '/conversation/nikt_taki')
  await expect(page).toHaveURL(/\/messages/)
  await expect(page.getByRole('alert')).toHaveText('Użytkownik nie istnieje')
})

test('MSG-17 an ended login session redirects from a conversation to the login; typed text is kept', async () => {
  const [writer, recipient] = [await newMember('marek', { password: 'Zakwas1234' }), await newMember('kasia')]
  const page = await site.newPage({ events: false, signedInAs: writer })
  await stopClock(page)
  await open(page, `/conversation/${recipient.username}`)
  await page.getByLabel('Wiadomość', { exact: true }).fill('Niedokończona myśl')
  await untilDraftIsStored(page)
  await db.delete(session).where(eq(session.user_id, writer.id))
  await page.clock.runFor(POLL)
  await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/conversation/${recipient.username}`)}`)
  await expect(page.getByRole('alert').filter({ hasText: 'Sesja wygasła. Zaloguj się ponownie.' })).toBeVisible()
  await page.getByLabel('Nazwa użytkownika').fill(writer.username)
  await page.getByLabel('Hasło', { exact: true }).fill('Zakwas1234')
  await page.getByRole('button', { name: 'Zaloguj się' }).click()
  await expect(page).toHaveURL(`/conversation/${recipient.username}`)
  await expect(page.getByLabel('Wiadomość', { exact: true })).toHaveValue('Niedokończona myśl')
})

test('MSG-16 a failed message is reported, kept through a reload, and sent only once by a double click', async () => {
  const [writer, recipient] = [await newMember('marek'), await newMember('kasia')]
  const page = await site.newPage({ signedInAs: writer, expectErrors: [/ERR_FAILED/] })
  await open(page, `/conversation/${recipient.username}`)
  await page.route('**/api/messages', (route) => route.abort())
  await send(page, 'Raz a dobrze.')
  await expect(page.getByRole('alert')).toHaveText('Nie udało się wysłać wiadomości')
  await page.unroute('**/api/messages')
  await reload(page)
  await untilHydrated(page)
  await expect(page.getByLabel('Wiadomość', { exact: true })).toHaveValue('Raz a dobrze.')
  await page.getByRole('button', { name: 'Wyślij' }).dblclick()
  await expect(bubble(page, 'Raz a dobrze.')).toHaveCount(1)
  await expect(page.getByLabel('Wiadomość', { exact: true })).toHaveValue('')
  expect(await db.$count(message, eq(message.sender_id, writer.id))).toBe(1)
})

test('MSG-12 a message longer than 10,000 characters is refused', async () => {
  const [writer, recipient] = [await newMember('marek'), await newMember('kasia')]
  const page = await site.newPage({ signedInAs: writer })
  await open(page, `/conversation/${recipient.username}`)
  await send(page, 'a'.repeat(10_001))
  await expect(page.getByText('Wiadomość musi mieć od 1 do 10 000 znaków.')).toBeVisible()
  await page.getByLabel('Wiadomość', { exact: true }).fill('a'.repeat(10_000))
  await page.keyboard.press('Control+Enter')
  await expect(page.locator('.message')).toHaveCount(1)
})

async function attach(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Dołącz zdjęcie' }).click()
  await (await choosing).setFiles(file)
}

test('GEN-4 MSG-11 a picture message without text gets a placeholder text; a third member cannot see it', async () => {
  const [writer, reader, third] = [await newMember('marek'), await newMember('kasia'), await newMember('wscibski')]
  const page = await site.newPage({ signedInAs: writer, width: 390 })
  await open(page, `/conversation/${reader.username}`)
  await attach(page, { name: 'strych.png', mimeType: 'image/png', buffer: makePng(320, 200) })
  await expect(page.getByRole('img', { name: 'Podgląd przesłanego obrazu' })).toBeVisible()
  await site.check(page)
  await reload(page)
  await untilHydrated(page)
  await expect(page.getByRole('img', { name: 'Podgląd przesłanego obrazu' })).toBeVisible()
  await page.getByRole('button', { name: 'Wyślij' }).click()
  await expect(bubble(page, '📷 Zdjęcie').getByRole('img', { name: `Zdjęcie od ${writer.username}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Usuń plik' })).toHaveCount(0)
  const partnerPage = await site.newPage({ signedInAs: reader, dark: true })
  await open(partnerPage, `/conversation/${writer.username}`)
  const image = bubble(partnerPage, '📷 Zdjęcie').getByRole('img', { name: `Zdjęcie od ${writer.username}` })
  await expect(image).toHaveJSProperty('naturalWidth', 320)
  await site.check(partnerPage)
  const stranger = await site.newPage({ signedInAs: third })
  expect((await stranger.request.get((await image.getAttribute('src'))!)).status()).toBe(404)
})

test('MSG-9,10 only an image of at most 10 MB can be attached, and a failed upload is reported', async () => {
  const [writer, reader] = [await newMember('marek'), await newMember('kasia')]
  const page = await site.newPage({ signedInAs: writer, expectErrors: [/ERR_FAILED/] })
  await open(page, `/conversation/${reader.username}`)
  await attach(page, { name: 'notatki.txt', mimeType: 'text/plain', buffer: Buffer.from('notatki') })
  await expect(page.getByRole('alert')).toHaveText('Wybierz plik obrazu')
  await attach(page, { name: 'wielkie.png', mimeType: 'image/png', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) })
  await expect(page.getByRole('alert')).toHaveText('Zdjęcie jest za duże (max 10MB)')
  await page.route('**/api/messages/upload-image', (route) => route.abort())
  await attach(page, { name: 'strych.png', mimeType: 'image/png', buffer: makePng(32, 20) })
  await expect(page.getByRole('alert')).toContainText('Nie udało się przesłać pliku')
  await page.unroute('**/api/messages/upload-image')
  await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
  await expect(page.getByRole('img', { name: 'Podgląd przesłanego obrazu' })).toBeVisible()
  await page.getByRole('button', { name: 'Usuń plik' }).click()
  await expect(page.getByRole('img', { name: 'Podgląd przesłanego obrazu' })).toHaveCount(0)
})

test("the tab of the moderators' messages is clickable up to its edge on a phone", async () => {
  const member = await createUser(db)
  await createMessage(db, await createUser(db), member)
  const page = await site.newPage({ width: 390, signedInAs: member })
  await open(page, '/messages')
  const tab = page.getByRole('link', { name: 'Moderatorzy' })
  const { width, height } = (await tab.boundingBox())!
  await tab.click({ position: { x: width - 4, y: height / 2 } })
  await expect(page).toHaveURL(/section=moderators/)
})
