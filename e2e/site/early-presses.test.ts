import { describe, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import { follow } from '#server/features/follows/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { categoryMembership } from '#server/features/categories/table.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site
const reader = await createUser(db, { username: 'szybka_reka' })
const other = await createUser(db, { username: 'nocny_marek' })
const category = await createCategory(db, { name: 'gotowanie', creator: other })
const post = await createPost(db, { author: other, category, title: 'Zakwas' })
const comment = await createComment(db, { post, author: other, content: 'Zaczyn.' })

/** Opens a page. Its scripts with the given name are delayed until the returned function is called. */
async function openHolding(page: Page, path: string, name: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/${name}`, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(path, { waitUntil: 'commit' })
  return resolve
}

describe('a double click', () => {
  test('a double click on Join joins once, stays on the page and does not move the button', async () => {
    const page = await site.newPage({ signedInAs: reader, width: 390 })
    await page.goto('/r/gotowanie')
    await untilHydrated(page)
    const join = page.getByRole('button', { name: 'Dołącz' })
    const before = await join.boundingBox()
    await join.dblclick()
    const leave = page.getByRole('button', { name: 'Opuść' })
    await expect(leave).toBeVisible()
    expect(await leave.boundingBox()).toEqual(before)
    await expect(page).toHaveURL('/r/gotowanie')
    await expect(page.getByText('Członek', { exact: true })).toBeVisible()
    await expect.poll(() => db.$count(categoryMembership, eq(categoryMembership.user_id, reader.id))).toBe(1)
  })

  test('a double click on Follow follows and does not unfollow', async () => {
    const page = await site.newPage({ signedInAs: reader })
    await page.goto('/u/nocny_marek')
    await untilHydrated(page)
    await page.getByRole('button', { name: 'Obserwuj', exact: true }).dblclick()
    await expect(page.getByRole('button', { name: 'Obserwujesz' })).toBeVisible()
    await expect.poll(() => db.$count(follow, eq(follow.follower_id, reader.id))).toBe(1)
  })
})

describe('a page before its JavaScript has loaded', () => {
  test('a click on a vote button before the JavaScript has loaded is replayed', async () => {
    const page = await site.newPage({ signedInAs: reader })
    const release = await openHolding(page, `/post/${post.id}`, '*.js')
    const up = page.locator('article.post').getByRole('button', { name: 'Głosuj za' })
    await up.click()
    release()
    await expect(up).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => db.$count(vote, and(eq(vote.user_id, reader.id), eq(vote.post_id, post.id)))).toBe(1)
  })

  test('a vote on a comment before the JavaScript has loaded takes effect, and Reply opens its form', async () => {
    const page = await site.newPage({ signedInAs: reader })
    const release = await openHolding(page, `/post/${post.id}`, '*.js')
    const line = page.locator(`#comment-${comment.id}`)
    await line.getByRole('button', { name: 'Głosuj za' }).click()
    await expect(line.getByRole('button', { name: 'Głosuj za' })).toHaveAttribute('aria-pressed', 'true')
    await line.getByRole('button', { name: 'Odpowiedz' }).click()
    await expect(page).toHaveURL(`/post/${post.id}?reply=${comment.id}#reply`)
    await page.getByLabel('Twoja odpowiedź').fill('Przed skryptami')
    release()
    await untilHydrated(page)
    await expect(page.getByLabel('Twoja odpowiedź')).toHaveValue('Przed skryptami')
    await expect.poll(() => db.$count(vote, and(eq(vote.user_id, reader.id), eq(vote.comment_id, comment.id)))).toBe(1)
  })

  test('a menu opened before the JavaScript has loaded has its items', async () => {
    const page = await site.newPage({ signedInAs: reader })
    const release = await openHolding(page, `/post/${post.id}`, '*.js')
    await page.locator(`#comment-${comment.id} summary`).click()
    release()
    await expect(page.locator(`#comment-${comment.id}`).getByRole('button', { name: 'Zgłoś' })).toBeVisible()
  })

  test('the kind of a post chosen before the JavaScript has loaded is shown', async () => {
    const page = await site.newPage({ signedInAs: reader })
    const release = await openHolding(page, '/submit', '*.js')
    await page.getByRole('radio', { name: 'Obraz' }).check()
    release()
    await expect(page.getByRole('button', { name: 'Wybierz obraz' })).toBeVisible()
    await expect(page.getByRole('radio', { name: 'Obraz' })).toBeChecked()
  })

  test('text typed for a new community before the JavaScript has loaded is kept', async () => {
    const page = await site.newPage({ signedInAs: reader })
    const release = await openHolding(page, '/create-community', '*.js')
    await page.getByLabel('Nazwa wyświetlana').fill('Ogród i działka')
    release()
    await untilHydrated(page)
    await page.getByRole('checkbox').check()
    await expect(page.getByLabel('Nazwa wyświetlana')).toHaveValue('Ogród i działka')
  })

  test('the key / pressed before the JavaScript has loaded focuses the search field', async () => {
    const page = await site.newPage()
    const release = await openHolding(page, '/', '*.js')
    await page.getByRole('combobox').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('jazz')
    await expect(page.getByRole('combobox')).toHaveValue('jazz')
    release()
    await untilHydrated(page)
    await expect(page.getByRole('combobox')).toHaveValue('jazz')
  })

  test.each(['*.js', 'Keyboard-*.js'])(
    'single keys pressed before the JavaScript has loaded are replayed (%s)',
    async (scripts) => {
      const fresh = await createPost(db, { author: other, category, title: `Nowy ${scripts}` })
      const page = await site.newPage({ signedInAs: reader })
      const release = await openHolding(page, '/?sort=new', scripts)
      const card = page.getByRole('article').filter({ has: page.getByRole('link', { name: fresh.title, exact: true }) })
      await card.waitFor()
      for (const key of ['j', 'a', '?']) await page.keyboard.press(key)
      release()
      await expect(page.getByRole('dialog', { name: 'Skróty klawiszowe' })).toBeVisible()
      await expect(card).toHaveAttribute('aria-current', 'true')
      await expect(card.locator('.votes')).toHaveAttribute('data-vote', '1')
      await expect.poll(() => db.$count(vote, and(eq(vote.user_id, reader.id), eq(vote.post_id, fresh.id)))).toBe(1)
    },
  )
})

