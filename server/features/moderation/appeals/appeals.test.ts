import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { AppealOutcome } from '#shared/rules/moderation.ts'
import { ADMIN_PASSWORD, createTestApp, failure, type TestApp } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { hashPassword } from '../../auth/passwords.ts'
import { recountCounters } from '../../counters/queries.ts'
import { receivedBy } from '../../mails/testing/mails.ts'
import type { DecidingStaff } from '../decisions/decide.ts'
import { user } from '../../users/table.ts'
import { decideAppeal } from './actions.ts'

const t = await createTestApp({ PUBLIC_URL: 'https://watek.example' })
/** An app whose database has no admin account. */
const alone = await createTestApp()
await createUser(t.db, { is_admin: true })
const admin = await t.as(null, { admin: ADMIN_PASSWORD })

const DAY = 86_400_000
const TEXT = 'To była skarga na wykonawcę, nie reklama.'
const CREDENTIAL: DecidingStaff = { id: null, isAdmin: true }

/** A community with two moderators, and a member with a post and a comment in it. */
async function scene(app: TestApp = t) {
  const [first, second, author] = [await createUser(app.db), await createUser(app.db), await createUser(app.db)]
  const home = await createCategory(app.db, { creator: first })
  await joinCategory(app.db, second, home, { is_moderator: true })
  await joinCategory(app.db, author, home)
  const [mod, writer] = [await app.as(first), await app.as(author)]
  const post = await writer.posts.create({
    title: 'Remont kamienicy',
    content: 'Zdjęcia sprzed lat',
    category_id: home.id,
  })
  const comment = await writer.comments.create({ post_id: post.id, content: 'Polecam tę firmę' })
  return { first, second, author, home, mod, writer, post, comment }
}

const asStaff = ({ id }: { id: number }): DecidingStaff => ({ id, isAdmin: false })

const decideBy = (
  by: DecidingStaff,
  id: number,
  outcome: AppealOutcome,
  answer = 'Przepraszamy, to pomyłka.',
  app: TestApp = t,
) => app.db.transaction((tx) => decideAppeal(tx, id, { outcome, answer }, { by, now: app.clock.now() }))

async function at<T>(time: number, run: () => Promise<T>): Promise<T> {
  const real = t.clock.now
  t.clock.now = () => new Date(time)
  try {
    return await run()
  } finally {
    t.clock.now = real
  }
}

type Scene = Awaited<ReturnType<typeof scene>>

const mine = async ({ writer }: Scene) => (await writer.decisions.mine()).decisions
const kindsOf = async ({ writer }: Scene) =>
  (await writer.notifications.page({ filter: 'moderation' })).notifications.map(({ kind }) => kind)

