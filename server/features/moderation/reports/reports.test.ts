import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { notification } from '#server/features/notifications/table.ts'
import { category } from '#server/features/categories/table.ts'
import { holdContent } from '#server/features/moderation/content/actions.ts'
import { lockContent } from '#server/features/moderation/content/queries.ts'
import { post, postRank } from '#server/features/posts/table.ts'
import { user } from '#server/features/users/table.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { decideReport, listReports } from './queries.ts'

const t = await createTestApp()
const reason = 'To reklama.'
const page = { skip: 0, limit: 100 }
const noticesOf = ({ id }: { id: number }) => t.db.select().from(notification).where(eq(notification.user_id, id))

describe('reporting content', () => {
  test('REP-1,2 API-32 a new report of a post, a comment or a community is pending', async () => {
    const [home, api] = [await createCategory(t.db), await t.as(await createUser(t.db))]
    const written = await createPost(t.db, { category: home })
    const comment = await createComment(t.db, { post: written })
    expect(await api.reports.create({ post_id: written.id, reason })).toEqual({
      id: expect.any(Number),
      status: 'pending',
    })
    expect(await api.reports.create({ comment_id: comment.id, reason })).toMatchObject({ status: 'pending' })
    expect(await api.reports.create({ category_id: home.id, reason })).toMatchObject({ status: 'pending' })
  })

  test("REP-1 a user's second report of a target is answered with 409 while the first is pending", async () => {
    const written = await createPost(t.db)
    const api = await t.as(await createUser(t.db))
    const outcomes = await Promise.allSettled(
      Array.from({ length: 5 }, () => api.reports.create({ post_id: written.id, reason })),
    )
    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(1)
    expect(await failure(api.reports.create({ post_id: written.id, reason }))).toMatchObject({
      status: 409,
      code: 'already_reported',
    })
  })

  test('the same content can be reported by other users, and again once the report is decided', async () => {
    const comment = await createComment(t.db)
    const api = await t.as(await createUser(t.db))
    const { id } = await api.reports.create({ comment_id: comment.id, reason })
    await (await t.as(await createUser(t.db))).reports.create({ comment_id: comment.id, reason })
    await decideReport(t.db, id, 'rejected', new Date(), { scope: 'all', by: { id: null, isAdmin: true } })
    expect(await api.reports.create({ comment_id: comment.id, reason })).toMatchObject({ status: 'pending' })
  })

  test('a report of missing or deleted content is answered with 404 and an error for its type', async () => {
    const api = await t.as(await createUser(t.db), { lang: 'en' })
    const closed = await createCategory(t.db, { deleted_at: new Date() })
    const gone = await createPost(t.db, { deleted_at: new Date() })
    const orphan = await createComment(t.db, { post: gone })
    const erased = await createComment(t.db, { deleted_at: new Date() })
    expect(await failure(api.reports.create({ post_id: gone.id, reason }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
      detail: 'Post not found',
    })
    expect(await failure(api.reports.create({ comment_id: orphan.id, reason }))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
    expect(await failure(api.reports.create({ comment_id: erased.id, reason }))).toMatchObject({
      status: 404,
      code: 'comment_not_found',
    })
    expect(await failure(api.reports.create({ category_id: closed.id, reason }))).toMatchObject({
      status: 404,
      code: 'category_not_found',
    })
  })

  test('REP-2 a report requires exactly one target and a reason of 1 to 500 characters', async () => {
    const written = await createPost(t.db)
    const api = await t.as(await createUser(t.db))
    expect(await failure(api.reports.create({ reason }))).toMatchObject({
      status: 422,
      issues: { post_id: expect.any(String) },
    })
    expect(
      await failure(api.reports.create({ post_id: written.id, category_id: written.category_id, reason })),
    ).toMatchObject({ status: 422 })
    expect(await failure(api.reports.create({ post_id: written.id, reason: '   ' }))).toMatchObject({
      status: 422,
      issues: { reason: expect.any(String) },
    })
    expect(await failure(api.reports.create({ post_id: written.id, reason: 'x'.repeat(501) }))).toMatchObject({
      status: 422,
    })
  })

  test('only members may report content', async () => {
    const written = await createPost(t.db)
    expect(await failure((await t.as(null)).reports.create({ post_id: written.id, reason }))).toMatchObject({
      status: 401,
    })
  })
})

describe('reports as staff see them', () => {
  test('ENT-13 staff see reports of content, newest first', async () => {
    const [home, reporter] = [
      await createCategory(t.db, { display_name: 'Ogród', description: 'O roślinach' }),
      await createUser(t.db),
    ]
    const written = await createPost(t.db, {
      category: home,
      title: 'Kup teraz',
      content: `**Tanio** ${'słowo '.repeat(100)}`,
    })
    const comment = await createComment(t.db, { post: written, content: '*Zajrzyj* do mnie' })
    const api = await t.as(reporter)
    await api.reports.create({ post_id: written.id, reason })
    await api.reports.create({ comment_id: comment.id, reason })
    await api.reports.create({ category_id: home.id, reason })
    const { reports } = await listReports(t.db, { scope: 'all', ...page, limit: 3 })
    expect(reports).toMatchObject([
      {
        content_type: 'category',
        content_id: home.id,
        target: { title: 'Ogród', excerpt: 'O roślinach', url: `/r/${home.name}` },
      },
      {
        content_type: 'comment',
        content_id: comment.id,
        target: {
          title: 'Kup teraz',
          excerpt: 'Zajrzyj do mnie',
          url: `/post/${written.id}?comment=${comment.id}#comment-${comment.id}`,
        },
      },
      {
        content_type: 'post',
        content_id: written.id,
        post_id: written.id,
        comment_id: null,
        category_id: null,
        message_id: null,
        user_id: null,
        reason,
        status: 'pending',
        reporter: { username: reporter.username },
        resolved_at: null,
        target: { title: 'Kup teraz', url: `/post/${written.id}` },
      },
    ])
    expect(reports[2]!.target!.excerpt).toStartWith('Tanio słowo')
    expect(reports[2]!.target).toMatchObject({ excerpt_truncated: true })
    expect(reports[2]!.target!.excerpt.length).toBeLessThanOrEqual(500)
  })

  test('listing reports returns the stored HTML of a comment, without rendering it again', async () => {
    const remark = await createComment(t.db, {
      content: '*Źródło*',
      content_html: '<p>Zapisany <em>wynik</em></p>\n<p>Drugi akapit</p>',
    })
    await (await t.as(await createUser(t.db))).reports.create({ comment_id: remark.id, reason })
    const { reports } = await listReports(t.db, { scope: 'all', ...page, limit: 1 })
    expect(reports[0]!.target).toMatchObject({ excerpt: 'Zapisany wynik\nDrugi akapit', excerpt_truncated: false })
  })

  test('resolved and rejected reports are paginated for staff as one list', async () => {
    const [home, other] = [await createCategory(t.db), await createCategory(t.db)]
    const api = await t.as(await createUser(t.db))
    const ids: number[] = []
    for (let n = 0; n < 6; n++) {
      const { id: post_id } = await createPost(t.db, { category: n === 5 ? other : home })
      const { id } = await api.reports.create({ post_id, reason })
      ids.unshift(id)
      if (n !== 1)
        await t.db.transaction((tx) =>
          decideReport(tx, id, n % 2 === 0 ? 'resolved' : 'rejected', new Date(), {
            scope: 'all',
            by: { id: null, isAdmin: true },
          }),
        )
    }
    const [, rejected, resolved, late, , first] = ids
    const shown = async (skip: number, limit: number) =>
      listReports(t.db, { scope: [home.id], status: 'decided', skip, limit })
    expect((await shown(0, 3)).reports.map(({ id }) => id)).toEqual([rejected!, resolved!, late!])
    expect((await shown(3, 3)).reports.map(({ id }) => id)).toEqual([first!])
    expect(await shown(0, 3)).toMatchObject({
      total: 4,
      reports: [{ status: 'resolved' }, { status: 'rejected' }, { status: 'resolved' }],
    })
  })

  test('staff see whether the excerpt of a reported comment was cut', async () => {
    const long = await createComment(t.db, { content: 'x', content_html: `<p>${'słowo '.repeat(500)}</p>` })
    const much = await createComment(t.db, { content: 'x', content_html: `<p>${'<em>a</em> '.repeat(1_000)}</p>` })
    const api = await t.as(await createUser(t.db))
    await api.reports.create({ comment_id: long.id, reason })
    await api.reports.create({ comment_id: much.id, reason })
    const { reports } = await listReports(t.db, { scope: 'all', ...page, limit: 2 })
    expect(reports.map(({ target }) => target)).toMatchObject([
      { excerpt: expect.stringMatching(/^(a ){500,}/), excerpt_truncated: true },
      { excerpt: expect.stringMatching(/^(słowo ?){333}$/), excerpt_truncated: true },
    ])
  })

  test('ENT-13 staff get the source text of a reported comment, its reporter and the time', async () => {
    const [reporter, written] = [await createUser(t.db), await createPost(t.db, { title: 'Kup teraz' })]
    const { id } = await (await t.as(reporter)).reports.create({ post_id: written.id, reason })
    const { reports } = await (await t.as(null, { admin: ADMIN_PASSWORD })).admin.reports({ limit: 1 })
    expect(reports).toEqual([
      {
        id,
        post_id: written.id,
        comment_id: null,
        category_id: null,
        message_id: null,
        user_id: null,
        reason,
        status: 'pending',
        content_type: 'post',
        content_id: written.id,
        reporter: { username: reporter.username },
        created_at: expect.stringMatching(/^\d{4}-.*Z$/),
        resolved_at: null,
        target: expect.objectContaining({ title: 'Kup teraz' }),
      },
    ])
  })

  test('staff see the author, community and picture of reported content, without deleted names', async () => {
    const [founder, gone] = [await createUser(t.db), await createUser(t.db, { deleted_at: new Date() })]
    const home = await createCategory(t.db, { creator: founder, is_nsfw: true, icon_url: 'https://example.org/i.png' })
    const film = await createPost(t.db, {
      category: home,
      author: founder,
      video_url: '/media/v/1.mp4',
      video_poster_url: '/media/i/1.webp',
      captions_url: '/media/c/1.vtt',
      captions_lang: 'pl',
      video_alt: 'Kot goni kulę.',
    })
    const remark = await createComment(t.db, { post: film, author: gone, image_url: '/media/i/2.webp' })
    const api = await t.as(await createUser(t.db))
    await api.reports.create({ post_id: film.id, reason })
    await api.reports.create({ comment_id: remark.id, reason })
    await api.reports.create({ category_id: home.id, reason })
    const { reports } = await listReports(t.db, { scope: 'all', ...page, limit: 3 })
    expect(reports.map(({ target }) => target)).toMatchObject([
      {
        author: founder.username,
        community: home.name,
        is_nsfw: true,
        image_url: 'https://example.org/i.png',
        has_video: false,
      },
      { author: null, community: home.name, image_url: '/media/i/2.webp', has_video: false },
      {
        author: founder.username,
        community: home.name,
        image_url: '/media/i/1.webp',
        has_video: true,
        video_alt: 'Kot goni kulę.',
        transcript_url: `/post/${film.id}/transcript`,
      },
    ])
  })

  test('staff find a report by its id, in their own communities only', async () => {
    const [mine, other] = [await createCategory(t.db), await createCategory(t.db)]
    const api = await t.as(await createUser(t.db))
    const { id } = await api.reports.create({ post_id: (await createPost(t.db, { category: mine })).id, reason })
    expect(await listReports(t.db, { scope: 'all', report_id: id, ...page })).toMatchObject({
      reports: [{ id }],
      total: 1,
    })
    expect(await listReports(t.db, { scope: [mine.id], report_id: id, ...page })).toMatchObject({
      reports: [{ id }],
      total: 1,
    })
    expect(await listReports(t.db, { scope: [other.id], report_id: id, ...page })).toEqual({ reports: [], total: 0 })
  })

  test('staff see a report without its reporter if that account is deleted', async () => {
    const [reporter, written] = [await createUser(t.db), await createPost(t.db)]
    const { id } = await (await t.as(reporter)).reports.create({ post_id: written.id, reason })
    await t.db.update(user).set({ deleted_at: new Date() }).where(eq(user.id, reporter.id))
    const { admin } = await t.as(null, { admin: ADMIN_PASSWORD })
    expect(await admin.reports({ report_id: id })).toMatchObject({ reports: [{ id, reporter: null }] })
    expect(await admin.decideReport({ report_id: id, action: 'resolved' })).toMatchObject({ id, reporter: null })
  })

  test('staff see a report without its target if the target is deleted', async () => {
    const written = await createPost(t.db)
    const comment = await createComment(t.db, { post: written })
    const api = await t.as(await createUser(t.db))
    await api.reports.create({ post_id: written.id, reason })
    await api.reports.create({ comment_id: comment.id, reason })
    await t.db.update(post).set({ deleted_at: new Date() }).where(eq(post.id, written.id))
    await t.db.update(postRank).set({ is_listed: false }).where(eq(postRank.post_id, written.id))
    const { reports } = await listReports(t.db, { scope: 'all', ...page, limit: 2 })
    expect(reports.map((report) => report.target)).toEqual([null, null])
  })

  test('staff see that reported content was removed or is held for review', async () => {
    const written = await createPost(t.db, { title: 'Stary rower', content: 'Na sprzedaż' })
    const comment = await createComment(t.db, { post: written, content: 'Wezmę' })
    const api = await t.as(await createUser(t.db))
    await api.reports.create({ post_id: written.id, reason })
    await api.reports.create({ comment_id: comment.id, reason })
    const staff = await t.as(null, { admin: ADMIN_PASSWORD })
    const targets = async () => (await staff.admin.reports({ limit: 2 })).reports.map(({ target }) => target)
    expect(await targets()).toMatchObject([
      { title: 'Stary rower', excerpt: 'Wezmę', is_removed: false },
      { title: 'Stary rower', excerpt: 'Na sprzedaż', is_removed: false },
    ])
    await staff.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    await staff.moderation.remove({ post_id: written.id, reason_code: 'spam' })
    expect(await targets()).toMatchObject([
      { title: 'Stary rower', excerpt: 'Wezmę', is_removed: true },
      { title: 'Stary rower', url: `/post/${written.id}`, is_removed: true },
    ])
    await staff.moderation.restore({ post_id: written.id })
    await t.db.transaction(async (tx) =>
      holdContent(tx, await lockContent(tx, { kind: 'post', id: written.id }), {}, { by: 'filter', now: new Date() }),
    )
    expect(await targets()).toMatchObject([{ is_removed: true }, { title: 'Stary rower', is_removed: false }])
    await staff.admin.removePost({ post_id: written.id })
    expect(await targets()).toEqual([null, null])
  })

  test('API-53 staff of a community see and decide only reports about its posts and comments', async () => {
    const [mine, other] = [await createCategory(t.db), await createCategory(t.db)]
    const written = await createPost(t.db, { category: mine })
    const comment = await createComment(t.db, { post: written })
    const foreign = await createPost(t.db, { category: other })
    const api = await t.as(await createUser(t.db))
    const ofPost = await api.reports.create({ post_id: written.id, reason })
    const ofComment = await api.reports.create({ comment_id: comment.id, reason })
    const ofForeign = await api.reports.create({ post_id: foreign.id, reason })
    const ofCommunity = await api.reports.create({ category_id: mine.id, reason })
    const seen = await listReports(t.db, { scope: [mine.id], ...page })
    expect(seen.reports.map((report) => report.id)).toEqual([ofComment.id, ofPost.id])
    expect(seen.total).toBe(2)
    expect(await listReports(t.db, { scope: [], ...page })).toEqual({ reports: [], total: 0 })

    const staff = { scope: [mine.id], by: { id: null, isAdmin: true } }
    const decide = (id: number) => decideReport(t.db, id, 'resolved', new Date(), staff)
    expect(await failure(decide(ofForeign.id))).toMatchObject({ code: 'not_staff' })
    expect(await failure(decide(ofCommunity.id))).toMatchObject({ code: 'not_staff' })
    expect(await decide(ofPost.id)).toMatchObject({ id: ofPost.id, status: 'resolved' })
    const stillPending = await listReports(t.db, { scope: [mine.id], status: 'pending', ...page })
    expect(stillPending.reports.map((report) => report.id)).toEqual([ofComment.id])
  })

  test('REP-5,6 deciding a report notifies the reporter, and deciding it again is answered with 409', async () => {
    const reporter = await createUser(t.db)
    const { id } = await (await t.as(reporter)).reports.create({ post_id: (await createPost(t.db)).id, reason })
    const now = new Date('2025-06-01T08:00:00Z')
    const staff = { scope: 'all' as const, by: { id: (await createUser(t.db)).id, isAdmin: true } }
    expect(await decideReport(t.db, id, 'resolved', now, staff)).toMatchObject({
      id,
      status: 'resolved',
      resolved_at: now,
    })
    expect(await failure(decideReport(t.db, id, 'rejected', now, staff))).toMatchObject({ code: 'already_decided' })
    expect(await failure(decideReport(t.db, 2_000_000_000, 'rejected', now, staff))).toMatchObject({
      code: 'not_found',
    })
    expect(await noticesOf(reporter)).toMatchObject([{ kind: 'report_decided', report_id: id, actor_id: null }])
  })

  test('only one of two simultaneous decisions about a report succeeds', async () => {
    const reporter = await createUser(t.db)
    const { id } = await (await t.as(reporter)).reports.create({ post_id: (await createPost(t.db)).id, reason })
    const staff = { scope: 'all' as const, by: { id: null, isAdmin: true } }
    const outcomes = await Promise.allSettled([
      decideReport(t.db, id, 'resolved', new Date(), staff),
      decideReport(t.db, id, 'rejected', new Date(), staff),
    ])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await noticesOf(reporter)).toHaveLength(1)
  })

  test('staff get no notification of their own decision about a report', async () => {
    const moderator = await createUser(t.db)
    const { id } = await (await t.as(moderator)).reports.create({ post_id: (await createPost(t.db)).id, reason })
    await decideReport(t.db, id, 'resolved', new Date(), { scope: 'all', by: { id: moderator.id, isAdmin: false } })
    expect(await noticesOf(moderator)).toEqual([])
  })

  test("staff see a report about a community after its deletion, without the community's name", async () => {
    const home = await createCategory(t.db)
    await (await t.as(await createUser(t.db))).reports.create({ category_id: home.id, reason })
    await t.db.update(category).set({ deleted_at: new Date() }).where(eq(category.id, home.id))
    const { reports } = await listReports(t.db, { scope: 'all', ...page, limit: 1 })
    expect(reports[0]!.target).toBeNull()
  })
})
