import { beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { NotificationSetting } from '#shared/rules/notification-kinds.ts'
import { category } from '#server/features/categories/table.ts'
import { user } from '#server/features/users/table.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { notify } from '../notifications/queries.ts'
import { mailTasks } from './jobs.ts'
import { collectMails, receivedBy } from './testing/mails.ts'

const t = await createTestApp({ PUBLIC_URL: 'https://watek.example', ADULT_HOST: 'dorosli.example' })

const MINUTE = 60_000
let start = new Date()
const after = (minutes: number) => {
  t.clock.now = () => new Date(start.getTime() + minutes * MINUTE)
}
beforeEach(() => {
  start = new Date()
  after(0)
})

type Member = Awaited<ReturnType<typeof createUser>>

async function poster(...kinds: NotificationSetting[]) {
  const member = await createUser(t.db)
  const api = await t.as(member)
  if (kinds.length > 0)
    await api.notifications.editSettings({ kinds: Object.fromEntries(kinds.map((kind) => [kind, { email: true }])) })
  return { ...member, api, post: await createPost(t.db, { author: member, title: 'Chleb na zakwasie' }) }
}

const commentOn = async (post: { id: number }, content: string, author?: Member) =>
  (await t.as(author ?? (await createUser(t.db)))).comments.create({ post_id: post.id, content })

describe('a mail about notifications', () => {
  test('NOTE-3 a mail about notifications contains what happened, why it was sent and how to stop it', async () => {
    const anna = await poster('comment')
    const made = await commentOn(anna.post, 'Piekę tak **samo**.', await createUser(t.db, { username: 'Kasia_p' }))
    after(3)
    await collectMails(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail).toMatchObject({ subject: 'Kasia_p komentuje Twój post – Wątek' })
    expect(mail!.text).toStartWith(`Cześć, ${anna.username}!\n`)
    expect(mail!.text).toContain('Piekę tak samo.')
    expect(mail!.text).toContain(`https://watek.example/post/${anna.post.id}?comment=${made.id}#comment-${made.id}`)
    expect(mail!.text).toContain('masz włączone powiadomienia e-mailem: komentarze do Twoich postów.')
    expect(mail!.text).toContain('https://watek.example/unsubscribe?token=')
    expect(mail!.html).toContain('Piekę tak samo.')
  })

  test('NOTE-3 a mail about notifications is in the language of its reader', async () => {
    const anna = await poster('comment')
    await t.db.update(user).set({ language: 'en' }).where(eq(user.id, anna.id))
    await commentOn(anna.post, 'x', await createUser(t.db, { username: 'Kasia_en' }))
    after(3)
    await collectMails(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail!.subject).toBe('Kasia_en commented on your post – Wątek')
    expect(mail!.html).toContain('<html lang="en">')
    expect(mail!.text).toContain('you have notifications by email turned on: comments on your posts.')
  })

  test('NOTE-3 mails are sent for the chosen kinds of notification, by default only moderation', async () => {
    const [anna, bartek] = [await poster('mention'), await poster()]
    const celina = await createUser(t.db)
    for (const { post } of [anna, bartek]) await commentOn(post, 'x')
    await notify(t.db, {
      userId: bartek.id,
      kind: 'moderation',
      actorId: null,
      postId: bartek.post.id,
      now: t.clock.now(),
    })
    await notify(t.db, {
      userId: anna.id,
      kind: 'mention',
      actorId: celina.id,
      postId: bartek.post.id,
      now: t.clock.now(),
    })
    after(3)
    await collectMails(t)
    const [toAnna, toBartek] = [await receivedBy(t, anna), await receivedBy(t, bartek)]
    expect(toAnna.map(({ text }) => text.includes('wzmianki o Tobie.'))).toEqual([true])
    expect(toBartek.map(({ text }) => text.includes('decyzje moderatorów.'))).toEqual([true])
  })

  test('NOTE-3 a mail collects notifications for 3 minutes, and the next mail is sent 15 minutes later', async () => {
    // A fixed time of day, because notifications are grouped by day and midnight could pass during the test.
    start = new Date(new Date().setUTCHours(-12, 0, 0, 0))
    after(0)
    const anna = await poster('comment', 'mention')
    await commentOn(anna.post, 'pierwszy')
    after(2)
    await commentOn(anna.post, 'drugi')
    await collectMails(t)
    expect(await receivedBy(t, anna)).toEqual([])
    after(3)
    await collectMails(t)
    after(4)
    await commentOn(anna.post, `trzeci @${anna.username}`)
    after(17)
    await collectMails(t)
    expect(await receivedBy(t, anna)).toHaveLength(1)
    after(18)
    await collectMails(t)
    const [first, second] = await receivedBy(t, anna)
    expect(first!.subject).toMatch(/ i .+ komentują Twój post – Wątek$/)
    expect(second!.text).toContain('trzeci')
    expect(second!.text).not.toContain('drugi')
    after(60)
    await collectMails(t)
    expect(await receivedBy(t, anna)).toHaveLength(2)
  })

  test('NOTE-3 a mail about moderation is sent at once, and further notifications are collected', async () => {
    const anna = await poster()
    const decide = () =>
      notify(t.db, { userId: anna.id, kind: 'moderation', actorId: null, postId: anna.post.id, now: t.clock.now() })
    await decide()
    await runJobs(t.services)
    expect(await receivedBy(t, anna)).toHaveLength(1)
    after(1)
    await decide()
    after(5)
    await decide()
    await collectMails(t)
    expect(await receivedBy(t, anna)).toHaveLength(1)
    after(16)
    await collectMails(t)
    expect(await receivedBy(t, anna)).toHaveLength(2)
  })

  test('a mail about notifications lists at most twenty and gives the number of the others', async () => {
    const anna = await poster('follow', 'comment')
    const posts = await Promise.all(Array.from({ length: 22 }, () => createPost(t.db, { author: anna })))
    for (const post of posts) await commentOn(post, 'x')
    after(3)
    await collectMails(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail!.text.match(/comment=/g)).toHaveLength(20)
    expect(mail!.text).toContain('…i jeszcze 2 powiadomienia')
  })

  test('a mail about private messages names their sender and counts them, but does not quote them', async () => {
    const anna = await poster('message')
    const kasia = await t.as(await createUser(t.db, { username: 'Kasia_m' }))
    for (const content of ['Tajemnica', 'Druga tajemnica'])
      await kasia.messages.send({ recipient_id: anna.id, content })
    after(3)
    await collectMails(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail!.subject).toBe('Kasia_m: 2 nowe wiadomości – Wątek')
    expect(mail!.text).toContain('https://watek.example/messages?to=Kasia_m')
    expect(mail!.text + mail!.html).not.toMatch(/tajemnica/i)
  })

  test('NOTE-6 a mail about adult content mentions only that there is something new', async () => {
    const anna = await poster('comment')
    const community = await createCategory(t.db, {
      name: 'pikantne',
      display_name: 'Pikantna społeczność',
      is_nsfw: true,
    })
    const post = await createPost(t.db, { author: anna, category: community, title: 'Ostry tytuł' })
    for (const n of [1, 2, 3])
      await commentOn(post, `ostra treść ${n}`, await createUser(t.db, { username: `Ostra_${n}` }))
    after(3)
    await collectMails(t)
    const [mail] = await receivedBy(t, anna)
    expect(mail!.subject).toBe('3 powiadomienia o treściach dla dorosłych – Wątek')
    expect(JSON.stringify(mail)).not.toMatch(/ostr|pikantn|dorosli\.example/i)
  })
})

describe('no notification mail is sent', () => {
  test('NOTE-3 no mail is sent about notifications that are read before the mail is sent', async () => {
    const [anna, bartek] = [await poster('comment'), await poster('comment', 'message')]
    const kasia = await t.as(await createUser(t.db))
    await commentOn(anna.post, 'x')
    await commentOn(bartek.post, 'x')
    await kasia.messages.send({ recipient_id: bartek.id, content: 'x' })
    await anna.api.notifications.markAllRead()
    after(3)
    await mailTasks.collect_notification_mails(t.services, {}, new AbortController().signal)
    await bartek.api.notifications.markAllRead()
    await bartek.api.messages.conversation({ username: (await bartek.api.messages.conversations())[0]!.other_username })
    await runJobs(t.services)
    expect([await receivedBy(t, anna), await receivedBy(t, bartek)]).toEqual([[], []])
  })

  test('no mail is sent about a deleted comment or community', async () => {
    const anna = await poster('comment')
    const kasia = await createUser(t.db)
    const made = await commentOn(anna.post, 'x', kasia)
    await (await t.as(kasia)).comments.remove({ comment_id: made.id })
    const other = await createPost(t.db, { author: anna })
    await commentOn(other, 'x')
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, other.category_id))
    after(3)
    await collectMails(t)
    expect(await receivedBy(t, anna)).toEqual([])
  })

  test('no mail is sent about a disabled kind of notification, a muted thread or a blocked member', async () => {
    const [anna, bartek, celina] = [
      await poster('comment'),
      await poster('comment'),
      await poster('comment', 'message'),
    ]
    const kasia = await createUser(t.db)
    for (const { post } of [anna, bartek, celina]) await commentOn(post, 'x', kasia)
    await (await t.as(kasia)).messages.send({ recipient_id: celina.id, content: 'x' })
    await anna.api.notifications.editSettings({ kinds: { comment: { email: false } } })
    await bartek.api.notifications.setThread({ post_id: bartek.post.id, level: 'none' })
    await celina.api.blocks.block({ user_id: kasia.id })
    after(3)
    await collectMails(t)
    expect([await receivedBy(t, anna), await receivedBy(t, bartek), await receivedBy(t, celina)]).toEqual([[], [], []])
  })

  test('no mail is sent to an unverified e-mail address or a deleted account', async () => {
    const [anna, bartek] = [await poster('comment'), await poster('comment')]
    await commentOn(anna.post, 'x')
    await commentOn(bartek.post, 'x')
    await t.db.update(user).set({ email_verified: false }).where(eq(user.id, anna.id))
    await t.db.update(user).set({ deleted_at: new Date() }).where(eq(user.id, bartek.id))
    after(3)
    await collectMails(t)
    expect([await receivedBy(t, anna), await receivedBy(t, bartek)]).toEqual([[], []])
  })
})

