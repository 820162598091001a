import { describe, expect, test } from 'bun:test'
import { desc, eq } from 'drizzle-orm'
import type { DecisionAction } from '#shared/rules/moderation.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createComment, createPost, createUser } from '#server/test/factories.ts'
import { categoryModerator } from '../moderators/table.ts'
import { notice } from '../notices/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { queueItem } from '../queue/table.ts'
import { decision } from './table.ts'

const t = await createTestApp({ RATE_LIMIT_SCALE: '1000' })
const chief = await createUser(t.db, { is_admin: true })
const admin = await t.as(chief, { admin: ADMIN_PASSWORD })
await createUser(t.db, { is_admin: true })

type Api = typeof admin

/** A community with a founder and two more moderators, and a post by a member or the founder. */
async function fixture({ by }: { by: 'member' | 'founder' }) {
  const founder = await createUser(t.db)
  const home = await createCategory(t.db, { creator: founder })
  const [deciding, other, member, stranger] = [
    await createUser(t.db),
    await createUser(t.db),
    await createUser(t.db),
    await createUser(t.db),
  ]
  for (const { id } of [deciding, other])
    await t.db.insert(categoryModerator).values({ category_id: home.id, user_id: id })
  const author = by === 'member' ? member : founder
  const written = await createPost(t.db, { author, category: home, created_at: new Date(Date.now() - 3_600_000) })
  const people: Record<string, Api> = {
    author: await t.as(author),
    founder: await t.as(founder),
    deciding: await t.as(deciding),
    other: await t.as(other),
    stranger: await t.as(stranger),
    admin,
  }
  return {
    home,
    author,
    post: written,
    people,
    deciding: people.deciding!,
    ids: { post_id: written.id, user_id: author.id, category_id: home.id },
  }
}

type Fixture = Awaited<ReturnType<typeof fixture>>

const latestId = async ({ home }: Fixture) =>
  (
    await t.db
      .select({ id: decision.id })
      .from(decision)
      .where(eq(decision.category_id, home.id))
      .orderBy(desc(decision.id))
      .limit(1)
  )[0]!.id

/** Edits the post so that a site-wide filter matches it and holds or removes it. */
async function catchBySiteFilter({ author, ids }: Fixture, action: 'hold' | 'remove'): Promise<void> {
  const word = `zakazane${ids.post_id}${action}`
  const { id } = await admin.filters.create({
    name: word.slice(0, 60),
    match: { all: [{ field: 'text', op: 'contains', value: word }] },
    action,
    confirm: true,
  })
  await (await t.as(author)).posts.edit({ post_id: ids.post_id, content: `To jest ${word}.` })
  await admin.filters.remove({ filter_id: id })
}

const DECISIONS: Record<
  string,
  {
    make: (f: Fixture, by: Api) => Promise<unknown>
    backs: Record<string, (f: Fixture, by: Api, id: number) => Promise<unknown>>
    bySite?: true
    aboutMember?: true
  }
