import { eq, sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx, Tx } from '#server/db/client.ts'
import { blockedUser } from '#server/features/blocks/table.ts'
import { ensureBot } from '#server/features/bot/queries.ts'
import { category, categoryMembership } from '#server/features/categories/table.ts'
import { textOf } from '#server/features/comments/rules.ts'
import { comment } from '#server/features/comments/table.ts'
import { follow } from '#server/features/follows/table.ts'
import { message } from '#server/features/messages/table.ts'
import { notification } from '#server/features/notifications/table.ts'
import { pointsEntry } from '#server/features/points/table.ts'
import { post, postRank } from '#server/features/posts/table.ts'
import { report } from '#server/features/reports/table.ts'
import { savedPost } from '#server/features/saves/table.ts'
import { stream } from '#server/features/streams/table.ts'
import { claimUpload } from '#server/features/uploads/queries.ts'
import { user } from '#server/features/users/table.ts'
import { vote } from '#server/features/votes/table.ts'
import { plainExcerpt, renderMarkdown, RENDERER_VERSION } from '#server/markdown/markdown.ts'
import { NUMBERED, type FirstIds } from './plan/ids.ts'
import type { PlanInput } from './plan/plan.ts'
import type { Drawing, Step } from './plan/step.ts'
import { demoFill } from './table.ts'

/** The addresses of the step's pictures. */
export type Drawn = Map<Drawing, string>

export async function findFill(tx: DbOrTx) {
  const [fill] = await tx.select().from(demoFill)
  return fill ?? null
}

/** Whether anybody but the bot has an account. Until the transaction ends nobody else gets one. */
export async function hasMembers(tx: Tx): Promise<boolean> {
  await tx.execute(sql`lock table ${user} in share row exclusive mode`)
  const found = await tx.select({ id: user.id }).from(user).where(eq(user.is_bot, false)).limit(1)
  return found.length > 0
}

/** Keeps as many ids of each numbered table as the demo may need and returns the first of each. */
export async function reserveIds(tx: DbOrTx, most: number): Promise<FirstIds> {
  const first: Partial<FirstIds> = {}
  for (const table of NUMBERED) {
    const sequence = sql`pg_get_serial_sequence(${`"${table}"`}, 'id')`
    const [row] = await tx.execute<{ id: number }>(sql`select nextval(${sequence})::integer as id`)
    await tx.execute(sql`select setval(${sequence}, ${row!.id + most}::bigint)`)
    first[table] = row!.id
  }
  return first as FirstIds
}

/** The bot, as old as what it wrote. Throws where its name is taken. */
export async function oldBot(tx: Tx, username: string, since: Date): Promise<PlanInput['bot']> {
  const bot = await ensureBot(tx, username, since)
  if (!bot) throw new Error('A member has the name of the bot')
  await tx.update(user).set({ created_at: sql`least(${user.created_at}, ${since.toISOString()}::timestamptz)` }).where(eq(user.id, bot.id))
  return { id: bot.id, username: bot.username }
}

export async function insertFill(tx: DbOrTx, input: PlanInput, fingerprint: string): Promise<void> {
  await tx.insert(demoFill).values({ input, fingerprint })
}

/** Takes a step for the caller's transaction; false where another process has done it. */
export async function takeStep(tx: DbOrTx, step: number): Promise<boolean> {
  const taken = await tx.update(demoFill).set({ steps_done: step + 1 }).where(eq(demoFill.steps_done, step)).returning({ done: demoFill.steps_done })
  return taken.length > 0
}

export async function finishFill(tx: DbOrTx, now: Date): Promise<void> {
  await tx.update(demoFill).set({ finished_at: now })
}

/** Adds what is counted along to rows of earlier steps, in the order in which others lock them. */
async function addCounts(tx: DbOrTx, { postCounts, earnings }: Step): Promise<void> {
  if (postCounts.length > 0) {
    const counts = sql`jsonb_to_recordset(${JSON.stringify(postCounts)}::jsonb) as counted (category_id integer, count integer)`
    await tx.execute(sql`select 1 from category where id in (select category_id from ${counts}) order by id for no key update`)
    await tx.execute(sql`update category set post_count = post_count + counted.count from ${counts} where category.id = counted.category_id`)
  }
  if (earnings.length > 0) {
    const earned = sql`jsonb_to_recordset(${JSON.stringify(earnings)}::jsonb) as earned (user_id integer, karma integer, wpoints integer)`
    await tx.execute(sql`select 1 from "user" where id in (select user_id from ${earned}) order by id for no key update`)
    await tx.execute(sql`
      update "user" set karma = "user".karma + earned.karma, wpoints = "user".wpoints + earned.wpoints
      from ${earned} where "user".id = earned.user_id`)
  }
}

function renderedPost(content: string) {
  const { html, plain } = renderMarkdown(content)
  const excerpt = plainExcerpt(plain, LIMITS.excerpt)
  return { content, content_html: html, renderer_version: RENDERER_VERSION, excerpt, excerpt_truncated: excerpt.length < plain.length }
}

async function insertPosts(tx: DbOrTx, posts: Step['posts'], drawn: Drawn): Promise<void> {
  if (posts.length === 0) return
  const rows: (typeof post.$inferInsert)[] = []
  for (const { drawing, content, ...columns } of posts) {
    const url = drawing && drawn.get(drawing)
    const image = url && columns.author_id ? await claimUpload(tx, { userId: columns.author_id, url, kind: 'image' }) : null
    rows.push({
      ...columns, ...renderedPost(content), image_url: image?.url, image_width: image?.width, image_height: image?.height, image_placeholder: image?.placeholder,
    })
  }
  await tx.insert(post).values(rows)
}

async function setIcons(tx: DbOrTx, icons: Step['icons'], drawn: Drawn): Promise<void> {
  for (const { category_id, user_id, drawing } of icons) {
    const url = drawn.get(drawing)
    if (!url) continue
    await claimUpload(tx, { userId: user_id, url, kind: 'image', field: 'icon_url' })
    await tx.update(category).set({ icon_url: url }).where(eq(category.id, category_id))
  }
}

/** Writes a step with everything that is counted about it. */
export async function writeStep(tx: DbOrTx, step: Step, drawn: Drawn): Promise<void> {
  if (step.users.length > 0) await tx.insert(user).values(step.users)
  if (step.categories.length > 0) await tx.insert(category).values(step.categories)
  if (step.members.length > 0) await tx.insert(categoryMembership).values(step.members)
  if (step.follows.length > 0) await tx.insert(follow).values(step.follows)
  if (step.blocks.length > 0) await tx.insert(blockedUser).values(step.blocks)
  await insertPosts(tx, step.posts, drawn)
  if (step.ranks.length > 0) await tx.insert(postRank).values(step.ranks)
  if (step.comments.length > 0) await tx.insert(comment).values(step.comments.map((row) => ({ ...row, ...textOf(row.content).columns })))
  await setIcons(tx, step.icons, drawn)
  await addCounts(tx, step)
  if (step.votes.length > 0) await tx.insert(vote).values(step.votes)
  if (step.saves.length > 0) await tx.insert(savedPost).values(step.saves)
  if (step.ledger.length > 0) await tx.insert(pointsEntry).values(step.ledger)
  if (step.reports.length > 0) await tx.insert(report).values(step.reports)
  if (step.notices.length > 0) await tx.insert(notification).values(step.notices)
  if (step.messages.length > 0) await tx.insert(message).values(step.messages)
  if (step.streams.length > 0) await tx.insert(stream).values(step.streams)
}
