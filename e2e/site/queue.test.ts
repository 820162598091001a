import { beforeEach, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Locator, Page } from 'playwright'
import { decision, queueItem } from '#server/features/moderation/tables.ts'
import {
  holdContent,
  insertReport,
  lockReported,
  lockContent,
  type ReportTarget,
  type ContentRef,
} from '#server/features/moderation/index.ts'
import { createCategory, createComment, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { PAGE } from '#shared/limits.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site

/**
 * Deletes all cases of the moderation queue before each test. Otherwise admins would also see cases that earlier tests
 * left open.
 */
beforeEach(async () => {
  await db.delete(queueItem)
})

const report = (by: { id: number }, target: ReportTarget, reason: string) =>
  db.transaction(async (tx) =>
    insertReport(tx, by.id, target, { scope: await lockReported(tx, target), reason, now: new Date() }),
  )

const hold = (ref: ContentRef) =>
  db.transaction(async (tx) =>
    holdContent(
      tx,
      await lockContent(tx, ref),
      { reason_code: 'other', held_by: 'newcomer' },
      { by: 'filter', now: new Date() },
    ),
  )

async function scene() {
  const [author, moderator, second, reader] = [
    await createUser(db),
    await createUser(db),
    await createUser(db),
    await createUser(db),
  ]
  const category = await createCategory(db)
  for (const one of [moderator, second]) await joinCategory(db, one, category, { is_moderator: true })
  return { author, moderator, second, reader, category }
}

const queueOf = (page: Page) => page.getByRole('region', { name: 'Kolejka' })
const rows = (page: Page) =>
  queueOf(page).getByRole('list', { name: 'Sprawy, od najdłużej czekającej' }).locator('> li')
const row = (page: Page, title: string) => queueOf(page).getByRole('button', { name: title })

async function openQueue(page: Page): Promise<void> {
  await page.goto('/admin?tab=reports')
  await untilHydrated(page)
}

/** Returns the HTTP status of a POST request by a member or a visitor. */
async function sent(by: Parameters<typeof site.newPage>[0] & {}, path: string, body: object): Promise<number> {
  const page = await site.newPage(by)
  await page.goto('/privacy-policy')
  return page.evaluate(
    async ([to, text]) => {
      const token = localStorage.getItem('token')
      const headers: Record<string, string> = {
        'content-type': 'application/json',
        ...(token !== null && { authorization: `Bearer ${token}` }),
      }
      return (await fetch(to, { method: 'POST', headers, body: text })).status
    },
    [path, JSON.stringify(body)] as const,
  )
}

test('keys pressed before the moderation queue has loaded open its first case, and decide nothing', async () => {
  const { author, moderator, reader, category } = await scene()
  for (const title of ['Pierwsza sprawa', 'Druga sprawa'])
    await report(reader, { post_id: (await createPost(db, { author, category, title })).id }, 'Reklama')
  for (const scripts of ['*.js', 'Reports-*.js']) {
    const page = await site.newPage({ signedInAs: moderator })
    const come = Promise.withResolvers<void>()
    await page.route(`**/assets/${scripts}`, async (route) => {
      await come.promise
      await route.continue()
    })
    await page.goto('/admin?tab=reports', { waitUntil: 'commit' })
    await page.locator('#main').waitFor()
    if (scripts === 'Reports-*.js') await untilHydrated(page)
    for (const key of ['j', '1', 'x']) await page.keyboard.press(key)
    come.resolve()
    await expect(queueOf(page).getByRole('button', { name: 'Pierwsza sprawa' })).toHaveAttribute(
      'aria-expanded',
      'true',
    )
    await expect(page.getByText('Kolejka dopiero się wczytała, więc klawisz 1 nic nie zrobił.')).toBeVisible()
    await expect(rows(page)).toHaveCount(2)
  }
  expect(await db.$count(decision, eq(decision.category_id, category.id))).toBe(0)
})

test('a key pressed while the moderation queue appears selects the first case without opening it', async () => {
  const { author, moderator, reader, category } = await scene()
  await report(
    reader,
    { post_id: (await createPost(db, { author, category, title: 'Pierwsza sprawa' })).id },
    'Reklama',
  )
  const page = await site.newPage({ signedInAs: moderator })
  // Presses the key between React's commit of the list and the effects of that commit.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (document.querySelector('.queue__list > li') === null) return
      observer.disconnect()
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await openQueue(page)
  await expect(row(page, 'Pierwsza sprawa')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(row(page, 'Pierwsza sprawa')).toHaveAttribute('aria-expanded', 'true')
})

test('MOD-4 the queue opens the next case even if all loaded cases are decided before another page comes', async () => {
  const { author, moderator, reader, category } = await scene()
  const titleOf = (at: number) => `Sprawa ${'abcdefghijklmnopqrstuvwxyz'[at]}`
  for (let at = 0; at < PAGE.queue + 2; at += 1) {
    await report(reader, { post_id: (await createPost(db, { author, category, title: titleOf(at) })).id }, 'Reklama')
  }
  const page = await site.newPage({ signedInAs: moderator })
  const nextPage = Promise.withResolvers<void>()
  await openQueue(page)
  await expect(rows(page)).toHaveCount(PAGE.queue)
  await page.route(/\/api\/moderation\/queue(\?|$)/, async (route) => {
    await nextPage.promise
    await route.continue()
  })
  const caseOf = (at: number) => rows(page).filter({ has: page.getByText(titleOf(at), { exact: true }) })
  const isOpen = (at: number) => expect(caseOf(at).getByRole('button', { name: 'Zostaw' })).toBeVisible()
  await caseOf(0)
    .getByRole('button', { name: titleOf(0) })
    .first()
    .click()
  for (let at = 0; at < PAGE.queue; at += 1) {
    await isOpen(at)
    await page.keyboard.press('a')
    await expect(caseOf(at)).toHaveCount(0)
  }
  await expect(rows(page)).toHaveCount(0)
  nextPage.resolve()
  await isOpen(PAGE.queue)
  await page.keyboard.press('a')
  await isOpen(PAGE.queue + 1)
})

test('MOD-4 reports of one post form one case, decided and undone by keys; typed text survives a failure', async () => {
  const { author, moderator, second, reader, category } = await scene()
  const spam = await createPost(db, { author, category, title: 'Kup zegarek', content: 'Tanio, tylko dziś' })
  const fine = await createPost(db, { author, category, title: 'Zachód słońca', content: 'Nad jeziorem' })
  const fresh = await createPost(db, { author, category, title: 'Dzień dobry', content: 'Jestem tu nowy' })
  const remark = await createComment(db, { author, post: fine, content: 'Brzydko napisane' })
  await report(reader, { post_id: spam.id }, 'To reklama')
  await report(second, { post_id: spam.id }, 'Wkleja to wszędzie')
  await report(reader, { comment_id: remark.id }, 'Obraża mnie')
  await report(reader, { post_id: fine.id }, 'Nie podoba mi się')
  await hold({ kind: 'post', id: fresh.id })

  const page = await site.newPage({ signedInAs: moderator, expectErrors: [/net::ERR_FAILED/] })
  await openQueue(page)
  await expect(queueOf(page).getByText('4 sprawy czekają')).toBeVisible()
  await expect(rows(page)).toHaveCount(4)
  // The keyboard shortcuts work while the filter has the focus, too.
  await queueOf(page).getByText('Wstrzymane', { exact: true }).click()
  await expect(page).toHaveURL(/kind=held/)
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await expect(row(page, 'Dzień dobry')).toBeFocused()
  await queueOf(page).getByText('Wszystkie', { exact: true }).click()
  await expect(rows(page)).toHaveCount(4)
  await page.keyboard.press('k')
  await expect(row(page, 'Zachód słońca').last()).toBeFocused()
  await page.keyboard.press('k')
  await page.keyboard.press('k')
  await expect(row(page, 'Kup zegarek')).toBeFocused()
  const claimed = page.waitForResponse(/\/claim$/)
  await page.keyboard.press('Enter')
  await claimed
  const first = rows(page).first()
  for (const text of ['To reklama', 'Wkleja to wszędzie', 'Tanio, tylko dziś', '2 zgłoszenia', author.username])
    await expect(first).toContainText(text)
  await site.check(page)

  const other = await site.newPage({ signedInAs: second, width: 390, dark: true })
  await openQueue(other)
  await expect(rows(other).first()).toContainText(`zajmuje się ${moderator.username} do`)
  await row(other, 'Kup zegarek').click()
  await expect(rows(other).first()).toContainText(`Tą sprawą zajmuje się ${moderator.username}`)
  await expect(rows(other).first().getByRole('button', { name: 'Zdejmij' })).toHaveCount(0)

  await page.keyboard.press('x')
  await expect(first.getByRole('alert')).toHaveText('Wybierz powód, żeby zdjąć.')
  await page.keyboard.press('1')
  await expect(first.getByRole('button', { name: 'spam' })).toHaveAttribute('aria-pressed', 'true')
  const explanation = first.getByRole('textbox')
  await explanation.focus()
  await page.keyboard.type('Ogłoszenia: r/targ, a nie tu')
  await page.keyboard.press('Escape')
  await expect(row(page, 'Kup zegarek')).toBeFocused()
  await page.route('**/api/moderation/queue/*/decide', (route) => route.abort(), { times: 1 })
  await page.keyboard.press('x')
  await expect(row(page, 'Komentarz pod „Zachód słońca”')).toBeFocused()
  await expect(page.locator('.toast', { hasText: 'Sprawa „Kup zegarek” wróciła do kolejki' })).toBeVisible()
  await expect(rows(page).first()).toContainText('Brzydko napisane')
  // The restored case is placed after the open one.
  await expect(rows(page).nth(1)).toContainText('Kup zegarek')
  await page.keyboard.press('j')
  await expect(row(page, 'Kup zegarek')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rows(page).nth(1).getByRole('textbox')).toHaveValue('Ogłoszenia: r/targ, a nie tu')
  await page.keyboard.press('x')
  const last = queueOf(page).getByRole('group', { name: 'Ostatnia decyzja' })
  await expect(last).toContainText('Zdjęto „Kup zegarek”.')
  const undo = last.getByRole('button', { name: 'Cofnij', exact: true })
  await expect(undo).toHaveAccessibleDescription('Zdjęto „Kup zegarek”.')
  await expect(row(page, 'Zachód słońca').last()).toBeFocused()

  await page.keyboard.press('a')
  await expect(last).toContainText('Zostaje „Zachód słońca”.')
  await expect(row(page, 'Dzień dobry')).toBeFocused()
  await expect(rows(page).last()).toContainText('społeczność wstrzymuje wpisy nowych osób')
  await page.keyboard.press('a')
  await expect(last).toContainText('Zatwierdzono „Dzień dobry”.')
  await expect(queueOf(page).getByText('1 sprawa czeka')).toBeVisible()

  await page.keyboard.press('z')
  await expect(page.locator('.toast', { hasText: 'Sprawa „Dzień dobry” wróciła do kolejki' })).toBeVisible()
  await expect(row(page, 'Dzień dobry')).toBeFocused()
  await expect(last).toContainText('Zostaje „Zachód słońca”.')
  await page.keyboard.press('a')
  await expect(row(page, 'Komentarz pod „Zachód słońca”')).toBeFocused()
  await page.keyboard.press('2')
  await page.keyboard.press('x')
  await expect(queueOf(page).getByText('Wszystko rozpatrzone')).toBeVisible()

  const seen = await site.newPage({ signedInAs: author, width: 390 })
  await seen.goto(`/post/${spam.id}`)
  await expect(seen.getByText('Powód: spam.')).toBeVisible()
  await seen.goto(`/post/${fresh.id}`)
  await expect(seen.getByRole('heading', { level: 1 })).toHaveText('Dzień dobry')
})

test('MOD-4 two moderators working on one queue at once decide each case once and leave none', async () => {
  const { author, moderator, second, reader, category } = await scene()
  const posts = []
  for (let n = 0; n < 20; n += 1) {
    const post = await createPost(db, { author, category, title: `Ogłoszenie numer ${n + 10}` })
    await report(reader, { post_id: post.id }, 'Reklama')
    posts.push(post)
  }

  async function work(page: Page, key: string): Promise<void> {
    await openQueue(page)
    await expect(rows(page).first()).toBeVisible()
    const empty = queueOf(page).getByText('Wszystko rozpatrzone')
    const form = queueOf(page).getByRole('group', { name: 'Decyzja', exact: true })
    const taken = queueOf(page).getByText(/^(Tą sprawą zajmuje się|Tę sprawę rozpatrzył już)/)
    await page.keyboard.press('j')
    await page.keyboard.press('Enter')
    for (;;) {
      await expect(form.or(empty).or(taken)).toBeVisible()
      if (await empty.isVisible()) return
      if (await taken.isVisible()) {
        await page.keyboard.press('j')
        await page.keyboard.press('Enter')
        continue
      }
      if (key === 'x') await page.keyboard.press('9')
      await page.keyboard.press(key)
    }
  }
  const [one, two] = [await site.newPage({ signedInAs: moderator }), await site.newPage({ signedInAs: second })]
  await Promise.all([work(one, 'x'), work(two, 'a')])
  // A decision is shown before its call is answered.
  const ofCategory = eq(queueItem.category_id, category.id)
  await expect.poll(() => db.$count(queueItem, and(ofCategory, eq(queueItem.status, 'decided')))).toBe(20)
  expect(await db.$count(queueItem, ofCategory)).toBe(20)
  const made = await db
    .select({ post_id: decision.post_id })
    .from(decision)
    .where(and(eq(decision.category_id, category.id)))
  expect(made.map(({ post_id }) => post_id).sort()).toEqual(posts.map(({ id }) => id).sort())
})

test("MOD-4 a new case is added to the queue below the open one; others' decisions change no position", async () => {
  const { author, moderator, second, reader, category } = await scene()
  const first = await createPost(db, { author, category, title: 'Pierwsza sprawa' })
  const middle = await createPost(db, { author, category, title: 'Środkowa sprawa' })
  const late = await createPost(db, { author, category, title: 'Nowa sprawa' })
  for (const post of [first, middle]) await report(reader, { post_id: post.id }, 'Do sprawdzenia')
  const page = await site.newPage({ signedInAs: moderator })
  const connected = page.waitForResponse((answer) => answer.url().includes('/api/events') && answer.ok())
  await openQueue(page)
  await row(page, 'Środkowa sprawa').click()
  await connected

  expect(await sent({ signedInAs: reader }, '/api/reports', { post_id: late.id, reason: 'Też do sprawdzenia' })).toBe(
    201,
  )
  await expect(rows(page).last()).toContainText('Nowa sprawa')
  await expect(queueOf(page).getByText('3 sprawy czekają')).toBeVisible()
  expect(await sent({ signedInAs: second }, '/api/moderation/remove', { post_id: first.id, reason_code: 'spam' })).toBe(
    200,
  )
  await expect(queueOf(page).getByText('2 sprawy czekają')).toBeVisible()
  await expect(rows(page)).toHaveCount(3)
  await expect(row(page, 'Środkowa sprawa')).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('a')
  await expect(row(page, 'Nowa sprawa')).toBeFocused()
  await expect(rows(page)).toHaveCount(1)

  // A list that was requested before the undo and arrives after it must not close the reopened case.
  const release = Promise.withResolvers<void>()
  let reads = 0
  await page.route('**/api/moderation/queue?*', async (route) => {
    const answer = await route.fetch()
    reads += 1
    if (reads === 1) await release.promise
    await route.fulfill({ response: answer })
  })
  await page.keyboard.press('a')
  await expect(queueOf(page).getByText('Wszystko rozpatrzone')).toBeVisible()
  await expect.poll(() => reads).toBe(1)
  await page.keyboard.press('z')
  await expect(row(page, 'Nowa sprawa')).toBeFocused()
  release.resolve()
  await expect.poll(() => reads).toBeGreaterThan(1)
  await expect(queueOf(page).getByRole('group', { name: 'Decyzja', exact: true })).toBeVisible()
  await page.unrouteAll({ behavior: 'wait' })
})

test('MOD-4,11 an admin answers a notice of illegal content by keyboard alone, and undoes the answer', async () => {
  const { author, category } = await scene()
  const bad = await createPost(db, { author, category, title: 'Cudze zdjęcia', content: 'Bez zgody' })
  const notice = {
    url: `${site.url}/post/${bad.id}`,
    category: 'personal_data',
    text: 'Na zdjęciach są moje dzieci, bez mojej zgody.',
    good_faith: true,
  }
  expect(await sent({}, '/api/notices', notice)).toBe(201)
  const page = await site.newPage({ admin: true, width: 360, dark: true })
  await page.goto('/admin?tab=reports&kind=notices')
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect(rows(page).first()).toContainText('Na zdjęciach są moje dzieci')
  await expect(rows(page).first()).toContainText('dane osobowe')
  await site.check(page)
  await page.keyboard.press('8')
  await page.keyboard.press('x')
  await expect(queueOf(page).getByText('Zdjęto „Cudze zdjęcia”.')).toBeVisible()
  await page.keyboard.press('z')
  await expect(row(page, 'Cudze zdjęcia')).toBeFocused()
  await page.keyboard.press('a')
  await expect(queueOf(page).getByText('Zostaje „Cudze zdjęcia”.')).toBeVisible()
  const reader = await site.newPage({ width: 390 })
  await expect
    .poll(async () => {
      await reader.goto(`/post/${bad.id}`)
      return reader.getByRole('heading', { level: 1 }).textContent()
    })
    .toBe('Cudze zdjęcia')
})

test('MOD-4,5 an appeal is decided by keyboard alone, shows the disputed decision, and can overturn it', async () => {
  const { author, moderator, category } = await scene()
  const gone = await createPost(db, { author, category, title: 'Wspomnienie z gór', content: 'Było pięknie' })
  expect(
    await sent({ signedInAs: moderator }, '/api/moderation/remove', {
      post_id: gone.id,
      reason_code: 'off_topic',
      text: 'Nie ta społeczność',
    }),
  ).toBe(200)
  const [made] = await db.select({ id: decision.id }).from(decision).where(eq(decision.post_id, gone.id))
  expect(
    await sent({ signedInAs: author }, `/api/account/decisions/${made!.id}/appeal`, {
      text: 'To jest o górach, czyli na temat.',
    }),
  ).toBe(201)
  const page = await site.newPage({ admin: true })
  await openQueue(page)
  await queueOf(page).getByText('Odwołania', { exact: true }).click()
  await expect(page).toHaveURL(/kind=appeals/)
  await expect(rows(page)).toHaveCount(1)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  for (const text of ['To jest o górach, czyli na temat.', 'Usunięto post', 'nie na temat', 'Nie ta społeczność'])
    await expect(rows(page).first()).toContainText(text)
  await site.check(page)
  await rows(page).first().getByRole('textbox').fill('Masz rację, przywracamy.')
  await page.keyboard.press('Escape')
  await page.keyboard.press('x')
  await expect(queueOf(page).getByText('Uchylono decyzję: „Wspomnienie z gór”.')).toBeVisible()
  await expect(queueOf(page).getByText('Odwołania rozpatrzone')).toBeVisible()
  const own = await site.newPage({ signedInAs: author, width: 390 })
  await expect
    .poll(async () => {
      await own.goto('/decisions')
      return own.getByRole('main').textContent()
    })
    .toContain('Masz rację, przywracamy.')
})

/** Returns the elements that are not completely within the window. */
const outOfSight = (all: Locator) =>
  all.evaluateAll((list) =>
    list
      .filter((one) => {
        const { top, bottom } = one.getBoundingClientRect()
        return top < 0 || bottom > innerHeight
      })
      .map((one) => one.textContent),
  )

test('MOD-4 a long case in the queue shows its buttons without scrolling; 1280 by 900 fits every reason', async () => {
  const { author, moderator, second, reader, category } = await scene()
  const long = await createPost(db, {
    author,
    category,
    title: 'Długa historia',
    content: 'Opowiem od początku, jak to było z tym ogrodem. '.repeat(100),
  })
  for (const by of [reader, second, author])
    await report(by, { post_id: long.id }, 'Za długie, za długie i jeszcze raz za długie. '.repeat(8))
  for (const [width, dark] of [
    [1280, false],
    [1280, true],
    [390, true],
  ] as const) {
    const page = await site.newPage({ signedInAs: moderator, width, dark })
    await openQueue(page)
    await row(page, 'Długa historia').click()
    const form = queueOf(page).getByRole('group', { name: 'Decyzja', exact: true })
    const reasons = form.getByRole('group', { name: 'Powód zdjęcia' }).getByRole('button')
    const buttons = form.getByRole('button', { name: /^(Zostaw|Zdejmij)/ })
    await expect(reasons).toHaveCount(12)
    await expect(buttons).toHaveCount(2)
    await expect.poll(() => outOfSight(buttons)).toEqual([])
    if (width === 1280) expect(await outOfSight(reasons)).toEqual([])
    const legend = queueOf(page).getByLabel('Klawisze', { exact: true })
    await expect(legend).toBeVisible({ visible: width === 1280 })
    await expect(queueOf(page).getByLabel('Skróty z jednym klawiszem')).toBeVisible({ visible: width === 1280 })
    await expect(queueOf(page).locator('kbd:visible')).toHaveCount(width === 1280 ? 20 : 0)
    await site.check(page)
    // Clicking without a reason scrolls to the reasons if they are out of view.
    await form.getByRole('button', { name: 'Zdejmij' }).click()
    await expect(form.getByRole('alert')).toHaveText('Wybierz powód, żeby zdjąć.')
    await expect.poll(() => outOfSight(reasons)).toEqual([])
    await expect.poll(() => outOfSight(buttons)).toEqual([])
    await page.context().close()
  }
})

test('MOD-4,5 only removals have red buttons in the queue; overturning a decision is not red', async () => {
  const { author, moderator, category } = await scene()
  const gone = await createPost(db, { author, category, title: 'Spór o zdjęcie' })
  expect(
    await sent({ signedInAs: moderator }, '/api/moderation/remove', { post_id: gone.id, reason_code: 'off_topic' }),
  ).toBe(200)
  const [made] = await db.select({ id: decision.id }).from(decision).where(eq(decision.post_id, gone.id))
  expect(
    await sent({ signedInAs: author }, `/api/account/decisions/${made!.id}/appeal`, {
      text: 'To jest o górach, czyli na temat.',
    }),
  ).toBe(201)
  const page = await site.newPage({ admin: true })
  await page.goto('/admin?tab=reports&kind=appeals')
  await row(page, 'Spór o zdjęcie').click()
  await expect(queueOf(page).getByRole('button', { name: 'Uchyl decyzję' })).toHaveClass(/btn--primary/)
  await expect(queueOf(page).locator('.btn--danger')).toHaveCount(0)
})
