import { describe, test } from 'bun:test'
import type { Page } from 'playwright'
import { createCategory, createFollow, createUser, joinCategory } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const FFMPEG = Bun.which('ffmpeg')
if (FFMPEG === null) console.log('Skipped: going live needs ffmpeg, which is not installed')

const site = await startSite({ LIVE_INTERRUPTED_AFTER: '4s', LIVE_ENDED_AFTER: '60s' })
const { db } = site
const anna = await createUser(db, { username: 'anna_na_zywo' })
const home = await createCategory(db, { name: 'ogrod' })
await joinCategory(db, anna, home)

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const hasFrame = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector<HTMLVideoElement>('.player__video')
    return !!video && video.videoWidth > 0 && video.currentTime > 0
  })

async function goLive(page: Page): Promise<string> {
  await open(page, '/streams/new?community=ogrod')
  await page.getByLabel('Tytuł').fill('Sadzimy pomidory')
  await page.getByRole('button', { name: 'Zacznij nadawać' }).click()
  await page.waitForURL(/\/stream\/\d+$/)
  return new URL(page.url()).pathname
}

describe('going live', () => {
  test.skipIf(FFMPEG === null)(
    'STREAM-4 STREAM-6 STREAM-7 a camera stream is watched and chatted on, and resumes after a network failure',
    async () => {
      const bartek = await createUser(db)
      await joinCategory(db, bartek, home)
      await createFollow(db, bartek, anna)
      const his = await site.newPage({ signedInAs: anna, expectErrors: [/ERR_INTERNET_DISCONNECTED|net::/] })
      await his.context().grantPermissions(['camera', 'microphone'])
      const path = await goLive(his)
      await expect(his.locator('[data-broadcast="sending"]')).toBeVisible()

      const page = await site.newPage({ signedInAs: bartek, expectErrors: [/hls|media/i] })
      await open(page, path)
      await page.getByRole('button', { name: 'Oglądaj' }).click()
      await expect.poll(() => hasFrame(page)).toBe(true)
      await expect(his.locator('[data-viewers="1"]')).toBeVisible()

      await page.getByLabel('Dodaj komentarz').fill('Widać i słychać')
      await page.getByRole('button', { name: 'Skomentuj' }).click()
      await expect(his.locator('.comment__body', { hasText: 'Widać i słychać' })).toBeVisible()
      await expect(his.locator('#comments-title')).toHaveText('1 Komentarz')

      await his.context().setOffline(true)
      await expect(his.locator('[data-broadcast="offline"]')).toBeVisible()
      await expect(page.locator('.tag', { hasText: 'Przerwa' })).toBeVisible()
      await his.context().setOffline(false)
      await expect(his.locator('[data-broadcast="sending"]')).toBeVisible()
      await expect(page.locator('.stream .tag', { hasText: 'Na żywo' })).toBeVisible()

      await his.getByRole('button', { name: 'Zakończ transmisję' }).click()
      await his.getByRole('alertdialog').getByRole('button', { name: 'Zakończ transmisję' }).click()
      await expect(his.locator('.player__cover', { hasText: 'Transmisja się skończyła' })).toBeVisible()
      await expect(page.locator('.player__cover', { hasText: 'Transmisja się skończyła' })).toBeVisible()
      await open(page, '/streams?state=ended')
      await expect(page.getByRole('link', { name: 'Sadzimy pomidory' })).toBeVisible()
    },
  )

  test('STREAM-3 the CSP of a page allows the origin of its own external playlist and no other', async () => {
    const page = await site.newPage({ signedInAs: await createUser(db), expectErrors: [/ERR_FAILED/] })
    const member = await createUser(db)
    await joinCategory(db, member, home)
    const streamer = await site.newPage({ signedInAs: member })
    await open(streamer, '/streams/new?community=ogrod')
    await streamer.getByLabel('HLS').check()
    await streamer.getByLabel('Tytuł').fill('Z innego serwera')
    await streamer.getByRole('textbox', { name: 'Adres' }).fill('https://live.example.org/a/index.m3u8')
    await streamer.getByRole('button', { name: 'Ogłoś transmisję' }).click()
    await streamer.waitForURL(/\/stream\/\d+$/)
    const path = new URL(streamer.url()).pathname
    await open(page, '/r/ogrod')
    await page.getByRole('link', { name: 'Z innego serwera' }).first().click()
    await page.waitForURL(path)
    const policy = async (address: string) =>
      (await fetch(site.url + address)).headers.get('content-security-policy') ?? ''
    expect(await policy(path)).toContain("connect-src 'self' https://live.example.org")
    expect(await policy('/streams')).not.toContain('live.example.org')
    expect(await policy(path)).not.toContain('connect-src *')
    await page.route('https://live.example.org/**', (route) => route.abort())
    const asked = page.waitForRequest('https://live.example.org/a/index.m3u8')
    await page.getByRole('button', { name: 'Oglądaj' }).click()
    await asked
  })
})
