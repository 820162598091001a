import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser, joinCategory } from '#server/test/factories.ts'
import { untilSomebodyWaits } from '../../auth/testing/waiting.ts'
import { lockCategory } from '../../categories/settings/queries.ts'
import { category } from '../../categories/table.ts'
import { lockMember } from '../bans/queries.ts'

const t = await createTestApp()
const limited = await createTestApp({ RATE_LIMIT_SCALE: '1' })
const HOUR = 3_600_000
const DAY = 24 * HOUR
const links = (count: number, at = crypto.randomUUID()) =>
  Array.from({ length: count }, (_, n) => `https://example.org/${at}/${n}`).join(' ')

/** A community with a moderator, a post to comment on, and a member with the given trust level. */
async function scene(app = t, { trust_level = 0, hold_newcomers = false } = {}) {
  const [moderator, member] = [await createUser(app.db), await createUser(app.db, { trust_level })]
  const home = await createCategory(app.db, { creator: moderator, hold_newcomers })
  await joinCategory(app.db, member, home)
  const post = await createPost(app.db, { category: home })
  return { moderator, member, home, post, api: await app.as(member), mod: await app.as(moderator) }
}

const countOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.filter(({ status }) => status === 'fulfilled').length
const refusalsOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as object] : []))

function atOn(app: typeof t) {
  return async <T>(time: number, run: () => Promise<T>): Promise<T> => {
    app.clock.now = () => new Date(time)
    try {
      return await run()
    } finally {
      app.clock.now = () => new Date()
    }
  }
}
const [at, limitedAt] = [atOn(t), atOn(limited)]

