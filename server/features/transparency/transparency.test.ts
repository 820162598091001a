import { describe, expect, test } from 'bun:test'
import { APPEAL_STATUSES, DECISION_ACTIONS, REASON_CODES } from '#shared/rules/moderation.ts'
import { ADMIN_PASSWORD, createTestApp, failure } from '#server/test/app.ts'
import { createCategory, createPost, createUser } from '#server/test/factories.ts'
import { appeal, decision, notice } from '../moderation/tables.ts'
import { decideNotices } from '../moderation/index.ts'

const t = await createTestApp()
const visitor = await t.as(null)
const HOUR = 3_600_000

/** Inserts decisions, appeals and notices, some of them right before and after the turns of the year. */
async function madeUp(year: number) {
  const members = [await createUser(t.db), await createUser(t.db), await createUser(t.db)]
  const [start, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)]
  const times = [
    start - 1,
    start,
    end - 1,
    end,
    ...Array.from({ length: 200 }, (_, n) => start - 40 * 24 * HOUR + n * 53 * HOUR),
  ]
  await t.db
    .insert(decision)
    .values(
      times.flatMap((at, n) =>
        [0, 1].map((more) => ({
          action: DECISION_ACTIONS[(n + more * 5) % DECISION_ACTIONS.length]!,
          user_id: members[(n + more) % 3]!.id,
          created_at: new Date(at),
          automatic: n % 7 === 0,
          reason_code: n % 4 === 0 ? null : REASON_CODES[(n * 3 + more) % REASON_CODES.length]!,
        })),
      ),
    )
  const made = await t.db
    .select({ id: decision.id, user_id: decision.user_id, created_at: decision.created_at })
    .from(decision)
  await t.db
    .insert(appeal)
    .values(
      made
        .filter((_, n) => n % 4 === 0)
        .map(({ id, user_id, created_at }, n) => ({
          decision_id: id,
          user_id: user_id!,
          text: 'x',
          created_at,
          status: APPEAL_STATUSES[n % APPEAL_STATUSES.length]!,
        })),
    )
  await t.db
    .insert(notice)
    .values(
      times.map((at, n) => ({
        reference: crypto.randomUUID(),
        url: '/',
        reason_code: REASON_CODES[n % 5]!,
        text: 'x',
        language: 'pl' as const,
        created_at: new Date(at),
        ...(n % 3 > 0 && { decided_at: new Date(at + (n * n * HOUR) / 7), outcome: 'kept' as const }),
      })),
    )
}

/** Counts the transparency figures row by row, for comparison. */
async function counted(year: number) {
  const isOfYear = ({ created_at }: { created_at: Date }) => created_at.getUTCFullYear() === year
  const appeals = (await t.db.select().from(appeal)).filter(isOfYear)
  const [decisions, notices] = [
    (await t.db.select().from(decision)).filter(isOfYear),
    (await t.db.select().from(notice)).filter(isOfYear),
  ]
  const tally = <Key extends string>(keys: readonly Key[], found: (Key | null)[]) =>
    Object.fromEntries(keys.map((key) => [key, found.filter((one) => one === key).length]))
  const hours = notices
    .flatMap(({ created_at, decided_at }) => (decided_at ? [(decided_at.getTime() - created_at.getTime()) / HOUR] : []))
    .sort((a, b) => a - b)
  const middle = (hours.length - 1) / 2
  return {
    year,
    notices: {
      received: notices.length,
      by_category: tally(
        REASON_CODES,
        notices.map(({ reason_code }) => reason_code),
      ),
      median_hours:
        hours.length === 0 ? null : Math.round((hours[Math.floor(middle)]! + hours[Math.ceil(middle)]!) * 5) / 10,
    },
    decisions: {
      by_action: tally(
        DECISION_ACTIONS,
        decisions.map(({ action }) => action),
      ),
      by_reason: tally(
        REASON_CODES,
        decisions.map(({ reason_code }) => reason_code),
      ),
      automatic: decisions.filter(({ automatic }) => automatic).length,
    },
    appeals: { received: appeals.length, overturned: appeals.filter(({ status }) => status === 'overturned').length },
    suspended: new Set(decisions.filter(({ action }) => action === 'suspended').map(({ user_id }) => user_id)).size,
  }
}

