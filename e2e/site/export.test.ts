import { describe, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Lang } from '#shared/i18n/plural.ts'
import { openArchive } from '#server/features/exports/testing/archive.ts'
import { notification } from '#server/features/notifications/table.ts'
import { post } from '#server/features/posts/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { createComment, createMessage, createPost, createUser, createVote } from '#server/test/factories.ts'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()
const { db } = site

const WORDS = {
  pl: {
    request: 'Przygotuj kopię',
    preparing: 'Przygotowujemy kopię',
    ready: 'Kopia jest gotowa',
    download: 'Pobierz plik ZIP',
    notice: 'Twoje dane są gotowe do pobrania',
  },
  en: {
    request: 'Prepare a copy',
    preparing: 'We are preparing the copy',
    ready: 'The copy is ready',
    download: 'Download the ZIP file',
    notice: 'Your data is ready to download',
  },
} satisfies Record<Lang, object>

describe('the export', () => {
  test.each([
    ['pl', 390, false],
    ['en', 1280, true],
  ] as const)(
    'ACCT-9 an export (%s) is requested, notified and downloaded, and matches the database',
    async (lang, width, dark) => {
      const w = WORDS[lang]
      const [ola, other] = [await createUser(db), await createUser(db)]
      const written = await createPost(db, { author: ola, title: 'Żurek na zakwasie', content: 'Przepis **babci**' })
      const said = await createComment(db, {
        author: ola,
        post: await createPost(db, { author: other }),
        content: 'Dobre!',
      })
      await createVote(db, { user: ola, post: written })
      const sent = await createMessage(db, ola, other, { content: 'Sekret dla Ciebie' })
      const page = await site.newPage({ signedInAs: ola, lang, width, dark })
      await page.goto('/settings/data')
      await untilHydrated(page)
      const main = page.getByRole('main')
      await main.getByRole('button', { name: w.request }).click()
      await expect(main.getByRole('status').filter({ hasText: w.ready })).toBeVisible()
      await expect(main.getByRole('button', { name: w.request })).toHaveCount(0)
      await site.check(page)

      const link = main.getByRole('link', { name: w.download })
      const [download] = await Promise.all([page.waitForEvent('download'), link.click()])
      expect(download.suggestedFilename()).toMatch(new RegExp(`^watek-${ola.username}-\\d{4}-\\d\\d-\\d\\d\\.zip$`))
      const archive = openArchive(await Bun.file(await download.path()).bytes())
      const [storedPost] = await db.select().from(post).where(eq(post.id, written.id))
      const [storedVote] = await db.select().from(vote).where(eq(vote.user_id, ola.id))
      expect(archive.rows('posts')).toMatchObject([
        {
          id: storedPost!.id,
          title: storedPost!.title,
          content: storedPost!.content,
          created_at: storedPost!.created_at.toISOString(),
        },
      ])
      expect(archive.rows('comments')).toMatchObject([{ id: said.id, content: said.content }])
      expect(archive.rows('votes')).toMatchObject([{ post_id: written.id, value: storedVote!.value }])
      expect(archive.rows('messages')).toMatchObject([
        { id: sent.id, sender: ola.username, recipient: other.username, content: sent.content },
      ])
      expect(archive.text('README.md')).toContain(ola.username)

      const url = await link.getAttribute('href')
      const stranger = await site.newPage({ signedInAs: other, lang, expectErrors: [/status of 404/] })
      await stranger.goto('/')
      expect(await stranger.evaluate(async (path) => (await fetch(path)).status, url!)).toBe(404)

      expect(await db.$count(notification, eq(notification.user_id, ola.id))).toBe(1)
      await page.goto('/notifications')
      await page.getByRole('main').getByRole('link', { name: w.notice }).click()
      await expect(page).toHaveURL('/settings/data')
      await expect(page.getByRole('link', { name: w.download })).toBeVisible()
    },
  )
})
