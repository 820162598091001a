import { afterAll, describe, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import type { BrowserContext, Page } from 'playwright'
import { textColumns } from '#server/features/comments/rules.ts'
import { comment } from '#server/features/comments/table.ts'
import { notify } from '#server/features/notifications/queries.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import { createCategory, createComment, createMessage, createPost, createUser } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated, type Member } from '../harness.ts'

const site = await startSite()
const { db } = site
const category = await createCategory(db, { name: 'gotowanie' })

const POLL = 30_000
const COUNTS = /\/api\/(notifications\/count|messages\/unread-count)/

const badge = (page: Page, name: string) =>
  page.getByRole('banner').locator('summary, a').filter({ hasText: name }).locator('.badge')
const commentOf = (page: Page, text: string) =>
  page.getByRole('article').filter({ has: page.locator('.comment__body', { hasText: text }) })
const pill = (page: Page, name: string | RegExp) => page.locator('.pill').filter({ hasText: name })

/** Opens the page and waits until its event stream is open. */
async function openLive(page: Page, path: string): Promise<void> {
  const streaming = page.waitForResponse((response) => response.url().includes('/api/events') && response.ok())
  await page.goto(path)
  await untilHydrated(page)
  await streaming
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
}

const write = (
  author: Member,
  post: { id: number },
  content: string,
  { parent_id = null, origin }: { parent_id?: number | null; origin?: string } = {},
) => site.call<{ id: number }>(author, 'POST', '/api/comments', { post_id: post.id, content, parent_id }, origin)

/** Records the URLs requested by a page from now on. */
function requestsOf(page: Page | BrowserContext, pattern: RegExp): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (pattern.test(request.url())) asked.push(new URL(request.url()).pathname)
  })
  return asked
}

const topOf = async (page: Page, text: string) =>
  await commentOf(page, text).evaluate((element) => element.getBoundingClientRect().top)