describe('MOD-11 transparency figures of a year', () => {
  test("the transparency figures of a year match the database rows to the year's last millisecond", async () => {
    await madeUp(2021)
    for (const year of [2019, 2020, 2021, 2022]) {
      const { years, ...figures } = await visitor.transparency.get({ year })
      expect(figures as object).toEqual(await counted(year))
      expect([years.at(-1), years[0]]).toEqual([2020, new Date().getUTCFullYear()])
    }
    const shown = await visitor.transparency.get({ year: 2021 })
    expect(Math.min(shown.notices.received, shown.appeals.received, shown.appeals.overturned)).toBeGreaterThan(20)
  })

  test('the transparency figures are cached for a minute and show this year by default', async () => {
    const admin = await t.as(null, { admin: ADMIN_PASSWORD })
    const post = await createPost(t.db, { category: await createCategory(t.db) })
    const before = await visitor.transparency.get()
    const { reference } = await visitor.notices.create({
      url: `/post/${post.id}`,
      category: 'minors',
      text: 'Zgłaszam krzywdzenie dziecka.',
      good_faith: true,
    })
    await admin.moderation.remove({ post_id: post.id, reason_code: 'minors' })
    await admin.moderation.ban({ user_id: post.author_id!, category_id: null, reason_code: 'minors' })
    expect(await visitor.transparency.get()).toEqual(before)
    const real = t.clock.now
    t.clock.now = () => new Date(Date.now() + 60_001)
    const after = await visitor.transparency.get({ year: before.year })
    t.clock.now = real
    expect(reference).toEqual(expect.any(String))
    expect(after.notices).toMatchObject({
      received: before.notices.received + 1,
      by_category: { minors: before.notices.by_category.minors + 1 },
    })
    expect(after.decisions.by_action).toMatchObject({
      removed: before.decisions.by_action.removed + 1,
      suspended: before.decisions.by_action.suspended + 1,
    })
    expect(after.decisions.by_reason.minors).toBe(before.decisions.by_reason.minors + 2)
    expect(after.suspended).toBe(before.suspended + 1)
  })

  test('transparency figures of a year without notices are zero, and an invalid year is refused', async () => {
    expect(await visitor.transparency.get({ year: 2003 })).toMatchObject({
      year: 2003,
      notices: { received: 0, median_hours: null },
      suspended: 0,
    })
    for (const year of ['x', '1999', '9999', '2021.5', '99999999999']) {
      expect(await failure(visitor.transparency.get({ year: year as never }))).toMatchObject({
        status: 422,
        issues: { year: expect.any(String) },
      })
    }
  })
})

test('MOD-11 the transparency report lists years back to the first notice of illegal content or decision', async () => {
  const young = await createTestApp()
  const reader = await young.as(null)
  expect((await reader.transparency.get({ year: 2011 })).years).toEqual([new Date().getUTCFullYear()])
  await young.db
    .insert(notice)
    .values({
      reference: 'x',
      url: '/',
      reason_code: 'illegal',
      text: 'x',
      language: 'pl',
      created_at: new Date(Date.UTC(2010, 5, 1)),
    })
  const [row] = await young.db.select({ id: notice.id }).from(notice)
  await decideNotices(young.db, { id: row!.id }, { outcome: 'kept', now: new Date(Date.UTC(2010, 5, 2)) })
  expect(await reader.transparency.get({ year: 2010 })).toMatchObject({
    notices: { received: 1, by_category: { illegal: 1, spam: 0 }, median_hours: 24 },
  })
  expect((await reader.transparency.get({ year: 2010 })).years).toContain(2010)
})