describe('MOD-5 an appeal against a decision', () => {
  test('a decision can be appealed once, by the member it concerns, and is shown with the appeal', async () => {
    const here = await scene()
    const { mod, writer, post, first } = here
    const { decision } = await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    const ask = { decision_id: decision.id, text: `  ${TEXT} ` }
    for (const stranger of [mod, await t.as(await createUser(t.db)), await t.as(first)]) {
      expect(await failure(stranger.appeals.create(ask))).toMatchObject({ status: 404, code: 'not_found' })
    }
    expect(await failure((await t.as(null)).appeals.create(ask))).toMatchObject({ status: 401 })
    for (const text of ['Za krótko', 'x'.repeat(2001)]) {
      expect(await failure(writer.appeals.create({ ...ask, text }))).toMatchObject({
        status: 422,
        issues: { text: 'Odwołanie musi mieć od 20 do 2000 znaków.' },
      })
    }
    const idempotencyKey = crypto.randomUUID()
    const made = await writer.appeals.create(ask, { idempotencyKey })
    expect(made).toEqual({
      id: made.id,
      status: 'open',
      text: TEXT,
      answer: null,
      created_at: expect.any(String),
      decided_at: null,
    })
    expect(await writer.appeals.create(ask, { idempotencyKey })).toEqual(made)
    expect(await mine(here)).toMatchObject([{ id: decision.id, appeal: made, can_appeal_until: null }])
    expect(await failure(writer.appeals.create(ask))).toMatchObject({ status: 409, code: 'already_appealed' })
  })

  test('only one of two simultaneous appeals against a decision is stored', async () => {
    const { mod, writer, author } = await scene()
    const { decision } = await admin.moderation.warn({ user_id: author.id, text: 'Spokojniej' })
    const ask = { decision_id: decision.id, text: TEXT }
    const outcomes = await Promise.allSettled([writer.appeals.create(ask), writer.appeals.create(ask)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { status: 409, code: 'already_appealed' },
    })
    expect(await failure(mod.appeals.create({ ...ask, decision_id: 2_000_000_000 }))).toMatchObject({ status: 404 })
  })

  test('a decision can be appealed within 180 days, as long as it is in force', async () => {
    const { mod, writer, author, post, comment } = await scene()
    const { decision: removed } = await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    const { decision: hidden } = await mod.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    const { decision: restored } = await mod.moderation.restore({ post_id: post.id })
    const refused = { status: 409, code: 'not_appealable' }
    for (const { id } of [removed, restored])
      expect(await failure(writer.appeals.create({ decision_id: id, text: TEXT }))).toMatchObject(refused)
    const askAt = async (days: number) =>
      at(Date.parse(hidden.created_at) + days * DAY, async () =>
        (await t.as(author)).appeals.create({ decision_id: hidden.id, text: TEXT }),
      )
    expect(await failure(askAt(180.01))).toMatchObject(refused)
    expect(await askAt(179.99)).toMatchObject({ status: 'open' })
  })

  test("an appeal is decided by other staff, with a notification and a mail in the appellant's language", async () => {
    for (const [language, upheld, said] of [
      ['pl', 'Twoje odwołanie nie zostało uwzględnione', 'To jednak była reklama.'],
      ['en', 'Your appeal was not granted', 'It was an advertisement after all.'],
    ] as const) {
      const here = await scene()
      const { mod, writer, author, first, second, post } = here
      await t.db.update(user).set({ language }).where(eq(user.id, author.id))
      const { decision } = await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
      const { id } = await writer.appeals.create({ decision_id: decision.id, text: TEXT })
      for (const by of [asStaff(first), asStaff(author)])
        expect(await failure(decideBy(by, id, 'upheld'))).toMatchObject({ status: 403, code: 'own_decision' })
      expect(await decideBy(asStaff(second), id, 'upheld', said)).toBeNull()
      expect(await failure(decideBy(CREDENTIAL, id, 'overturned'))).toMatchObject({ status: 409, code: 'decided' })
      expect(await failure(decideBy(CREDENTIAL, 2_000_000_000, 'upheld'))).toMatchObject({ status: 404 })
      expect(await mine(here)).toMatchObject([
        { action: 'removed', appeal: { status: 'upheld', answer: said, decided_at: expect.any(String) } },
      ])
      expect(await writer.posts.get({ post_id: post.id })).toMatchObject({ removal: { reason_code: 'spam' } })
      const reader = await t.as(author, { lang: language })
      expect((await reader.notifications.page({ filter: 'moderation' })).notifications).toMatchObject([
        { kind: 'appeal', title: upheld, content: said, link: `/decisions#decision-${decision.id}`, post_id: post.id },
        { kind: 'moderation' },
      ])
      expect(JSON.stringify([await mine(here), await reader.notifications.list({})])).not.toContain(second.username)
      await runJobs(t.services)
      const mails = await receivedBy(t, author)
      expect(mails.map(({ text }) => text).join()).toContain(upheld)
      expect(mails.map(({ text }) => text).join()).toContain(said)
    }
  })

  test.each(['post', 'comment', 'post by deletion', 'comment by deletion'])(
    'granting an appeal restores a removed %s at once, with one notification',
    async (what) => {
      const here = await scene()
      const { mod, writer, second, post, comment } = here
      const isPost = what.startsWith('post')
      const ref = isPost ? { post_id: post.id } : { comment_id: comment.id }
      if (!what.endsWith('deletion')) await mod.moderation.remove({ ...ref, reason_code: 'spam' })
      else if (isPost) await mod.posts.remove({ post_id: post.id })
      else await mod.comments.remove({ comment_id: comment.id })
      const [{ id: decision_id } = { id: 0 }] = await mine(here)
      const { id } = await writer.appeals.create({ decision_id, text: TEXT })
      const restored = await decideBy(asStaff(second), id, 'overturned')
      const visitor = await t.as(null)
      if (isPost)
        expect(await visitor.posts.get({ post_id: post.id })).toMatchObject({ title: post.title, removal: null })
      else
        expect((await visitor.comments.list({ post_id: post.id })).comments).toMatchObject([
          { id: comment.id, content: 'Polecam tę firmę', removal: null, is_deleted: false },
        ])
      expect(await mine(here)).toMatchObject([
        { id: restored!, action: 'restored', can_appeal_until: null },
        { id: decision_id, appeal: { status: 'overturned', answer: 'Przepraszamy, to pomyłka.' } },
      ])
      expect(await kindsOf(here)).toEqual(['appeal', 'moderation'])
      expect(await recountCounters(t.db)).toEqual([])
    },
  )

  test('granting an appeal unlocks a post, or lifts a ban or suspension', async () => {
    const here = await scene()
    const { mod, writer, author, second, post, home } = here
    const appealAgainst = async (decision_id: number) => (await writer.appeals.create({ decision_id, text: TEXT })).id
    await mod.moderation.lock({ post_id: post.id, locked: true })
    const lock = await appealAgainst((await mine(here))[0]!.id)
    const { decision: ban } = await mod.moderation.ban({
      user_id: author.id,
      category_id: home.id,
      reason_code: 'spam',
    })
    const banned = await appealAgainst(ban.id)
    const { decision: suspension } = await admin.moderation.ban({
      user_id: author.id,
      category_id: null,
      days: 30,
      reason_code: 'spam',
    })
    const suspended = await appealAgainst(suspension.id)
    const write = () => writer.comments.create({ post_id: post.id, content: 'Dziękuję' })

    expect(await failure(write())).toMatchObject({ code: 'suspended' })
    const by = { id: (await createUser(t.db, { is_admin: true })).id, isAdmin: true }
    await decideBy(by, suspended, 'overturned')
    expect(await failure(write())).toMatchObject({ code: 'locked' })
    await decideBy(asStaff(second), lock, 'overturned')
    expect(await failure(write())).toMatchObject({ code: 'banned' })
    await decideBy(asStaff(second), banned, 'overturned')
    expect(await write()).toMatchObject({ content: 'Dziękuję' })
    expect((await mine(here)).map(({ action, appeal }) => [action, appeal?.status])).toEqual([
      ['unbanned', undefined],
      ['unlocked', undefined],
      ['unsuspended', undefined],
      ['suspended', 'overturned'],
      ['banned', 'overturned'],
      ['locked', 'overturned'],
    ])
  })

  test('granting an appeal against a decision no longer in force only notifies the member', async () => {
    const here = await scene()
    const { mod, writer, author, second, post, comment, home } = here
    const appealAgainst = async (decision_id: number) => (await writer.appeals.create({ decision_id, text: TEXT })).id
    const warned = await appealAgainst(
      (await mod.moderation.warn({ user_id: author.id, category_id: home.id, text: 'Uwaga' })).decision.id,
    )
    const gone = await appealAgainst(
      (await mod.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })).decision.id,
    )
    await writer.comments.remove({ comment_id: comment.id })
    const { decision: short } = await mod.moderation.ban({
      user_id: author.id,
      category_id: home.id,
      days: 1,
      reason_code: 'spam',
    })
    const replaced = await appealAgainst(short.id)
    await mod.moderation.ban({ user_id: author.id, category_id: home.id, days: 9, reason_code: 'spam' })
    for (const id of [warned, gone, replaced]) expect(await decideBy(asStaff(second), id, 'overturned')).toBeNull()
    expect((await mine(here)).map(({ action, appeal }) => [action, appeal?.status])).toEqual([
      ['banned', undefined],
      ['banned', 'overturned'],
      ['removed', 'overturned'],
      ['warned', 'overturned'],
    ])
    expect(await failure(writer.votes.post({ post_id: post.id, value: -1 }))).toMatchObject({ code: 'banned' })
    expect((await (await t.as(null)).comments.list({ post_id: post.id })).comments).toEqual([])

    const { decision } = await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    const late = await appealAgainst(decision.id)
    await admin.admin.removeCategory({ category_id: home.id })
    expect(await decideBy(CREDENTIAL, late, 'overturned')).toBeNull()
  })

  test('MOD-4 an appeal is queued with the appealed decision, and granting it can be undone and repeated', async () => {
    const here = await scene()
    const { mod, writer, author, second, home, comment, post } = here
    const other = await t.as(second)
    const { decision } = await mod.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    const made = await writer.appeals.create({ decision_id: decision.id, text: TEXT })
    const waiting = async () => (await other.queue.list({ category_id: home.id, kind: 'appeals' })).items
    const [item] = await waiting()
    expect(item).toMatchObject({
      kind: 'appeals',
      status: 'open',
      appeal: made,
      appealed: { id: decision.id, action: 'removed', reason_code: 'spam' },
      target: { type: 'comment', id: comment.id, author: { username: author.username }, category: { id: home.id } },
      author: { username: author.username },
    })
    const answer = { item_id: item!.id, decision: 'overturn', text: 'Racja, przepraszamy.' } as const
    for (const api of [mod, writer]) expect(await failure(api.queue.decide(answer))).toMatchObject({ status: 403 })
    expect(await failure(mod.queue.decide(answer))).toMatchObject({ code: 'own_decision' })
    expect(await failure(other.queue.decide({ ...answer, decision: 'remove', reason_code: 'spam' }))).toMatchObject({
      status: 422,
    })
    await admin.queue.claim({ item_id: item!.id })
    expect(await failure(other.queue.decide(answer))).toMatchObject({ status: 409, code: 'claimed' })
    expect((await mine(here))[0]).toMatchObject({ action: 'removed', appeal: { status: 'open' } })
    await admin.queue.release({ item_id: item!.id })
    const granted = await other.queue.decide(answer)
    expect(granted).toMatchObject({
      decision: { action: 'restored' },
      item: { status: 'decided', appeal: { status: 'overturned', answer: 'Racja, przepraszamy.' } },
    })
    expect(await failure(other.queue.decide(answer))).toMatchObject({ status: 409, code: 'decided' })
    expect(await waiting()).toEqual([])

    const shown = async () =>
      (await (await t.as(null)).comments.list({ post_id: post.id })).comments
        .filter(({ is_deleted }) => !is_deleted)
        .map(({ id }) => id)
    expect(await shown()).toEqual([comment.id])
    const undone = await mod.queue.undo({ decision_id: granted.decision!.id })
    expect(await shown()).toEqual([])
    expect(await waiting()).toMatchObject([
      {
        id: item!.id,
        status: 'open',
        appeal: { id: made.id, status: 'open', answer: null },
        appealed: { id: undone.decision.id },
      },
    ])
    expect(await other.queue.decide(answer)).toMatchObject({ decision: { action: 'restored' } })
    expect(await shown()).toEqual([comment.id])
    expect(await recountCounters(t.db)).toEqual([])
  })

  test('MOD-4 the staff member who took a decision cannot claim the appeal against it', async () => {
    const { mod, writer, second, home, comment, post } = await scene()
    const other = await t.as(second)
    const { decision } = await mod.moderation.remove({ comment_id: comment.id, reason_code: 'spam' })
    await writer.appeals.create({ decision_id: decision.id, text: TEXT })
    const itemFor = async (api: typeof mod) =>
      (await api.queue.list({ category_id: home.id, kind: 'appeals' })).items[0]!
    const { id: item_id } = await itemFor(mod)
    expect(await failure(mod.queue.claim({ item_id }))).toMatchObject({ status: 403, code: 'own_decision' })
    expect(await itemFor(mod)).toMatchObject({ refusal: 'own_decision', claimed_until: null })
    expect(await itemFor(admin)).toMatchObject({ refusal: null })
    expect(await other.queue.claim({ item_id })).toMatchObject({
      item: { refusal: null, claimed_until: expect.any(String) },
    })
    expect((await other.queue.decide({ item_id, decision: 'uphold' })).item).toMatchObject({ status: 'decided' })

    const { decision: byAdmin } = await admin.moderation.remove({ post_id: post.id, reason_code: 'illegal' })
    await writer.appeals.create({ decision_id: byAdmin.id, text: TEXT })
    for (const api of [mod, other]) {
      const item = await itemFor(api)
      expect(item).toMatchObject({ refusal: 'admin_decision' })
      expect(await failure(api.queue.claim({ item_id: item.id }))).toMatchObject({
        status: 403,
        code: 'admin_decision',
      })
    }
    const chief = await t.as(await createUser(t.db, { is_admin: true }), { admin: ADMIN_PASSWORD })
    expect(await itemFor(chief)).toMatchObject({ refusal: null })
  })

  test("MOD-4 a report about a moderator's content can be decided only by other moderators", async () => {
    const { first, mod, second, home, author } = await scene()
    const own = await mod.posts.create({ title: 'Ogłoszenie', content: 'Zebranie w piątek', category_id: home.id })
    await (await t.as(author)).reports.create({ post_id: own.id, reason: 'Reklama' })
    const itemFor = async (api: typeof mod) => (await api.queue.list({ category_id: home.id })).items[0]!
    const item = await itemFor(mod)
    expect(item).toMatchObject({ refusal: 'own_decision', author: { username: first.username } })
    const own_decision = { status: 403, code: 'own_decision' }
    expect(await failure(mod.queue.claim({ item_id: item.id }))).toMatchObject(own_decision)
    expect(await failure(mod.queue.decide({ item_id: item.id, decision: 'keep' }))).toMatchObject(own_decision)
    expect(await (await t.as(second)).queue.decide({ item_id: item.id, decision: 'keep' })).toMatchObject({
      item: { status: 'decided', refusal: null },
    })
  })

  test("an appeal can be decided in the queue, and leaves it when the appellant's account is deleted", async () => {
    const { mod, author, second, home, writer } = await scene()
    const other = await t.as(second)
    const about = { user_id: author.id, category_id: home.id }
    const { decision: ban } = await mod.moderation.ban({ ...about, reason_code: 'spam' })
    const { decision: warning } = await mod.moderation.warn({ ...about, text: 'Uwaga' })
    for (const { id } of [ban, warning]) await writer.appeals.create({ decision_id: id, text: TEXT })
    const waiting = async () => (await other.queue.list({ category_id: home.id })).items
    const [first, last] = await waiting()
    expect([first, last]).toMatchObject(
      [ban, warning].map(({ id, action }) => ({
        appealed: { id, action },
        target: { type: 'user', id: author.id, title: author.username },
      })),
    )
    expect(await other.queue.decide({ item_id: first!.id, decision: 'overturn' })).toMatchObject({
      decision: { action: 'unbanned' },
      item: { appeal: { answer: null } },
    })
    await t.db
      .update(user)
      .set({ password_hash: await hashPassword('Haslo1234') })
      .where(eq(user.id, author.id))
    await writer.users.removeMe({ password: 'Haslo1234' })
    await runJobs(t.services)
    expect(await waiting()).toEqual([])
  })

  test('an appeal is closed as granted when staff undo the decision without answering the appeal', async () => {
    const here = await scene()
    const { mod, writer, post, second } = here
    const { decision } = await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    const { id } = await writer.appeals.create({ decision_id: decision.id, text: TEXT })
    await mod.moderation.restore({ post_id: post.id })
    expect((await mod.queue.list({ category_id: here.home.id })).items).toEqual([])
    expect((await mine(here))[1]).toMatchObject({
      id: decision.id,
      appeal: { status: 'overturned', answer: null, decided_at: expect.any(String) },
    })
    expect(await failure(decideBy(asStaff(second), id, 'upheld'))).toMatchObject({ status: 409, code: 'decided' })
    expect(await kindsOf(here)).toEqual(['moderation', 'moderation'])
  })

  test('an appeal is decided once, even if the appealed removal is undone at the same time', async () => {
    const here = await scene()
    const { mod, writer, post, second } = here
    const { decision } = await mod.moderation.remove({ post_id: post.id, reason_code: 'spam' })
    const { id } = await writer.appeals.create({ decision_id: decision.id, text: TEXT })
    await Promise.allSettled([
      mod.moderation.restore({ post_id: post.id }),
      decideBy(asStaff(second), id, 'overturned'),
      decideBy(CREDENTIAL, id, 'overturned'),
    ])
    expect(await mine(here)).toMatchObject([
      { action: 'restored' },
      { action: 'removed', appeal: { status: 'overturned' } },
    ])
    expect(await writer.posts.get({ post_id: post.id })).toMatchObject({ removal: null })
  })

  test("an appeal against the only admin's decision is decided by that same admin, never by moderators", async () => {
    const app = alone
    const { first, author, home } = await scene(app)
    const [staff, writer] = [await app.as(null, { admin: ADMIN_PASSWORD }), await app.as(author)]
    const appealed = async (decision_id: number) => (await writer.appeals.create({ decision_id, text: TEXT })).id
    const decide = (by: DecidingStaff, id: number) => decideBy(by, id, 'overturned', '', app)
    const own = { status: 403, code: 'own_decision' }

    const nobodyElse = await appealed(
      (await staff.moderation.ban({ user_id: author.id, category_id: null, reason_code: 'spam' })).decision.id,
    )
    await decide(CREDENTIAL, nobodyElse)
    const there = await appealed(
      (await staff.moderation.warn({ user_id: author.id, category_id: home.id, text: 'Uwaga' })).decision.id,
    )
    expect(await failure(decide(CREDENTIAL, there))).toMatchObject(own)
    const byModerator = await appealed(
      (await (await app.as(first)).moderation.warn({ user_id: author.id, category_id: home.id, text: 'Uwaga' }))
        .decision.id,
    )
    expect(await failure(decide(asStaff(first), byModerator))).toMatchObject(own)
    await decide(CREDENTIAL, byModerator)

    const chief = await createUser(app.db, { is_admin: true })
    const byChief = (await app.as(chief, { admin: ADMIN_PASSWORD })).moderation
    const only = await appealed((await byChief.warn({ user_id: author.id, text: 'Uwaga' })).decision.id)
    await decide({ id: chief.id, isAdmin: true }, only)
    const other = await createUser(app.db, { is_admin: true })
    const shared = await appealed((await byChief.warn({ user_id: author.id, text: 'Uwaga' })).decision.id)
    expect(await failure(decide({ id: chief.id, isAdmin: true }, shared))).toMatchObject(own)
    await decide({ id: other.id, isAdmin: true }, shared)
    const visitor = await app.as(null)
    expect((await visitor.transparency.get({ year: new Date().getUTCFullYear() })).appeals).toEqual({
      received: 5,
      overturned: 4,
    })
  })
})