/** Cuts the connections between server processes: events published meanwhile are lost, and all clients reload. */
async function loseEvents(): Promise<void> {
  await db.execute(
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'watek bus%' and datname
      = current_database()`,
  )
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

describe('a member', () => {
  test('LIVE-1 LIVE-5 a member is notified of comment, mention and message on any page, without polling', async () => {
    const reader = await createUser(db, { username: 'anna_z_rana' })
    const post = await createPost(db, { author: reader, category })
    const page = await site.newPage({ signedInAs: reader })
    const asked = requestsOf(page, COUNTS)
    await openLive(page, '/browse-communities')
    const writer = await createUser(db)
    await write(writer, post, 'Moim zdaniem za zimno.')
    await expect(badge(page, 'Powiadomienia')).toHaveText('1')
    const elsewhere = await createPost(db, { category })
    await write(writer, elsewhere, 'Co na to @anna_z_rana?')
    await expect(badge(page, 'Powiadomienia')).toHaveText('2')
    await site.call(writer, 'POST', '/api/messages', { recipient_id: reader.id, content: 'Masz chwilę?' })
    await expect(badge(page, 'Wiadomości')).toHaveText('1')
    expect(asked).toEqual([])
  })

  test('LIVE-1 an open list of notifications shows that more arrived without moving its entries', async () => {
    const reader = await createUser(db)
    const post = await createPost(db, { author: reader, category })
    const writer = await createUser(db)
    await write(writer, post, 'Pierwszy głos.')
    const page = await site.newPage({ signedInAs: reader, width: 390 })
    await openLive(page, '/privacy-policy')
    await page.locator('summary', { hasText: 'Powiadomienia' }).click()
    const first = page.locator('.notification').first()
    await expect(first).toContainText('Pierwszy głos.')
    const before = await first.boundingBox()
    await write(writer, post, 'Drugi głos.')
    await expect(pill(page, '1 nowe')).toBeVisible()
    expect(await first.boundingBox()).toEqual(before)
    await site.check(page)
    await pill(page, '1 nowe').click()
    await expect(first).toContainText('Drugi głos.')
    await expect(pill(page, 'nowe')).toHaveCount(0)
    // A notification whose event was lost is counted once the page reloads its data.
    const shown = await first.boundingBox()
    await notify(db, { userId: reader.id, kind: 'follower', actorId: (await createUser(db)).id })
    await loseEvents()
    await expect(pill(page, '1 nowe')).toBeVisible()
    await expect(first).toContainText('Drugi głos.')
    expect(await first.boundingBox()).toEqual(shown)
    await expect(badge(page, 'Powiadomienia')).toHaveText('3')
  })

  test('LIVE-1 an unread count is corrected after a lost event, even if it was fetched a moment ago', async () => {
    const reader = await createUser(db)
    const page = await site.newPage({ signedInAs: reader })
    await page.clock.setFixedTime(new Date())
    await openLive(page, '/privacy-policy')
    await notify(db, { userId: reader.id, kind: 'follower', actorId: (await createUser(db)).id })
    await loseEvents()
    await expect(badge(page, 'Powiadomienia')).toHaveText('1')
  })

  test('LIVE-4 a message appears as it arrives, and its sender sees it was read; neither browser polls', async () => {
    const [anna, marek] = [await createUser(db), await createUser(db)]
    const [hers, his] = [
      await site.newPage({ signedInAs: anna }),
      await site.newPage({ signedInAs: marek, lang: 'en' }),
    ]
    await openLive(hers, `/conversation/${marek.username}`)
    await openLive(his, `/conversation/${anna.username}`)
    const asked = requestsOf(his, /\/api\/messages\/conversation\//)
    await his.getByLabel('Message', { exact: true }).fill('Jesteś?')
    await his.getByRole('button', { name: 'Send' }).click()
    await expect(hers.locator('.message', { hasText: 'Jesteś?' })).toBeVisible()
    await expect(his.getByRole('img', { name: 'Read' })).toBeVisible()
    expect(asked).toEqual([])
    await expect(badge(hers, 'Wiadomości')).toHaveCount(0)
  })

  test('LIVE-4 conversations appear in an empty list, the one with the newest message first', async () => {
    const [reader, first, second] = [await createUser(db), await createUser(db), await createUser(db)]
    const page = await site.newPage({ signedInAs: reader })
    await openLive(page, '/messages')
    await expect(page.getByText('Nie masz jeszcze rozmów')).toBeVisible()
    for (const [sender, content] of [
      [first, 'Pierwsza sprawa.'],
      [second, 'Nowa sprawa.'],
    ] as const) {
      await site.call(sender, 'POST', '/api/messages', { recipient_id: reader.id, content })
      await expect(page.locator('.row-list .row').first()).toContainText(content)
    }
    await expect(page.locator('.row-list .row')).toHaveCount(2)
    await expect(page.getByText('Nie masz jeszcze rozmów')).toHaveCount(0)
  })

  test('LIVE-4 a message that arrives while a conversation is being opened is shown', async () => {
    const [reader, sender] = [await createUser(db), await createUser(db)]
    await createMessage(db, sender, reader, { content: 'Pierwsza.', read_at: new Date() })
    const page = await site.newPage({ signedInAs: reader })
    await openLive(page, '/messages')
    const released = Promise.withResolvers<void>()
    await page.route(/\/is-blocked/, async (route) => {
      await released.promise
      await route.continue()
    })
    const opening = page.waitForRequest(/\/is-blocked/)
    await page.locator('.row-list').getByRole('link', { name: sender.username }).click()
    await opening
    await site.call(sender, 'POST', '/api/messages', { recipient_id: reader.id, content: 'Druga.' })
    await expect(page.locator('.row-list .row').first()).toContainText('Druga.')
    released.resolve()
    await expect(page.locator('.message', { hasText: 'Pierwsza.' })).toBeVisible()
    await expect(page.locator('.message', { hasText: 'Druga.' })).toBeVisible()
  })

  test('LIVE-5 a member whose login session is ended elsewhere is notified at once', async () => {
    const reader = await createUser(db)
    const page = await site.newPage({ signedInAs: reader })
    await openLive(page, '/browse-communities')
    const token = await page.evaluate(() => localStorage.getItem('token'))
    await fetch(`${site.url}/api/auth/logout`, { method: 'POST', headers: { Authorization: `Bearer ${token}` } })
    await expect(page.getByRole('alert').filter({ hasText: 'Sesja wygasła. Zaloguj się ponownie.' })).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull()
  })
})

describe('an open thread', () => {
  async function thread(comments: number) {
    const author = await createUser(db)
    const post = await createPost(db, { author, category })
    const made = []
    for (let n = 1; n <= comments; n++) {
      made.push(
        await createComment(db, {
          post,
          content: `Głos nr ${n}.\n\n${'Długo o tym myślałam. '.repeat(6)}`,
          created_at: new Date(Date.now() - n * 60_000),
        }),
      )
    }
    return { post, author, comments: made }
  }

  test('LIVE-2 new comments are counted above the list and shown on click without scrolling the page', async () => {
    const { post } = await thread(12)
    const page = await site.newPage({ signedInAs: await createUser(db), width: 390 })
    await openLive(page, `/post/${post.id}?sort=new`)
    const writer = await createUser(db)
    await commentOf(page, 'Głos nr 6.').evaluate((element) =>
      scrollTo(0, element.getBoundingClientRect().top + scrollY - 300),
    )
    const before = await topOf(page, 'Głos nr 6.')
    await write(writer, post, 'Nowość pierwsza.')
    await write(writer, post, 'Nowość druga.')
    await expect(pill(page, '2 nowe komentarze')).toBeInViewport()
    await expect(page.getByRole('heading', { name: '14 Komentarzy' })).toBeAttached()
    expect(await topOf(page, 'Głos nr 6.')).toBe(before)
    await expect(page.getByText('Nowość pierwsza.')).toHaveCount(0)
    await site.check(page)
    await pill(page, '2 nowe komentarze').click()
    await expect(commentOf(page, 'Nowość druga.')).toBeAttached()
    expect(Math.abs((await topOf(page, 'Głos nr 6.')) - before)).toBeLessThan(1)
    await expect(page.locator('ol.comments > li.comment .comment__author').first()).toHaveText(writer.username)
    await pill(page, 'Przejdź do nowych').click()
    await expect(commentOf(page, 'Nowość druga.')).toBeFocused()
    await expect(commentOf(page, 'Nowość druga.')).toBeInViewport()
    await expect(page.locator('.pill')).toHaveCount(0)
  })

  test('LIVE-2 new replies are counted at their parent comment, with the plural forms of each language', async () => {
    const { post, comments } = await thread(3)
    const page = await site.newPage({ signedInAs: await createUser(db), lang: 'en' })
    await openLive(page, `/post/${post.id}?sort=new`)
    const writer = await createUser(db)
    const reply = await write(writer, post, 'Odpowiadam.', { parent_id: comments[1]!.id })
    await write(writer, post, 'I jeszcze jedno.', { parent_id: reply.id })
    const line = page.locator('li.comment').filter({ has: page.locator(':scope > article', { hasText: 'Głos nr 2.' }) })
    await expect(line.locator('.pill')).toHaveText('2 new replies')
    await line.locator('.pill').click()
    await expect(line.locator('.comment__replies').first()).toContainText('Odpowiadam.')
    await expect(line.locator('.comment__replies').first()).toContainText('I jeszcze jedno.')
    await expect(commentOf(page, 'Odpowiadam.')).toBeFocused()
    await expect(page.locator('.pill')).toHaveCount(0)
  })

  test('LIVE-3 an edited comment or post whose reload fails is reloaded a little later', async () => {
    const author = await createUser(db)
    const post = await createPost(db, { author, category, content: 'Dawny post.' })
    const edited = await write(author, post, 'Z błendem.')
    const page = await site.newPage({ expectErrors: [/ERR_FAILED/, /^Reading again failed/] })
    await openLive(page, `/post/${post.id}`)
    let refused = 0
    await page.route(/\/api\/(posts|comments)[/?]/, async (route) => {
      refused += 1
      await route.abort()
    })
    await site.call(author, 'PATCH', `/api/comments/${edited.id}`, { content: 'Bez błędu.' })
    await site.call(author, 'PATCH', `/api/posts/${post.id}`, { content: 'Nowy post.' })
    await expect.poll(() => refused).toBeGreaterThanOrEqual(2)
    await expect(commentOf(page, 'Z błendem.')).toBeVisible()
    await page.unrouteAll()
    await expect(commentOf(page, 'Bez błędu.')).toBeVisible()
    await expect(page.getByText('Nowy post.')).toBeVisible()
  })

  test('LIVE-3 an open thread applies edits, removals and the score of the post in place', async () => {
    const { post } = await thread(2)
    const writer = await createUser(db)
    const [edited, removed] = [await write(writer, post, 'Z błendem.'), await write(writer, post, 'Zniknę.')]
    const page = await site.newPage()
    await openLive(page, `/post/${post.id}?sort=new`)
    await expect(commentOf(page, 'Zniknę.')).toBeVisible()
    await commentOf(page, 'Głos nr 2.').scrollIntoViewIfNeeded()
    await site.call(writer, 'PATCH', `/api/comments/${edited.id}`, { content: 'Bez **błędu**.' })
    await expect(commentOf(page, 'Bez błędu.')).toContainText('edytowano')
    await site.call(writer, 'DELETE', `/api/comments/${removed.id}`)
    await expect(commentOf(page, 'Zniknę.')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: '3 Komentarzy' })).toBeAttached()
    await site.call(writer, 'POST', `/api/votes/${post.id}`, { value: 1 })
    await expect(page.locator('.post .votes__score')).toHaveText('1')
  })

  test('LIVE-3 an open thread shows that its post was removed, and keeps typed text', async () => {
    const { post, author } = await thread(1)
    const page = await site.newPage({ signedInAs: await createUser(db) })
    await openLive(page, `/post/${post.id}`)
    await page.getByLabel('Dodaj komentarz').fill('Niedokończona myśl')
    await site.call(author, 'DELETE', `/api/posts/${post.id}`)
    await expect(page.getByText('Ten post został właśnie usunięty.')).toBeVisible()
    await expect(page.getByLabel('Dodaj komentarz')).toHaveValue('Niedokończona myśl')
  })

  test('LIVE-3 a removed comment with an open reply form keeps the form until it is sent or closed', async () => {
    const { post } = await thread(1)
    const writer = await createUser(db)
    const removed = await write(writer, post, 'Zniknę.')
    const page = await site.newPage({ signedInAs: await createUser(db) })
    await openLive(page, `/post/${post.id}?sort=new`)
    await commentOf(page, 'Zniknę.')
      .getByRole('button', { name: /^Odpowiedz/ })
      .click()
    await page.getByLabel('Twoja odpowiedź').fill('Niedokończona myśl')
    await site.call(writer, 'DELETE', `/api/comments/${removed.id}`)
    await expect(page.getByRole('heading', { name: '1 Komentarz', exact: true })).toBeAttached()
    await expect(page.getByLabel('Twoja odpowiedź')).toHaveValue('Niedokończona myśl')
    await page.getByRole('button', { name: 'Anuluj' }).click()
    await expect(commentOf(page, 'Zniknę.')).toHaveCount(0)
  })

  test("LIVE-2 an open thread shows the reader's own comments at once, from any tab, and not as new ones", async () => {
    const { post } = await thread(2)
    const member = await createUser(db)
    const page = await site.newPage({ signedInAs: member })
    await openLive(page, `/post/${post.id}?sort=new`)
    await page.getByLabel('Dodaj komentarz').fill('Moje zdanie.')
    await page.getByRole('button', { name: 'Skomentuj' }).click()
    await expect(commentOf(page, 'Moje zdanie.')).toBeVisible()
    await write(member, post, 'Z telefonu.')
    await expect(commentOf(page, 'Z telefonu.')).toBeVisible()
    await expect(page.locator('.pill')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: '4 Komentarzy' })).toBeAttached()
  })

  test('LIVE-2 50 new comments a second in a thread of 2,000 do not scroll it and are counted exactly', async () => {
    const author = await createUser(db)
    const post = await createPost(db, { author, category, comment_count: 2_000 })
    const content = 'Długo o tym myślałam. '.repeat(6)
    const text = textColumns(content, renderMarkdown(content))
    const rows = await db
      .insert(comment)
      .values(
        Array.from({ length: 2_000 }, (_, n) => ({
          post_id: post.id,
          author_id: author.id,
          depth: 1,
          is_nsfw: false,
          ...text,
          created_at: new Date(Date.now() - n * 3_600_000),
        })),
      )
      .returning({ id: comment.id })
    const read = rows[30]!
    const page = await site.newPage({ signedInAs: await createUser(db) })
    await openLive(page, `/post/${post.id}?sort=new`)
    for (const shown of [40, 60]) {
      await page.getByRole('button', { name: 'Załaduj więcej komentarzy' }).click()
      await expect(page.locator('ol.comments > li.comment')).toHaveCount(shown)
    }
    await page.locator(`#comment-${read.id}`).hover()
    await page.evaluate((id) => {
      const [touched, tops] = [[] as string[], new Set<number>()]
      Object.assign(globalThis, { touched, tops })
      const element = document.querySelector(`#comment-${id}`)!
      const measure = () => {
        tops.add(element.getBoundingClientRect().top)
        requestAnimationFrame(measure)
      }
      measure()
      new MutationObserver((changes) => {
        for (const { target } of changes)
          if (!(target as Element).closest?.('.pill')) touched.push((target as Element).className)
      }).observe(document.querySelector('ol.comments')!, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      })
    }, read.id)
    const writer = await createUser(db)
    for (let n = 0; n < 150; n += 10) {
      const send = (at: number) =>
        write(writer, post, `Potok ${n + at}`, { parent_id: (n + at) % 5 === 0 ? read.id : null })
      await Promise.all([Bun.sleep(200), ...Array.from({ length: 10 }, (_, at) => send(at))])
    }
    await expect(pill(page, '120 nowych komentarzy')).toBeVisible()
    await expect(pill(page, '30 nowych odpowiedzi')).toBeAttached()
    await expect(page.getByRole('heading', { name: '2150 Komentarzy' })).toBeAttached()
    const { touched, tops } = await page.evaluate(() => {
      const { touched, tops } = globalThis as unknown as { touched: string[]; tops: Set<number> }
      return { touched, tops: [...tops] }
    })
    expect(tops).toHaveLength(1)
    expect(touched.filter((name) => name !== 'comment__main')).toEqual([])
    await pill(page, '120 nowych komentarzy').click()
    await expect(page.locator('ol.comments > li.comment')).toHaveCount(180)
    const after = await page.locator(`#comment-${read.id}`).evaluate((element) => element.getBoundingClientRect().top)
    expect(Math.abs(after - tops[0]!)).toBeLessThan(1)
  })

  test('LIVE-2 an open thread does not count comments by people whom the reader blocked', async () => {
    const { post } = await thread(1)
    const writer = await createUser(db)
    const reader = await createUser(db)
    await site.call(reader, 'POST', `/api/users/${writer.id}/block`)
    const page = await site.newPage({ signedInAs: reader })
    await openLive(page, `/post/${post.id}`)
    await write(writer, post, 'Głos zza muru.')
    await write(await createUser(db), post, 'Głos innej osoby.')
    await expect(pill(page, '1 nowy komentarz')).toBeVisible()
  })
})