> = {
  removed: {
    make: ({ ids: { post_id } }, by) => by.moderation.remove({ post_id, reason_code: 'illegal' }),
    backs: {
      restore: ({ ids: { post_id } }, by) => by.moderation.restore({ post_id }),
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
    },
  },
  deleted: {
    make: ({ ids: { post_id } }, by) => by.admin.removePost({ post_id }),
    backs: {
      restore: ({ ids: { post_id } }, by) => by.moderation.restore({ post_id }),
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
    },
  },
  locked: {
    make: ({ ids: { post_id } }, by) => by.moderation.lock({ post_id, locked: true }),
    backs: {
      unlock: ({ ids: { post_id } }, by) => by.moderation.lock({ post_id, locked: false }),
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
    },
  },
  restored: {
    make: async ({ ids: { post_id }, deciding }, by) => {
      await deciding.moderation.remove({ post_id, reason_code: 'spam' })
      await by.moderation.restore({ post_id })
    },
    backs: {
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
      removal: ({ ids: { post_id } }, by) => by.moderation.remove({ post_id, reason_code: 'spam' }),
      deletion: ({ ids: { post_id } }, by) => by.admin.removePost({ post_id }),
    },
  },
  pinned: {
    make: ({ ids: { post_id } }, by) => by.moderation.pin({ post_id, pinned: true }),
    backs: {
      unpin: ({ ids: { post_id } }, by) => by.moderation.pin({ post_id, pinned: false }),
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
    },
  },
  banned: {
    aboutMember: true,
    make: ({ ids: { user_id, category_id } }, by) => by.moderation.ban({ user_id, category_id, reason_code: 'spam' }),
    backs: {
      unban: ({ ids: { user_id, category_id } }, by) => by.moderation.unban({ user_id, category_id }),
      shorterBan: ({ ids: { user_id, category_id } }, by) =>
        by.moderation.ban({ user_id, category_id, days: 1, reason_code: 'spam' }),
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
    },
  },
  heldBySite: {
    bySite: true,
    make: (f) => catchBySiteFilter(f, 'hold'),
    backs: {
      approve: ({ ids: { post_id } }, by) => by.moderation.approve({ post_id }),
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
      queue: async (f, by) => {
        const [item] = await t.db.select().from(queueItem).where(eq(queueItem.post_id, f.ids.post_id))
        return by.queue.decide({ item_id: item!.id, decision: 'approve' })
      },
    },
  },
  removedBySite: {
    bySite: true,
    make: (f) => catchBySiteFilter(f, 'remove'),
    backs: {
      restore: ({ ids: { post_id } }, by) => by.moderation.restore({ post_id }),
      undo: (_, by, id) => by.queue.undo({ decision_id: id }),
    },
  },
}

/** The state of the post and the number of decisions prove that a refused call changed nothing. */
async function stateOf({ ids }: Fixture): Promise<unknown> {
  const [row] = await t.db
    .select({
      removal: post.removal_id,
      held: post.held_at,
      deleted: post.deleted_at,
      locked: postRank.is_locked,
      pinned: postRank.is_pinned,
    })
    .from(post)
    .innerJoin(postRank, eq(postRank.post_id, post.id))
    .where(eq(post.id, ids.post_id))
  return { row, decisions: await t.db.$count(decision, eq(decision.category_id, ids.category_id)) }
}

const CONCERNED_REFUSED = new Set(['restore', 'undo', 'approve', 'queue', 'unban'])

/** Returns the expected error code, or null if the call is allowed. */
function expected(
  made: string,
  back: string,
  { who, by, isOwn }: { who: string; by: 'admin' | 'deciding'; isOwn: boolean },
): string | null {
  if (who === 'stranger' || (who === 'author' && !isOwn)) return back === 'deletion' ? 'admin_credential' : 'not_staff'
  const isAdmins = by === 'admin' || DECISIONS[made]!.bySite === true
  if (isAdmins && who !== 'admin') return 'admin_decision'
  const isAboutThem = isOwn && (who === 'founder' || who === 'author')
  if (isAboutThem && (CONCERNED_REFUSED.has(back) || back === 'unlock') && made !== 'pinned' && !(made === 'restored'))
    return 'own_decision'
  return null
}

for (const by of ['admin', 'deciding'] as const) {
  for (const [made, { make, backs, bySite, aboutMember }] of Object.entries(DECISIONS)) {
    if (bySite && by !== 'admin') continue
    for (const writer of aboutMember ? (['member'] as const) : (['member', 'founder'] as const)) {
      const decider = bySite ? 'a filter of the site' : by === 'admin' ? 'an admin' : 'a moderator'
      const about = writer === 'founder' ? "the founder's post" : "a member's post"
      test(`${made} by ${decider} about ${about} can be undone only by permitted staff, through any call`, async () => {
        for (const [back, run] of Object.entries(backs)) {
          for (const who of ['stranger', 'author', 'founder', 'other', 'deciding', 'admin']) {
            const f = await fixture({ by: writer })
            await make(f, by === 'admin' ? admin : f.deciding)
            const id = await latestId(f)
            const before = await stateOf(f)
            const outcome = await run(f, f.people[who]!, id).then(
              () => null,
              (error: { code: string }) => error.code,
            )
            const wanted = expected(made, back, { who, by, isOwn: writer === 'founder' })
            expect({ made, back, who, outcome }).toEqual({ made, back, who, outcome: wanted })
            if (wanted !== null) expect(await stateOf(f)).toEqual(before)
          }
        }
      })
    }
  }
}

