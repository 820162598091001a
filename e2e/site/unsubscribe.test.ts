import { describe, test } from 'bun:test'
import { user } from '#server/features/users/table.ts'
import { notify } from '#server/features/notifications/queries.ts'
import { changeSettings, getSettings } from '#server/features/notifications/settings/queries.ts'
import { addJob } from '#server/jobs/add.ts'
import { createUser } from '#server/test/factories.ts'
import { eq } from 'drizzle-orm'
import { expect, startSite, untilHydrated } from '../harness.ts'

const site = await startSite()

/** Creates a member who was mailed about a new follower; returns the link of that mail. */
async function mailed(lang: 'pl' | 'en') {
  const member = await createUser(site.db)
  await site.db.update(user).set({ language: lang }).where(eq(user.id, member.id))
  await site.db.transaction((tx) =>
    changeSettings(tx, member.id, { kinds: { follow: { email: true }, mention: { email: true } } }),
  )
  const { id } = await createUser(site.db)
  await notify(site.db, { userId: member.id, kind: 'follower', actorId: id, now: new Date(Date.now() - 600_000) })
  await addJob(site.db, 'collect_notification_mails', {})
  const { links } = await site.mailTo(member.email!)
  const wanted = async () => {
    const { kinds } = await getSettings(site.db, member.id)
    return Object.entries(kinds)
      .filter(([, { email }]) => email)
      .map(([kind]) => kind)
  }
  return { link: links.find((link) => link.includes('/unsubscribe?'))!, wanted }
}

const TEXTS = {
  pl: {
    heading: 'Wyłącz e-maile',
    subject: 'nowi obserwujący',
    button: 'Wyłącz te e-maile',
    done: 'Gotowe. Tych e-maili już nie wysyłamy:',
    settings: 'Ustawienia powiadomień',
  },
  en: {
    heading: 'Turn off e-mails',
    subject: 'new followers',
    button: 'Turn off these e-mails',
    done: 'Done. We no longer send you e-mails about:',
    settings: 'Notification settings',
  },
}

describe.each(['pl', 'en'] as const)('the unsubscribe link of a mail in %s', (lang) => {
  const t = TEXTS[lang]

  test.each([true, false])(
    'NOTE-5 the unsubscribe link asks, then turns off one type of mail, without a login (JavaScript: %p)',
    async (javaScript) => {
      const { link, wanted } = await mailed(lang)
      const page = await site.newPage({ lang, javaScript, width: 360 })
      await page.goto(link)
      if (javaScript) await untilHydrated(page)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t.heading)
      await expect(page.getByRole('main').getByRole('listitem')).toHaveText([t.subject])
      expect(await wanted()).toEqual(['mention', 'follow', 'moderation'])
      if (javaScript) await site.check(page)

      const button = page.getByRole('button', { name: t.button })
      await button.focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(t.done)).toBeVisible()
      await expect(page.getByRole('main').getByRole('listitem')).toHaveText([t.subject])
      await expect(button).toHaveCount(0)
      await expect(page.getByRole('main').getByRole('link', { name: t.settings })).toBeVisible()
      expect(await wanted()).toEqual(['mention', 'moderation'])
      if (javaScript) await site.check(page)
    },
  )
})