/** A proxy in front of the forum; while it is cut, event streams are broken off and refused. */
function startProxy(target: string) {
  const streams = new Set<() => void>()
  let isCut = false

  function breakable(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
    const reader = body.getReader()
    return new ReadableStream({
      start(controller) {
        streams.add(() => {
          controller.close()
          void reader.cancel()
        })
      },
      async pull(controller) {
        const { value } = await reader.read()
        if (value) controller.enqueue(value)
      },
    })
  }

  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    idleTimeout: 0,
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const isStream = pathname === '/api/events'
      if (isStream && isCut) return new Response(null, { status: 429 })
      const { method, headers, body } = request
      const answer = await fetch(target + pathname + search, {
        method,
        headers,
        body,
        redirect: 'manual',
        decompress: false,
      })
      return new Response(isStream ? breakable(answer.body!) : answer.body, {
        status: answer.status,
        headers: answer.headers,
      })
    },
  })
  return {
    origin: `http://localhost:${server.port}`,
    cut() {
      isCut = true
      for (const end of streams) end()
    },
    heal() {
      isCut = false
    },
    stop: () => server.stop(true),
  }
}

const proxy = startProxy(site.url)
afterAll(proxy.stop)

describe('two server processes', () => {
  test('LIVE-9 LIVE-5 a page served by one server process receives events of another without polling', async () => {
    const another = await site.startAnother()
    const [anna, marek] = [
      await createUser(db, { username: 'anna_z_jednego' }),
      await createUser(db, { username: 'marek_z_drugiego' }),
    ]
    const post = await createPost(db, { author: anna, category })
    const [hers, his] = [
      await site.newPage({ signedInAs: anna }),
      await site.newPage({ signedInAs: marek, origin: another }),
    ]
    const asked = [hers, his].map((page) => requestsOf(page, COUNTS))
    const path = `/post/${post.id}?sort=new`
    await openLive(hers, path)
    await openLive(his, path)

    const first = await write(marek, post, 'Głos z drugiego.', { origin: another })
    await expect(pill(hers, '1 nowy komentarz')).toBeVisible()
    await expect(badge(hers, 'Powiadomienia')).toHaveText('1')
    await expect(commentOf(his, 'Głos z drugiego.')).toBeVisible()
    await pill(hers, '1 nowy komentarz').click()
    await expect(commentOf(hers, 'Głos z drugiego.')).toBeVisible()

    const own = await write(anna, post, 'Co na to @marek_z_drugiego?')
    await expect(badge(his, 'Powiadomienia')).toHaveText('1')
    await pill(his, '1 nowy komentarz').click()
    await expect(commentOf(his, 'Co na to')).toBeVisible()
    await site.call(marek, 'PATCH', `/api/comments/${first.id}`, { content: 'Głos poprawiony.' }, another)
    await expect(commentOf(hers, 'Głos poprawiony.')).toContainText('edytowano')
    await site.call(anna, 'DELETE', `/api/comments/${own.id}`)
    await expect(commentOf(his, 'Co na to')).toHaveCount(0)
    await expect(badge(his, 'Powiadomienia')).toHaveCount(0)

    await openLive(his, `/conversation/${anna.username}`)
    await openLive(hers, `/conversation/${marek.username}`)
    const threads = requestsOf(his, /\/api\/messages\/conversation/)
    await his.getByLabel('Wiadomość', { exact: true }).fill('Jesteś?')
    await his.getByRole('button', { name: 'Wyślij' }).click()
    await expect(hers.locator('.message', { hasText: 'Jesteś?' })).toBeVisible()
    await expect(his.getByRole('img', { name: 'Przeczytana' })).toBeVisible()
    await site.call(anna, 'POST', '/api/messages', { recipient_id: marek.id, content: 'Jestem.' })
    await expect(his.locator('.message', { hasText: 'Jestem.' })).toBeVisible()
    await expect(hers.getByRole('img', { name: 'Przeczytana' })).toBeVisible()
    expect(asked).toEqual([[], []])
    // The thread is requested once, to mark the arrived message as read; nothing else is requested.
    expect(threads).toHaveLength(1)
  })
})

