import { test } from 'bun:test'
import type { Page } from 'playwright'
import { createHttpApi } from '#shared/api/client.ts'
import type { CallError } from '#shared/api/errors.ts'
import { publicContract } from '#shared/api/public.ts'
import { LIMITS } from '#shared/limits.ts'
import { SCRIPT_PAYLOADS } from '#server/markdown/testing/payloads.ts'
import { createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated, type Member } from '../harness.ts'

const site = await startSite()
const attacker = await createUser(site.db, { username: 'wlamywacz', trust_level: 1 })
const victim = await createUser(site.db, { username: 'niczego_nieswiadoma', trust_level: 1 })

function packed(max: number): string {
  return SCRIPT_PAYLOADS.reduce(
    (text, payload) => (text.length + payload.length < max ? `${text} ${payload}` : text),
    '',
  ).trim()
}

/** Returns the text as the server stores it. */
const kept = (text: string) => text.toWellFormed().replaceAll('\0', '').trim()

async function apiOf(member: Member) {
  const page = await site.newPage({ signedInAs: member })
  await page.goto('/favicon.svg')
  const token = await page.evaluate(() => localStorage.getItem('token'))
  return createHttpApi(publicContract, (url, init) => fetch(url, init), {
    base: site.url,
    headers: () => ({ Authorization: `Bearer ${token}` }),
  })
}

async function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ran = (window as unknown as { ran: string[] }).ran
    const handlers = [...document.querySelectorAll('*')].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on')),
    )
    const links = [...document.querySelectorAll('a, area, form, iframe, object, embed, base, meta[http-equiv]')]
      .filter(
        (element) =>
          /^(javascript|vbscript|data):/i.test((element as HTMLAnchorElement).href ?? '') ||
          !element.matches('a, form'),
      )
      .map((element) => element.outerHTML)
    return [
      ...ran,
      ...handlers,
      ...links,
      ...[...document.images].filter(({ src }) => src.endsWith('/x')).map(({ outerHTML }) => outerHTML),
    ]
  })
}

test('HTML and scripts in user text are shown as text and never run, on every page, even without CSP', async () => {
  const [writer, reader] = [await apiOf(attacker), await apiOf(victim)]

  const shop = await writer.categories.create({
    name: 'pulapka',
    display_name: '<svg onload=alert(1)>',
    description: packed(LIMITS.categoryDescription),
  })
  await writer.users.editMe({ bio: packed(LIMITS.bio) })
  await reader.categories.join({ category_id: shop.id })
  const board = await reader.posts.create({
    category_id: shop.id,
    title: 'Tu się pisze',
    content: packed(LIMITS.postText),
  })
  for (const payload of SCRIPT_PAYLOADS) {
    await Promise.all([
      writer.posts
        .create({ category_id: shop.id, title: payload, content: payload })
        .then(({ id }) => reader.saves.save({ post_id: id, saved: true })),
      writer.comments.create({ post_id: board.id, content: payload }),
      writer.messages.send({ recipient_id: victim.id, content: payload }),
    ])
  }
  const refused = await Promise.all(
    SCRIPT_PAYLOADS.map((username) =>
      reader.auth
        .register({ username, email: 'x@example.org', password: 'Zakwas1234' })
        .catch((error: CallError) => error.status),
    ),
  )
  expect(new Set(refused)).toEqual(new Set([422]))

  const page = await site.newPage({ signedInAs: victim, withoutCsp: true })
  const strangers: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname !== 'localhost') strangers.push(request.url())
  })
  page.on('dialog', (dialog) => {
    strangers.push(dialog.message())
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    const ran: string[] = []
    const run = () => {
      ran.push('a script')
    }
    Object.assign(window, { ran, alert: run, msgbox: run })
  })
  const visit = async (path: string) => {
    await page.goto(path)
    await untilHydrated(page)
    expect([path, ...(await faultsOf(page))]).toEqual([path])
  }
  const textsOf = (selector: string) =>
    page.locator(selector).evaluateAll((elements) => elements.map(({ textContent }) => textContent!))
  await visit('/?sort=new')
  const titles: string[] = []
  for (const number of [1, 2, 3, 4]) {
    await visit(`/saved?page=${number}`)
    titles.push(...(await textsOf('.post-card__title')))
  }
  expect(titles.toSorted()).toEqual(SCRIPT_PAYLOADS.map(kept).toSorted())

  await visit(`/post/${board.id}`)
  for (const count of [40, 60, 80]) {
    await page.getByRole('button', { name: 'Załaduj więcej komentarzy' }).click()
    await expect(page.locator('article.comment__main')).toHaveCount(count)
  }
  expect(await faultsOf(page)).toEqual([])

  const made = (await reader.posts.list({ sort: 'new', limit: 100 })).posts
  const inHead = made.filter(({ title }) => /<\/|<!|\]\]|&/.test(title))
  for (const { id, title } of inHead.slice(0, 4)) {
    await visit(`/post/${id}`)
    const headline = await page
      .locator('script[type="application/ld+json"]')
      .evaluate((element) => (JSON.parse(element.textContent!) as { headline: string }).headline)
    expect([headline, await page.title(), ...(await textsOf('h1'))].map((text) => text.replace(/\s+/g, ' '))).toEqual(
      [title, `${title} - Wątek`, title].map((text) => text.replace(/\s+/g, ' ')),
    )
  }

  await visit('/r/pulapka')
  expect([...(await textsOf('h1')), ...(await textsOf('.category-head__text'))]).toEqual([
    '<svg onload=alert(1)>',
    kept(packed(LIMITS.categoryDescription)),
  ])
  await visit('/u/wlamywacz')
  expect(await textsOf('.profile-head__bio')).toEqual([kept(packed(LIMITS.bio))])
  for (const path of [
    '/u/wlamywacz?tab=comments',
    '/search?q=alert',
    '/browse-communities',
    '/messages',
    '/submit?community=pulapka',
  ])
    await visit(path)

  await visit('/conversation/wlamywacz')
  await page.getByRole('button', { name: 'Starsze wiadomości' }).click()
  await expect(page.locator('.message')).toHaveCount(SCRIPT_PAYLOADS.length)
  const said = (await textsOf('.message')).join('\n')
  expect(SCRIPT_PAYLOADS.filter((payload) => !said.includes(kept(payload)))).toEqual([])
  expect(await faultsOf(page)).toEqual([])

  await page.locator('summary', { hasText: 'Powiadomienia' }).click()
  await expect(page.locator('.notifications').getByRole('listitem')).toHaveCount(10)
  await page.getByRole('combobox', { name: 'Szukaj' }).fill('alert')
  await expect(page.locator('.suggest__item').first()).toBeVisible()
  expect(await faultsOf(page)).toEqual([])

  const feeds = await page.evaluate(() =>
    Promise.all(
      ['/feed.xml', '/r/pulapka/feed.xml'].map(async (path) => {
        const feed = new DOMParser().parseFromString(await (await fetch(path)).text(), 'text/xml')
        return [
          feed.querySelectorAll('parsererror').length,
          feed.querySelectorAll('entry script, entry img, entry svg').length,
          feed.querySelectorAll('entry > title').length > 10,
        ]
      }),
    ),
  )
  expect(feeds).toEqual([
    [0, 0, true],
    [0, 0, true],
  ])
  expect(strangers).toEqual([])

  // Proves that an injected script would be detected.
  await page.evaluate(() => document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=alert(1)>'))
  await expect.poll(() => faultsOf(page)).toContain('a script')
})