test('keys pressed in a thread before the JavaScript has loaded vote on its post and on a comment', async () => {
  const thread = await createPost(db, { author: other, category, title: 'Chleb żytni' })
  const answer = await createComment(db, { post: thread, author: other, content: 'Na zakwasie.' })
  const page = await site.newPage({ signedInAs: reader })
  const release = await openHolding(page, `/post/${thread.id}`, '*.js')
  await page.locator(`#comment-${answer.id}`).waitFor()
  for (const key of ['a', 'j', 'j', 'a']) await page.keyboard.press(key)
  release()
  await expect.poll(() => db.$count(vote, and(eq(vote.user_id, reader.id), eq(vote.post_id, thread.id)))).toBe(1)
  await expect.poll(() => db.$count(vote, and(eq(vote.user_id, reader.id), eq(vote.comment_id, answer.id)))).toBe(1)
})

test('a shortcut key whose JavaScript fails to load shows an error message', async () => {
  const page = await site.newPage({
    signedInAs: reader,
    expectErrors: [/Loading the keys failed/, /Failed to fetch/, /ERR_FAILED/],
  })
  await page.route('**/assets/Keyboard-*.js', (route) => route.abort())
  await page.goto('/')
  await untilHydrated(page)
  await page.keyboard.press('j')
  await expect(page.getByRole('alert')).toContainText('Nie udało się wczytać skrótów klawiszowych')
})