describe('the tabs of a browser', () => {
  test('LIVE-5 browser tabs keep working where a tab of another version sends unknown messages', async () => {
    const reader = await createUser(db)
    const post = await createPost(db, { author: reader, category })
    const page = await site.newPage({ signedInAs: reader })
    const other = await page.context().newPage()
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await openLive(page, `/post/${post.id}`)
    await open(other, '/terms')
    await other.evaluate(() => {
      const channel = new BroadcastChannel('events')
      for (const data of [
        null,
        'text',
        {},
        { kind: 'later' },
        { kind: 'wants', tab: 1 },
        { kind: 'state' },
        { kind: 'heard', heard: { id: null, event: null } },
      ])
        channel.postMessage(data)
    })
    await write(reader, post, 'Głos z innej karty.')
    await expect(commentOf(page, 'Głos z innej karty.').or(pill(page, '1 nowy komentarz')).first()).toBeVisible()
    expect(errors).toEqual([])
  })
})

describe('the event stream', () => {
  test('LIVE-5 all tabs of a browser share one event stream; closing the tab that has it loses no event', async () => {
    const reader = await createUser(db)
    const post = await createPost(db, { author: reader, category })
    const first = await site.newPage({ signedInAs: reader })
    const context = first.context()
    const streams = requestsOf(context, /\/api\/events\?/)
    await openLive(first, '/privacy-policy')
    const others = await Promise.all(Array.from({ length: 5 }, () => context.newPage()))
    for (const page of others) await open(page, '/privacy-policy')
    const writer = await createUser(db)
    await write(writer, post, 'Pierwszy głos.')
    for (const page of [first, ...others]) await expect(badge(page, 'Powiadomienia')).toHaveText('1')
    expect(streams).toHaveLength(1)
    await first.close()
    await write(writer, post, 'Drugi głos.')
    for (const page of others) await expect(badge(page, 'Powiadomienia')).toHaveText('2')
    expect(streams).toHaveLength(2)
  })

  test('LIVE-5 LIVE-6 an event stream cut by a proxy falls back to polling; a new one gets missed events', async () => {
    const reader = await createUser(db)
    const post = await createPost(db, { author: reader, category })
    const page = await site.newPage({ signedInAs: reader, origin: proxy.origin })
    const asked = requestsOf(page, COUNTS)
    await page.clock.install()
    await openLive(page, `/post/${post.id}`)
    const writer = await createUser(db)
    await write(writer, post, 'Pierwszy głos.')
    await expect(badge(page, 'Powiadomienia')).toHaveText('1')
    await expect(pill(page, '1 nowy komentarz')).toBeVisible()
    expect(asked).toEqual([])
    const refused = page.waitForResponse(
      (response) => response.url().includes('/api/events') && response.status() === 429,
    )
    proxy.cut()
    await expect
      .poll(async () => {
        await page.clock.fastForward(1_000)
        return Promise.race([refused.then(() => true), Bun.sleep(50)])
      })
      .toBe(true)
    await write(writer, post, 'Drugi głos.')
    await page.clock.fastForward(POLL)
    await expect(badge(page, 'Powiadomienia')).toHaveText('2')
    await expect(pill(page, '1 nowy komentarz')).toBeVisible()
    const streaming = page.waitForResponse((response) => response.url().includes('/api/events') && response.ok())
    proxy.heal()
    await page.clock.fastForward(POLL)
    await streaming
    await expect(pill(page, '2 nowe komentarze')).toBeVisible()
    const until = asked.length
    await page.clock.fastForward(POLL)
    await write(writer, post, 'Trzeci głos.')
    await expect(badge(page, 'Powiadomienia')).toHaveText('3')
    expect(asked).toHaveLength(until)
  })

  test('LIVE-5 an event stream that a proxy buffers is replaced by polling', async () => {
    const reader = await createUser(db)
    const post = await createPost(db, { author: reader, category })
    const page = await site.newPage({ signedInAs: reader })
    const held = Promise.withResolvers<void>()
    await page.route('**/api/events?*', () => held.resolve())
    await page.clock.install()
    await open(page, '/privacy-policy')
    await held.promise
    const writer = await createUser(db)
    await write(writer, post, 'Pierwszy głos.')
    await page.clock.fastForward(POLL)
    await expect(badge(page, 'Powiadomienia')).toHaveText('1')
  })

  test('LIVE-6 the event stream reconnects after a server outage and shows what was written meanwhile', async () => {
    const reader = await createUser(db)
    const { id } = await createPost(db, { author: reader, category })
    const page = await site.newPage({ signedInAs: reader, expectErrors: [/ERR_/, /^Reading again failed/] })
    await openLive(page, `/post/${id}`)
    await site.stop()
    await site.start()
    const writer = await createUser(db)
    await write(writer, { id }, 'Napisane po przerwie.')
    await expect(badge(page, 'Powiadomienia')).toHaveText('1')
    await expect(pill(page, '1 nowy komentarz')).toBeVisible()
  })

  test('LIVE-5 a tab hidden for five minutes closes the event stream and catches up when visible again', async () => {
    const reader = await createUser(db)
    const post = await createPost(db, { author: reader, category })
    const page = await site.newPage({ signedInAs: reader })
    await page.clock.install()
    await openLive(page, `/post/${post.id}`)
    await setInSight(page, false)
    const closed = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/events'))
    await page.clock.fastForward(5 * 60_000)
    await closed
    const writer = await createUser(db)
    await write(writer, post, 'Napisane w ukryciu.')
    await setInSight(page, true)
    await expect(badge(page, 'Powiadomienia')).toHaveText('1')
    await expect(pill(page, '1 nowy komentarz')).toBeVisible()
  })

  test('LIVE-2 the event stream shows new comments to a visitor too, and is open only on threads', async () => {
    const post = await createPost(db, { category })
    const page = await site.newPage({ lang: 'en' })
    const streams = requestsOf(page, /\/api\/events\?/)
    await open(page, '/')
    await openLive(page, `/post/${post.id}`)
    const writer = await createUser(db)
    await write(writer, post, 'Pierwszy głos.')
    await expect(pill(page, '1 new comment')).toBeVisible()
    expect(streams).toHaveLength(1)
    await pill(page, '1 new comment').click()
    await expect(commentOf(page, 'Pierwszy głos.')).toBeVisible()
  })
})