describe('MOD-10 limits of a newcomer', () => {
  const start = Date.now()
  const many = <T>(count: number, run: (n: number) => Promise<T>) =>
    Promise.allSettled(Array.from({ length: count }, (_, n) => run(n)))

  test('a newcomer can write ten posts a day, even concurrently, and gets an explanation for more', async () => {
    const { member, home } = await scene(limited)
    const write = async (count: number, by = member, where = home) => {
      const api = await limited.as(by)
      return many(count, () => api.posts.create({ title: `Post ${crypto.randomUUID()}`, category_id: where.id }))
    }
    expect(countOf(await limitedAt(start, () => write(8)))).toBe(8)
    const more = await limitedAt(start + HOUR, () => write(5))
    expect(countOf(more)).toBe(2)
    expect(refusalsOf(more)[0]).toMatchObject({
      status: 429,
      code: 'too_many_requests',
      detail:
        'Nowe konta mają na początku dzienne limity i dzisiejszy jest już wykorzystany. Spróbuj ponownie za 23 ' +
        'godziny.',
    })
    expect(countOf(await limitedAt(start + DAY, () => write(1)))).toBe(1)
    const known = await scene(limited, { trust_level: 1 })
    const writeKnown = () => write(8, known.member, known.home)
    expect([countOf(await limitedAt(start, writeKnown)), countOf(await limitedAt(start + HOUR, writeKnown))]).toEqual([
      8, 8,
    ])
  })

  test('a newcomer can write a hundred comments a day', async () => {
    const { api, post } = await scene(limited)
    const write = (minute: number, count: number) =>
      limitedAt(start + minute * 60_000, async () =>
        countOf(
          await many(count, () =>
            api.comments.create({ post_id: post.id, content: `Komentarz ${crypto.randomUUID()}` }),
          ),
        ),
      )
    expect([
      await write(0, 20),
      await write(1, 20),
      await write(2, 20),
      await write(3, 20),
      await write(4, 15),
      await write(5, 10),
    ]).toEqual([20, 20, 20, 20, 15, 5])
  })

  test('a newcomer can start five private conversations a day, and continue existing ones', async () => {
    const { api, member } = await scene(limited)
    const strangers = await Promise.all(Array.from({ length: 8 }, () => createUser(limited.db)))
    const outcomes = await limitedAt(start, () =>
      many(8, (n) => api.messages.send({ recipient_id: strangers[n]!.id, content: 'Dzień dobry' })),
    )
    expect(countOf(outcomes)).toBe(5)
    expect(refusalsOf(outcomes)[0]).toMatchObject({ status: 429, code: 'too_many_requests' })
    const [known, refused] = ['fulfilled', 'rejected'].map(
      (status) => strangers[outcomes.findIndex((outcome) => outcome.status === status)]!,
    )
    expect(
      await limitedAt(start, () => api.messages.send({ recipient_id: known!.id, content: 'I jeszcze' })),
    ).toMatchObject({ recipient_id: known!.id })
    const nextDay = await limitedAt(start + DAY, () => limited.as(member))
    expect(
      await limitedAt(start + DAY, () => nextDay.messages.send({ recipient_id: refused!.id, content: 'Dzień dobry' })),
    ).toMatchObject({ recipient_id: refused!.id })
  })

  test("a conversation refused by the general rate limit does not count toward a newcomer's daily limit", async () => {
    const { api, member } = await scene(limited)
    const strangers = await Promise.all(Array.from({ length: 6 }, () => createUser(limited.db)))
    const begin = (time: number) =>
      limitedAt(time, () =>
        many(6, (n) => api.messages.send({ recipient_id: strangers[n]!.id, content: 'Dzień dobry' })),
      )
    await limitedAt(start, () => many(20, () => limited.services.limiter.take('message_partners', { user: member.id })))
    expect(countOf(await begin(start))).toBe(0)
    expect(countOf(await begin(start + HOUR))).toBe(5)
  })

  test('a newcomer may use five links in a text, regardless of RATE_LIMIT_SCALE; others any number', async () => {
    const { api, home, post, mod, member } = await scene()
    const refusal = {
      status: 422,
      code: 'invalid',
      issues: { content: 'Na początku w jednym tekście może być najwyżej 5 linków. Usuń kilka z nich.' },
    }
    expect(await failure(api.posts.create({ title: 'Linki', content: links(6), category_id: home.id }))).toMatchObject(
      refusal,
    )
    expect(await failure(api.comments.create({ post_id: post.id, content: links(6) }))).toMatchObject(refusal)
    const written = await api.posts.create({
      title: 'Linki',
      content: `${links(5)} @${member.username} r/${home.name} a@example.org`,
      category_id: home.id,
    })
    const said = await api.comments.create({ post_id: post.id, content: links(5) })
    expect(await failure(api.posts.edit({ post_id: written.id, content: links(6) }))).toMatchObject(refusal)
    expect(await failure(api.comments.edit({ comment_id: said.id, content: links(6) }))).toMatchObject(refusal)
    expect(await api.posts.get({ post_id: written.id })).toMatchObject({ content: written.content, edited_at: null })
    const [known, boss] = [await scene(t, { trust_level: 1 }), await createUser(t.db, { is_admin: true })]
    await joinCategory(t.db, boss, home)
    for (const free of [mod, await t.as(boss), await t.as(member, { admin: ADMIN_PASSWORD })]) {
      expect(await free.posts.create({ title: 'Spis', content: links(6), category_id: home.id })).toMatchObject({
        is_held: false,
      })
    }
    expect(await known.api.comments.create({ post_id: known.post.id, content: links(6) })).toMatchObject({
      is_held: false,
    })
    // A moderator of one community is still a newcomer in others.
    expect(await failure(mod.comments.create({ post_id: known.post.id, content: links(6) }))).toMatchObject(refusal)
  })
})