describe('attempts to circumvent a decision by other staff', () => {
  test('a post that an admin removed stays removed when a moderator deletes and restores it', async () => {
    const f = await fixture({ by: 'member' })
    await admin.moderation.remove({ post_id: f.post.id, reason_code: 'illegal' })
    await f.deciding.admin.removePost({ post_id: f.post.id })
    await f.deciding.moderation.restore({ post_id: f.post.id })
    expect((await t.db.select().from(post).where(eq(post.id, f.post.id)))[0]).toMatchObject({
      removal_id: expect.any(Number),
      deleted_at: null,
    })
    expect(await failure(f.deciding.moderation.restore({ post_id: f.post.id }))).toMatchObject({
      status: 403,
      code: 'admin_decision',
    })
  })

  test('a post that a site-wide filter holds for review is held again when a moderator restores it', async () => {
    const f = await fixture({ by: 'member' })
    await catchBySiteFilter(f, 'hold')
    await f.deciding.moderation.remove({ post_id: f.post.id, reason_code: 'spam' })
    await f.deciding.moderation.restore({ post_id: f.post.id })
    expect((await t.db.select().from(post).where(eq(post.id, f.post.id)))[0]).toMatchObject({
      removal_id: null,
      held_at: expect.any(Date),
    })
    expect(await t.db.$count(queueItem, eq(queueItem.post_id, f.post.id))).toBe(1)
  })

  test.each(['hold', 'remove'] as const)(
    'undoing a decision by a site-wide filter is offered to admins only (%s)',
    async (action) => {
      const f = await fixture({ by: 'member' })
      await catchBySiteFilter(f, action)
      expect((await f.deciding.posts.get({ post_id: f.post.id })).can).toMatchObject({ moderate: true, restore: false })
      expect((await admin.posts.get({ post_id: f.post.id })).can).toMatchObject({ moderate: true, restore: true })
      if (action === 'remove') return
      const [item] = (await f.deciding.queue.list({ kind: 'held' })).items
      expect(item).toMatchObject({ target: { id: f.post.id }, refusal: 'admin_decision' })
      expect(await failure(f.deciding.queue.claim({ item_id: item!.id }))).toMatchObject({ code: 'admin_decision' })
      expect((await admin.queue.claim({ item_id: item!.id })).item).toMatchObject({ refusal: null })
    },
  )

  test('moderators can undo decisions of moderators, but not of admins or site-wide filters', async () => {
    const f = await fixture({ by: 'member' })
    await f.deciding.moderation.remove({ post_id: f.post.id, reason_code: 'spam' })
    expect((await f.deciding.posts.get({ post_id: f.post.id })).can).toMatchObject({ restore: true })
    await admin.moderation.restore({ post_id: f.post.id })
    expect((await f.deciding.posts.get({ post_id: f.post.id })).can).not.toHaveProperty('restore')
    const said = await createComment(t.db, { post: f.post })
    await admin.moderation.remove({ comment_id: said.id, reason_code: 'spam' })
    const [seen] = (await f.deciding.comments.list({ post_id: f.post.id })).comments
    expect(seen!.can).toMatchObject({ moderate: true, restore: false })
  })

  test('a moderator may remove a post that an admin restored, once its author has edited the post', async () => {
    const f = await fixture({ by: 'member' })
    await f.deciding.moderation.remove({ post_id: f.post.id, reason_code: 'spam' })
    await admin.moderation.restore({ post_id: f.post.id })
    await f.people.author!.posts.edit({ post_id: f.post.id, content: 'Teraz to reklama.' })
    await f.deciding.moderation.remove({ post_id: f.post.id, reason_code: 'spam' })
    expect((await t.db.select().from(post).where(eq(post.id, f.post.id)))[0]!.removal_id).not.toBeNull()
  })

  test('only admins decide appeals against an admin, and nobody can reject a report of their own post', async () => {
    const f = await fixture({ by: 'founder' })
    await f.people.stranger!.reports.create({ post_id: f.post.id, reason: 'Reklama' })
    const [item] = await t.db.select().from(queueItem).where(eq(queueItem.post_id, f.post.id))
    expect(await failure(f.people.founder!.queue.decide({ item_id: item!.id, decision: 'keep' }))).toMatchObject({
      status: 403,
      code: 'own_decision',
    })
    const [reported] = (await f.people.founder!.admin.reports({ status: 'pending' })).reports
    expect(
      await failure(f.people.founder!.admin.decideReport({ report_id: reported!.id, action: 'rejected' })),
    ).toMatchObject({ status: 403, code: 'own_decision' })
    await admin.moderation.remove({ post_id: f.post.id, reason_code: 'spam' })
    const made = await latestId(f)
    await f.people.founder!.appeals.create({
      decision_id: made,
      text: 'To nie była reklama, tylko opis własnego chleba.',
    })
    const [appealed] = await t.db
      .select()
      .from(queueItem)
      .where(eq(queueItem.kind, 'appeals'))
      .orderBy(desc(queueItem.id))
      .limit(1)
    for (const who of ['founder', 'other']) {
      expect(await failure(f.people[who]!.queue.decide({ item_id: appealed!.id, decision: 'overturn' }))).toMatchObject(
        { status: 403, code: 'admin_decision' },
      )
    }
  })

  test('the only admin may restore their own post if nobody else could restore it', async () => {
    const alone = await createTestApp()
    const only = await createUser(alone.db, { is_admin: true })
    const written = await createPost(alone.db, {
      author: only,
      category: await createCategory(alone.db, { creator: only }),
    })
    const api = await alone.as(only, { admin: ADMIN_PASSWORD })
    await api.moderation.remove({ post_id: written.id, reason_code: 'spam' })
    expect((await api.moderation.restore({ post_id: written.id })).decision.action).toBe(
      'restored' satisfies DecisionAction,
    )
    await createUser(alone.db, { is_admin: true })
    await api.moderation.remove({ post_id: written.id, reason_code: 'spam' })
    expect(await failure(api.moderation.restore({ post_id: written.id }))).toMatchObject({
      status: 403,
      code: 'own_decision',
    })
  })

  test('a notice of illegal content is reopened when its content is restored, by any call', async () => {
    for (const back of ['restore', 'undo', 'overturn'] as const) {
      const f = await fixture({ by: 'member' })
      const { reference } = await f.people.stranger!.notices.create({
        url: `http://localhost/post/${f.post.id}`,
        category: 'illegal',
        text: 'To narusza prawo, bo ktoś inny zrobił to zdjęcie.',
        good_faith: true,
      })
      const [added] = await t.db.select().from(notice).where(eq(notice.reference, reference))
      await admin.moderation.remove({ post_id: f.post.id, reason_code: 'illegal' })
      const made = await latestId(f)
      const isClosed = async () =>
        (await t.db.select().from(notice).where(eq(notice.id, added!.id)))[0]!.decided_at !== null
      expect(await isClosed()).toBe(true)
      if (back === 'restore') await admin.moderation.restore({ post_id: f.post.id })
      if (back === 'undo') await admin.queue.undo({ decision_id: made })
      if (back === 'overturn') {
        await f.people.author!.appeals.create({
          decision_id: made,
          text: 'To jest moje własne zdjęcie i wolno mi je tu pokazać.',
        })
        const [item] = await t.db
          .select()
          .from(queueItem)
          .where(eq(queueItem.kind, 'appeals'))
          .orderBy(desc(queueItem.id))
          .limit(1)
        const second = await t.as(await createUser(t.db, { is_admin: true }), { admin: ADMIN_PASSWORD })
        await second.queue.decide({ item_id: item!.id, decision: 'overturn' })
      }
      expect({ back, isClosed: await isClosed() }).toEqual({ back, isClosed: false })
      const [item] = await t.db.select().from(queueItem).where(eq(queueItem.notice_id, added!.id))
      expect({ back, status: item!.status }).toEqual({ back, status: 'open' })
    }
  })
})
