import { describe, expect, test } from 'bun:test'
import { RATE_RULES } from '#server/lib/rate-rules.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import {
  createBlock,
  createCategory,
  createComment,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import { collectMails, receivedBy } from '../../mails/testing/mails.ts'

const t = await createTestApp()
const limited = await createTestApp({ RATE_LIMIT_SCALE: '1' })
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

const TEXT = 'Proszę o spokojniejszy ton.'

type Moderator = Awaited<ReturnType<typeof t.as>>

async function scene(app = t) {
  const [moderator, stranger] = [await createUser(app.db), await createUser(app.db)]
  const home = await createCategory(app.db, { creator: moderator })
  return {
    moderator,
    stranger,
    home,
    mod: await app.as(moderator),
    about: { user_id: stranger.id, category_id: home.id },
  }
}

type About = { user_id: number; category_id: number }

const sanctions: Record<string, (api: Moderator, about: About) => Promise<unknown>> = {
  'a warning': (api, about) => api.moderation.warn({ ...about, text: TEXT }),
  'a ban': (api, about) => api.moderation.ban({ ...about, reason_code: 'spam', text: TEXT }),
  'a note': (api, about) => api.moderation.addNote({ ...about, text: TEXT }),
}

describe('MOD-2 MOD-3 warnings, bans and notes by moderators', () => {
  test.each(Object.entries(sanctions))(
    '%s by a moderator is possible only for members of the community and authors of content there',
    async (_, sanction) => {
      const { mod, stranger, home, about } = await scene()
      const refused = { status: 403, code: 'not_in_community' }
      const elsewhere = await createPost(t.db, { author: stranger })
      await createComment(t.db, { author: stranger, post: elsewhere })
      expect(await failure(sanction(mod, about))).toMatchObject(refused)
      expect((await (await t.as(stranger)).decisions.mine()).decisions).toEqual([])
      expect((await (await t.as(stranger)).notifications.page({})).notifications).toEqual([])

      const member = await createUser(t.db)
      await joinCategory(t.db, member, home)
      await sanction(mod, { ...about, user_id: member.id })
      const author = await createUser(t.db)
      await createPost(t.db, { author, category: home })
      await sanction(mod, { ...about, user_id: author.id })
      await createComment(t.db, { author: stranger, post: await createPost(t.db, { category: home }) })
      await sanction(mod, about)
      await sanction(admin, { ...about, user_id: (await createUser(t.db)).id })
    },
  )

  test('a ban can be lifted after the member left the community', async () => {
    const { mod, stranger, home, about } = await scene()
    await joinCategory(t.db, stranger, home)
    await sanctions['a ban']!(mod, about)
    await (await t.as(stranger)).categories.leave({ category_id: home.id })
    expect(await mod.moderation.unban(about)).toMatchObject({ decision: { action: 'unbanned' } })
  })

  test('a moderator can give 20 warnings, bans and notes an hour in total, an admin any number', async () => {
    const { moderator, mod } = await scene(limited)
    const [rule] = RATE_RULES.sanction
    const homes = [
      await createCategory(limited.db, { creator: moderator }),
      await createCategory(limited.db, { creator: moderator }),
    ]
    const kinds = Object.values(sanctions)
    const sanctionNext = async (api: Moderator, n: number) => {
      const member = await createUser(limited.db)
      const home = homes[n % homes.length]!
      await joinCategory(limited.db, member, home)
      return kinds[n % kinds.length]!(api, { user_id: member.id, category_id: home.id })
    }
    expect(rule).toEqual({ by: 'user', limit: 20, windowMs: 3_600_000 })
    for (let n = 0; n < rule!.limit; n += 1) await sanctionNext(mod, n)
    for (const n of kinds.keys())
      expect(await failure(sanctionNext(mod, n))).toMatchObject({ status: 429, code: 'too_many_requests' })
    const staff = await limited.as(null, { admin: ADMIN_PASSWORD })
    for (let n = 0; n <= rule!.limit; n += 1) await sanctionNext(staff, n)
  })

  test("decisions of a community's moderators are mailed only to its members; others see a notification", async () => {
    const { moderator, mod, home } = await scene()
    const [joined, guest] = [await createUser(t.db), await createUser(t.db)]
    await joinCategory(t.db, joined, home)
    const thread = await createPost(t.db, { category: home })
    for (const author of [joined, guest]) {
      const said = await createComment(t.db, { post: thread, author })
      await mod.moderation.remove({ comment_id: said.id, reason_code: 'spam', text: TEXT })
      await sanctions['a warning']!(mod, { user_id: author.id, category_id: home.id })
      await mod.moderators.invite({ category_id: home.id, username: author.username })
      expect((await (await t.as(author)).notifications.page({})).notifications.map(({ kind }) => kind)).toEqual([
        'invite',
        'moderation',
        'moderation',
      ])
    }
    await collectMails(t)
    expect(await receivedBy(t, guest)).toEqual([])
    expect((await receivedBy(t, joined)).map(({ text }) => text).join()).toContain(
      `Moderatorzy r/${home.name} udzielili Ci ostrzeżenia`,
    )

    const said = await createComment(t.db, { post: thread, author: guest })
    await admin.moderation.remove({ comment_id: said.id, reason_code: 'illegal' })
    await collectMails(t)
    expect(await receivedBy(t, guest)).toHaveLength(1)
    const leaver = await createUser(t.db)
    const post = await createPost(t.db, { author: leaver, category: home })
    await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    await collectMails(t)
    expect(await receivedBy(t, leaver)).toHaveLength(1)
    expect(JSON.stringify(await receivedBy(t, leaver))).not.toContain(moderator.username)
  })

  test('a warning by a moderator whom the member blocked is sent in the name of all moderators', async () => {
    const { moderator, stranger, mod, home, about } = await scene()
    await joinCategory(t.db, stranger, home)
    await createBlock(t.db, stranger, moderator)
    await sanctions['a warning']!(mod, about)
    await sanctions['a ban']!(mod, about)
    await collectMails(t)
    const api = await t.as(stranger)
    const { notifications } = await api.notifications.page({})
    expect(notifications.map(({ title }) => title)).toEqual([
      `Nie możesz na razie pisać w r/${home.name}`,
      `Moderatorzy r/${home.name} udzielili Ci ostrzeżenia`,
    ])
    const { decisions } = await api.decisions.mine()
    expect(decisions).toMatchObject([
      { action: 'banned', text: TEXT },
      { action: 'warned', text: TEXT },
    ])
    const mails = await receivedBy(t, stranger)
    expect(mails).toHaveLength(1)
    expect(JSON.stringify([notifications, decisions, mails, await api.notifications.list({})])).not.toContain(
      moderator.username,
    )
  })
})
