import { describe, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import type { Page } from 'playwright'
import type { Lang } from '#shared/i18n/plural.ts'
import { notify } from '#server/features/notifications/queries.ts'
import { notification, notificationSettings, threadLevel } from '#server/features/notifications/table.ts'
import { createComment, createPost, createUser } from '#server/test/factories.ts'
import { expect, reload, startSite, untilHydrated, type Member } from '../harness.ts'

const site = await startSite()
const { db } = site
const writer = await createUser(db, { username: 'zakwasowa_kasia' })

/**
 * Creates a member who has started `threads` threads, oldest first, each with three comments that notified the
 * member.
 */
async function memberWith(threads: number): Promise<Member & { posts: { id: number; title: string }[] }> {
  const member = await createUser(db)
  const posts = []
  for (let at = 0; at < threads; at += 1) {
    const post = await createPost(db, { author: member, title: `Wątek ${at + 1}` })
    posts.push(post)
    for (const content of ['Raz', 'Dwa', 'Trzy']) {
      const said = await createComment(db, { author: writer, post, content })
      await notify(db, {
        userId: member.id,
        kind: 'post_comment',
        actorId: writer.id,
        postId: post.id,
        commentId: said.id,
      })
    }
  }
  return { ...member, posts }
}

const unreadOf = (member: Member) =>
  db.$count(notification, and(eq(notification.user_id, member.id), eq(notification.read, false)))
const rows = (page: Page) => page.locator('#main').getByRole('article')
const bell = (page: Page) => page.locator('summary', { hasText: 'Powiadomienia' })

/** Opens the page and waits until the keyboard shortcuts are loaded. */
async function open(page: Page, path = '/notifications'): Promise<void> {
  await page.goto(path)
  await untilHydrated(page)
  await page.locator('html[data-keys]').waitFor({ state: 'attached' })
}

const WORDS = {
  pl: {
    title: 'Powiadomienia',
    comments: '3 komentarze',
    sentence: 'zakwasowa_kasia komentuje Twój post',
    markOne: 'Oznacz jako przeczytane',
    markAll: 'Oznacz wszystkie jako przeczytane',
    all: 'Wszystkie powiadomienia są przeczytane.',
  },
  en: {
    title: 'Notifications',
    comments: '3 comments',
    sentence: 'zakwasowa_kasia commented on your post',
    markOne: 'Mark as read',
    markAll: 'Mark all as read',
    all: 'All notifications are read.',
  },
} satisfies Record<Lang, unknown>

describe('the notification centre', () => {
  test.each(['pl', 'en'] as const)(
    'NOTE-1 the notification centre lists grouped notifications and marks one or all as read (%s)',
    async (lang) => {
      const t = WORDS[lang]
      const member = await memberWith(3)
      const page = await site.newPage({
        signedInAs: member,
        lang,
        width: lang === 'pl' ? 360 : 1280,
        dark: lang === 'en',
      })
      await open(page)
      await expect(page.getByRole('heading', { level: 1, name: t.title })).toBeVisible()
      await expect(rows(page)).toHaveCount(3)
      await expect(rows(page).first()).toContainText(t.sentence)
      await expect(rows(page).first()).toContainText('Wątek 3')
      await expect(rows(page).first()).toContainText(t.comments)
      await site.check(page)

      await rows(page).first().getByRole('button', { name: t.markOne }).click()
      await expect(rows(page).first().getByRole('button')).toHaveCount(0)
      await expect(rows(page).first()).toBeFocused()
      await expect(page.locator('.topbar .badge')).toHaveText('6')
      await page.getByRole('button', { name: t.markAll }).click()
      await expect(page.getByRole('status').filter({ hasText: t.all })).toBeVisible()
      await expect(page.locator('.topbar .badge')).toHaveCount(0)
      await reload(page)
      await expect(page.locator('.notification-row--unread')).toHaveCount(0)
      expect(await unreadOf(member)).toBe(0)
    },
  )

  test('NOTE-1 the notification centre keeps its filter in the URL and shows a text where it is empty', async () => {
    const member = await memberWith(1)
    const page = await site.newPage({ signedInAs: member })
    await open(page)
    await page.getByRole('link', { name: 'Wzmianki' }).click()
    await expect(page).toHaveURL('/notifications?filter=mentions')
    await expect(page.getByRole('heading', { name: 'Brak wzmianek' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Wzmianki' })).toHaveAttribute('aria-current', 'page')
    await site.check(page)
    await page.getByRole('link', { name: 'Nieprzeczytane' }).click()
    await expect(rows(page)).toHaveCount(1)
    await page.goBack()
    await expect(page.getByRole('heading', { name: 'Brak wzmianek' })).toBeVisible()
    await page.getByRole('link', { name: 'Pokaż wszystkie' }).click()
    await expect(page).toHaveURL('/notifications')
  })

  test('NOTE-1 the notification centre is operated by the keys j, k, r and Enter', async () => {
    const member = await memberWith(3)
    const page = await site.newPage({ signedInAs: member })
    await open(page)
    await expect(page.getByText('następne')).toBeVisible()
    await page.keyboard.press('j')
    await page.keyboard.press('j')
    await expect(rows(page).nth(1)).toBeFocused()
    await page.keyboard.press('r')
    await expect(rows(page).nth(1)).not.toHaveClass(/unread/)
    await expect(rows(page).nth(1)).toBeFocused()
    await expect.poll(() => unreadOf(member)).toBe(6)
    await page.keyboard.press('k')
    await expect(rows(page).first()).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(new RegExp(`/post/${member.posts[2]!.id}\\?comment=`))
    await expect.poll(() => unreadOf(member)).toBe(3)
    await expect(bell(page).locator('.badge')).toHaveText('3')
  })

  test('NOTE-1 the notification centre loads further pages, and shows them again after going back', async () => {
    const member = await memberWith(0)
    const others = await Promise.all(Array.from({ length: 25 }, () => createPost(db, { author: member })))
    await db
      .insert(notification)
      .values(
        others.map((post) => ({
          user_id: member.id,
          kind: 'post_comment' as const,
          actor_id: writer.id,
          post_id: post.id,
          thing_id: post.id,
        })),
      )
    const page = await site.newPage({ signedInAs: member, width: 390 })
    await open(page)
    await expect(rows(page)).toHaveCount(20)
    await page.getByRole('button', { name: 'Załaduj więcej' }).click()
    await expect(rows(page)).toHaveCount(25)
    await expect(page.getByRole('button', { name: 'Załaduj więcej' })).toHaveCount(0)
    await rows(page).last().getByRole('link').click()
    await expect(page).toHaveURL(/\/post\//)
    await page.goBack()
    await expect(rows(page)).toHaveCount(25)
  })

  test('NOTE-1 the notification centre shows new notifications only after a click on a button', async () => {
    const member = await memberWith(1)
    const page = await site.newPage({ events: false, signedInAs: member, width: 360 })
    await page.clock.install()
    await open(page)
    const place = await rows(page).first().boundingBox()
    await notify(db, { userId: member.id, kind: 'follower', actorId: writer.id })
    await page.clock.runFor(31_000)
    const fresh = page.getByRole('button', { name: 'Pokaż 1 nowe powiadomienie' })
    await expect(fresh).toBeVisible()
    await expect(rows(page)).toHaveCount(1)
    expect(await rows(page).first().boundingBox(), 'a press on it is not lost').toEqual(place)
    await fresh.click()
    await expect(rows(page)).toHaveCount(2)
    await expect(fresh).toHaveCount(0)
  })

  test('NOTE-1 a notification that could not be marked as read is shown as unread again, with a retry', async () => {
    const member = await memberWith(1)
    const page = await site.newPage({
      signedInAs: member,
      expectErrors: [/Failed to load resource/, /Loading the notifications failed/],
    })
    await page.route('**/api/notifications/*/read', (route) => route.abort())
    await open(page)
    await rows(page).first().getByRole('button').click()
    await expect(page.getByRole('alert')).toContainText('Nie udało się oznaczyć')
    await expect(page.locator('.notification-row--unread')).toHaveCount(1)
    await page.route('**/api/notifications/page*', (route) => route.abort())
    await page.getByRole('link', { name: 'Moderacja' }).click()
    await expect(page.getByRole('heading', { name: 'Nie udało się wczytać powiadomień.' })).toBeVisible()
    await page.unroute('**/api/notifications/page*')
    await page.getByRole('button', { name: 'Spróbuj ponownie' }).click()
    await expect(page.getByRole('heading', { name: 'Brak powiadomień o moderacji' })).toBeVisible()
  })

  test('NOTE-1 the notification centre is paged without JavaScript, and is for members only', async () => {
    const member = await memberWith(21)
    const page = await site.newPage({ signedInAs: member, javaScript: false, width: 360 })
    await page.goto('/notifications')
    await expect(rows(page)).toHaveCount(20)
    await expect(rows(page).first().getByRole('button')).toHaveCount(1)
    await page.getByRole('button', { name: 'Załaduj więcej' }).click()
    await expect(rows(page)).toHaveCount(1)
    await page.getByRole('link', { name: 'Nieprzeczytane' }).click()
    await expect(rows(page)).toHaveCount(20)
    const visitor = await site.newPage()
    await visitor.goto('/notifications')
    await expect(visitor).toHaveURL('/login?next=%2Fnotifications')
  })

  test('NOTE-1 the notification centre is linked in the dropdown of the bell', async () => {
    const page = await site.newPage({ signedInAs: await memberWith(1) })
    const answer = Promise.withResolvers<void>()
    await page.route(/\/api\/notifications(\?|$)/, async (route) => {
      await answer.promise
      await route.continue()
    })
    await open(page, '/')
    await bell(page).click()
    const all = page.getByRole('link', { name: 'Wszystkie powiadomienia' })
    const place = await all.boundingBox()
    answer.resolve()
    await expect(page.locator('.topbar .notification[href]').first()).toBeVisible()
    expect(await all.boundingBox(), 'a press on it is not lost while the list arrives').toEqual(place)
    await all.click()
    await expect(page).toHaveURL('/notifications')
    await expect(rows(page)).toHaveCount(1)
  })
})

describe('the notification settings', () => {
  test.each([
    {
      lang: 'pl',
      group: 'Komentarze',
      site: 'W serwisie',
      email: 'E-mail',
      always: 'Moderacja',
      daily: 'Codziennie',
      save: 'Zapisz ustawienia',
      saved: 'Zapisano.',
    },
    {
      lang: 'en',
      group: 'Comments',
      site: 'On site',
      email: 'E-mail',
      always: 'Moderation',
      daily: 'Daily',
      save: 'Save settings',
      saved: 'Saved.',
    },
  ] as const)('NOTE-2 notification settings are saved per notification kind for site and mail ($lang)', async (t) => {
    const member = await memberWith(0)
    const page = await site.newPage({ signedInAs: member, lang: t.lang, width: 360, dark: t.lang === 'en' })
    await open(page, '/settings/notifications')
    const group = (name: string) => page.getByRole('group', { name, exact: true })
    await group(t.group).getByLabel(t.site).uncheck()
    await group(t.group).getByLabel(t.email).check()
    await expect(group(t.always).getByLabel(t.site)).toBeDisabled()
    await page.getByLabel(t.daily).check()
    await site.check(page)
    await page.getByRole('button', { name: t.save }).click()
    await expect(page.getByRole('status').filter({ hasText: t.saved })).toBeVisible()
    const [stored] = await db.select().from(notificationSettings).where(eq(notificationSettings.user_id, member.id))
    expect(stored).toMatchObject({ site_off: ['comment'], email_on: ['comment', 'moderation'], digest: 'daily' })
    await reload(page)
    await expect(group(t.group).getByLabel(t.site)).not.toBeChecked()
    await expect(page.getByLabel(t.daily)).toBeChecked()
  })

  test('NOTE-2 the notification settings keep the chosen values where saving fails', async () => {
    const page = await site.newPage({ signedInAs: await memberWith(0), expectErrors: [/Failed to load resource/] })
    await open(page)
    await page.getByRole('link', { name: 'Ustawienia powiadomień' }).click()
    await page.getByLabel('Raz w tygodniu').check()
    await page.route('**/api/notifications/settings', (route) => route.abort())
    await page.getByRole('button', { name: 'Zapisz ustawienia' }).click()
    await expect(page.getByRole('alert')).toContainText('Nie udało się zapisać zmian')
    await expect(page.getByLabel('Raz w tygodniu')).toBeChecked()
  })
})

describe('the notification level of a thread', () => {
  test.each([
    {
      lang: 'pl',
      open: 'Powiadamianie',
      fallback: 'Odpowiedzi i wzmianki',
      none: 'Nic',
      saved: 'Zapisano powiadomienia o wątku.',
    },
    {
      lang: 'en',
      open: 'Notify me',
      fallback: 'Replies and mentions',
      none: 'Nothing',
      saved: 'Thread notifications saved.',
    },
  ] as const)('NOTE-2 the notification level of a thread is chosen on the page of its post ($lang)', async (t) => {
    const member = await memberWith(0)
    const post = await createPost(db, { author: writer })
    const page = await site.newPage({ signedInAs: member, lang: t.lang, width: 360, dark: t.lang === 'en' })
    await open(page, `/post/${post.id}`)
    await page.locator('.post__foot').getByRole('button', { name: t.open }).click()
    await expect(page.getByRole('radio', { name: t.fallback })).toBeChecked()
    await site.check(page)
    await page.getByRole('radio', { name: t.none }).check()
    await expect(page.getByRole('status').filter({ hasText: t.saved })).toBeVisible()
    const [stored] = await db
      .select()
      .from(threadLevel)
      .where(and(eq(threadLevel.user_id, member.id), eq(threadLevel.post_id, post.id)))
    expect(stored).toMatchObject({ level: 'none' })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('radio', { name: t.none })).toBeHidden()
  })
})