describe('each notification is mailed once', () => {
  const collect = () => mailTasks.collect_notification_mails(t.services, {}, new AbortController().signal)

  test('a notification is mailed once if two processes collect notifications at the same time', async () => {
    const anna = await poster('comment')
    await commentOn(anna.post, 'x')
    after(3)
    await Promise.all([collect(), collect(), collect()])
    await runJobs(t.services)
    expect(await receivedBy(t, anna)).toHaveLength(1)
  })

  test('a notification is mailed once after the mail server was unreachable for hours', async () => {
    const anna = await poster('comment')
    const away = {
      ...t.services,
      mailer: {
        send: async () => {
          throw new Error('Connection refused')
        },
      },
    }
    await commentOn(anna.post, 'pierwszy')
    after(3)
    await collect()
    await expect(runJobs(away)).rejects.toThrow('Connection refused')
    after(60)
    await commentOn(anna.post, 'drugi')
    after(120)
    await collectMails(t)
    expect((await receivedBy(t, anna)).map(({ text }) => [text.includes('pierwszy'), text.includes('drugi')])).toEqual([
      [true, false],
    ])
    after(134)
    await collectMails(t)
    expect(await receivedBy(t, anna)).toHaveLength(1)
    after(135)
    await collectMails(t)
    expect((await receivedBy(t, anna)).map(({ text }) => text.includes('drugi'))).toEqual([false, true])
  })

  test('a mail is sent again with the same Message-ID if its process was killed right after sending', async () => {
    const anna = await poster('comment')
    await commentOn(anna.post, 'x')
    after(3)
    await collect()
    const sent: Mail[] = []
    const killed = {
      ...t.services,
      mailer: {
        send: async (mail: Mail) => {
          sent.push(mail)
          throw new Error('Killed')
        },
      },
    }
    await expect(runJobs(killed)).rejects.toThrow('Killed')
    after(5)
    await runJobs(t.services)
    const [again] = await receivedBy(t, anna)
    expect([again!.id, again!.subject]).toEqual([expect.stringContaining(sent[0]!.id!), sent[0]!.subject])
  })
})

test("a mail about a comment of a deleted account contains no author's name", async () => {
  const anna = await poster('comment')
  const kasia = await createUser(t.db, { username: 'Kasia_gone' })
  const made = await createComment(t.db, { post: anna.post, author: kasia })
  await notify(t.db, {
    userId: anna.id,
    kind: 'post_comment',
    actorId: kasia.id,
    postId: anna.post.id,
    commentId: made.id,
    now: t.clock.now(),
  })
  await t.db.update(user).set({ deleted_at: new Date() }).where(eq(user.id, kasia.id))
  after(3)
  await collectMails(t)
  expect((await receivedBy(t, anna)).map(({ subject }) => subject)).toEqual(['Ktoś komentuje Twój post – Wątek'])
})