describe('MOD-10 a community that holds posts by newcomers', () => {
  test('posts by newcomers are held for a moderator, but not comments or posts by other members', async () => {
    const { api, home, post, mod } = await scene(t, { hold_newcomers: true })
    const held = await api.posts.create({ title: 'Pierwszy post', content: 'Dzień dobry', category_id: home.id })
    expect(held).toMatchObject({ is_held: true, removal: null })
    const other = await scene(t, { trust_level: 1 })
    await joinCategory(t.db, other.member, home)
    expect(await failure(other.api.posts.get({ post_id: held.id }))).toMatchObject({
      status: 404,
      code: 'post_not_found',
    })
    expect((await (await t.as(null)).posts.list({ category: home.name })).posts.map(({ id }) => id)).toEqual([post.id])
    expect(await mod.posts.get({ post_id: held.id })).toMatchObject({ is_held: true, title: 'Pierwszy post' })
    expect(await api.posts.edit({ post_id: held.id, content: 'Dzień dobry wszystkim' })).toMatchObject({
      is_held: true,
    })
    expect(await api.comments.create({ post_id: post.id, content: 'Witam' })).toMatchObject({ is_held: false })
    expect(await other.api.posts.create({ title: 'Znany autor', category_id: home.id })).toMatchObject({
      is_held: false,
    })
    expect(await mod.posts.create({ title: 'Od moderatora', category_id: home.id })).toMatchObject({ is_held: false })
    expect(await api.decisions.mine()).toMatchObject({
      decisions: [{ action: 'held', automatic: true, reason_code: null }],
    })
    const { items } = await mod.queue.list({ category_id: home.id })
    expect(items).toMatchObject([
      { kind: 'held', held_by: 'newcomer', target: { type: 'post', id: held.id }, author: { trust_level: 0 } },
    ])
    await mod.queue.decide({ item_id: items[0]!.id, decision: 'approve' })
    expect(await other.api.posts.get({ post_id: held.id })).toMatchObject({ is_held: false })
    expect(await api.posts.edit({ post_id: held.id, content: 'Dziękuję' })).toMatchObject({ is_held: false })
  })
})

test('MOD-9,10 a filter may check the trust level of the author', async () => {
  const [newcomer, known] = [await scene(), await scene(t, { trust_level: 1 })]
  await joinCategory(t.db, known.member, newcomer.home)
  const match = { all: [{ field: 'author_trust' as const, op: 'less' as const, value: 1 }] }
  await newcomer.mod.filters.create({
    category_id: newcomer.home.id,
    name: 'Nowe osoby',
    action: 'hold',
    match,
    confirm: true,
  })
  expect(await newcomer.api.posts.create({ title: 'Pierwszy', category_id: newcomer.home.id })).toMatchObject({
    is_held: true,
  })
  expect(await known.api.posts.create({ title: 'Kolejny', category_id: newcomer.home.id })).toMatchObject({
    is_held: false,
  })
})

describe('MOD-13 a text that a newcomer repeats', () => {
  test("a newcomer's repeated text is held for review from the fourth in an hour, even concurrently", async () => {
    const { api, post, home } = await scene()
    for (let n = 0; n < 5; n += 1)
      expect(await api.comments.create({ post_id: post.id, content: 'Ok!' })).toMatchObject({ is_held: false })
    const said = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        api.comments.create({
          post_id: post.id,
          content: n % 2 === 0 ? 'Tanie zegarki, tylko dziś!' : '  TANIE zegarki – tylko dziś  ',
        }),
      ),
    )
    expect(said.filter(({ is_held }) => is_held)).toHaveLength(5)
    expect(
      await api.posts.create({ title: 'Cennik', content: 'Tanie zegarki, tylko dziś!', category_id: home.id }),
    ).toMatchObject({ is_held: false })
    expect((await (await t.as(null)).posts.get({ post_id: post.id })).comment_count).toBe(8)
  })

  test('repeated long texts are recognised under any title, short ones with the same title, links always', async () => {
    const { api, home, post } = await scene()
    const heldOf = async (inputs: Omit<Parameters<typeof api.posts.create>[0], 'category_id'>[]) => {
      const held = []
      for (const input of inputs) held.push((await api.posts.create({ ...input, category_id: home.id })).is_held)
      return held
    }
    const advert = 'Zapraszamy do naszego nowego sklepu z zegarkami'
    expect(await heldOf(['Jeden', 'Dwa', 'Trzy', 'Cztery'].map((title) => ({ title, content: advert })))).toEqual([
      false,
      false,
      false,
      true,
    ])
    expect(await heldOf(['Wt.', 'Śr.', 'Czw.', 'Pt.'].map((title) => ({ title, content: 'Cześć' })))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(await heldOf(Array.from({ length: 4 }, () => ({ title: 'Sprzedam rower' })))).toEqual([
      false,
      false,
      false,
      true,
    ])
    const link = 'https://sklep.example/oferta?a=1&b=2'
    expect(
      await heldOf([
        { title: 'Oferta A', link_url: link },
        { title: 'Oferta B', content: `Zobacz ${link}#teraz` },
        { title: 'Oferta C', content: `[tu](${link}&utm_source=x)` },
      ]),
    ).toEqual([false, false, false])
    expect(await api.comments.create({ post_id: post.id, content: `A to: ${link}` })).toMatchObject({ is_held: true })
  })

  test('a newcomer may repeat a text after an hour, and copies by other authors do not count', async () => {
    const start = Date.now()
    const [one, other] = [await scene(), await scene(t, { trust_level: 1 })]
    const writeTo = ({ api, post }: typeof one) =>
      api.comments.create({ post_id: post.id, content: 'Polecam!' }).then(({ is_held }) => is_held)
    const held = []
    for (const wait of [0, 1, 2, HOUR - 1, HOUR + 2]) held.push(await at(start + wait, () => writeTo(one)))
    expect(held).toEqual([false, false, false, true, false])
    expect([await writeTo(other), await writeTo(other), await writeTo(other), await writeTo(other)]).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect([await writeTo(await scene()), await writeTo({ ...one, api: one.mod })]).toEqual([false, false])
  })

  test('an edit that repeats a text is held for review; a simultaneous removal causes no deadlock', async () => {
    const { api, member, home } = await scene()
    const content = 'Zapraszamy do naszego nowego sklepu z zegarkami'
    for (let n = 0; n < 3; n += 1) await api.posts.create({ title: `Sklep ${n}`, content, category_id: home.id })
    const { id: post_id } = await api.posts.create({
      title: 'Pytanie',
      content: 'Jaki zegarek kupić?',
      category_id: home.id,
    })
    const { late } = await t.db.transaction(async (tx) => {
      await lockCategory(tx, home.id)
      const overlapping = api.posts.edit({ post_id, content })
      await untilSomebodyWaits(t.db)
      await lockMember(tx, member.id)
      return { late: overlapping }
    })
    expect(await late).toMatchObject({ is_held: true })
  })

  test("a newcomer's edit is answered with 404 if the community is deleted at the same time", async () => {
    const { api, home } = await scene()
    const { id: post_id } = await api.posts.create({ title: 'Pytanie', category_id: home.id })
    const { late } = await t.db.transaction(async (tx) => {
      await tx.update(category).set({ deleted_at: new Date() }).where(eq(category.id, home.id))
      const overlapping = failure(api.posts.edit({ post_id, content: 'Jaki zegarek kupić?' }))
      await untilSomebodyWaits(t.db)
      return { late: overlapping }
    })
    expect(await late).toMatchObject({ status: 404, code: 'post_not_found' })
  })

  test('a newcomer may edit a comment often, but may not give several comments the same text', async () => {
    const { api, post } = await scene()
    const texts = []
    for (let n = 0; n < 4; n += 1) texts.push(await api.comments.create({ post_id: post.id, content: `Uwaga ${n}` }))
    for (const mark of ['.', '!', '?', '…', '!!']) {
      expect(await api.comments.edit({ comment_id: texts[0]!.id, content: `Kup teraz${mark}` })).toMatchObject({
        is_held: false,
      })
    }
    const held = []
    for (const { id } of texts.slice(1))
      held.push((await api.comments.edit({ comment_id: id, content: 'Kup teraz' })).is_held)
    expect(held).toEqual([false, false, true])
  })
})
