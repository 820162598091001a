import { and, desc, eq, gt, inArray, isNull, lt, ne, notInArray, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import * as v from 'valibot'
import type { DecisionAction } from '#shared/rules/moderation.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { cursorId, decodeCursor, encodeCursor } from '#server/lib/cursor.ts'
import { appeal } from '../appeals/table.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { post, postRank } from '../../posts/table.ts'
import { user } from '../../users/table.ts'
import { decision } from './table.ts'

const by = alias(user, 'by')

/** `is_current` is true unless another decision took this one back. */
function selectDecisions(tx: DbOrTx, which: SQL | undefined, limit: number) {
  return tx
    .select({
      decision,
      post: { id: post.id, title: post.title, excerpt: post.excerpt, author_id: post.author_id },
      comment: { id: comment.id, excerpt: comment.excerpt },
      member: user.username,
      category: { id: category.id, name: category.name, display_name: category.display_name },
      is_nsfw: sql<boolean>`coalesce(${category.is_nsfw}, false)`,
      by: by.username,
      appeal,
      is_post_listed: sql<boolean>`coalesce(${postRank.is_listed}, false)`,
      is_comment_listed: sql<boolean>`coalesce(${comment.is_listed}, false)`,
      is_current: sql<boolean>`not exists (select 1 from decision later where later.undoes_id = ${decision.id})`,
    })
    .from(decision)
    .leftJoin(comment, eq(comment.id, decision.comment_id))
    .leftJoin(post, eq(post.id, sql`coalesce(${decision.post_id}, ${comment.post_id})`))
    .leftJoin(postRank, eq(postRank.post_id, post.id))
    .leftJoin(user, and(eq(user.id, decision.user_id), isNull(user.deleted_at)))
    .leftJoin(category, and(eq(category.id, decision.category_id), isNull(category.deleted_at)))
    .leftJoin(by, and(eq(by.id, decision.by_id), isNull(by.deleted_at)))
    .leftJoin(appeal, eq(appeal.decision_id, decision.id))
    .where(which)
    .orderBy(desc(decision.id))
    .limit(limit)
}

export type DecisionRow = Awaited<ReturnType<typeof selectDecisions>>[number]

export async function getDecision(tx: DbOrTx, id: number): Promise<DecisionRow> {
  const [row] = await selectDecisions(tx, eq(decision.id, id), 1)
  return row!
}

export async function findDecision(tx: DbOrTx, id: number) {
  const [row] = await tx.select().from(decision).where(eq(decision.id, id))
  return row ?? null
}

export async function isTakenBack(tx: DbOrTx, id: number): Promise<boolean> {
  return (await tx.$count(decision, eq(decision.undoes_id, id))) > 0
}

export const findDecisions = (tx: DbOrTx, ids: number[]): Promise<DecisionRow[]> =>
  selectDecisions(tx, inArray(decision.id, ids), ids.length)

/** The public list omits decisions that only staff and the member concerned may see. Throws `bad_cursor`. */
export async function listDecisions(
  tx: DbOrTx,
  {
    userId,
    categoryId,
    isPublic = false,
    cursor,
    limit,
  }: { userId?: number; categoryId?: number; isPublic?: boolean; cursor?: string; limit: number },
) {
  const before = cursor === undefined ? undefined : lt(decision.id, decodeCursor(cursor, v.strictTuple([cursorId]))[0])
  const scope = userId === undefined ? eq(decision.category_id, categoryId!) : eq(decision.user_id, userId)
  const hiddenActions: DecisionAction[] = isPublic
    ? ['warned', 'held', 'reopened']
    : userId === undefined
      ? []
      : ['reopened']
  const isShown = notInArray(decision.action, hiddenActions)
  const rows = await selectDecisions(tx, and(scope, before, isShown), limit + 1)
  const page = rows.slice(0, limit)
  return { page, next_cursor: rows.length > limit ? encodeCursor([page.at(-1)!.decision.id]) : null }
}

type ContentId = { post_id: number } | { comment_id: number }

const isAboutContent = (ref: ContentId) =>
  'post_id' in ref ? eq(decision.post_id, ref.post_id) : eq(decision.comment_id, ref.comment_id)

export async function findLatestOf(tx: DbOrTx, ref: ContentId, actions: DecisionAction[]) {
  const [row] = await tx
    .select({ id: decision.id, action: decision.action, by_admin: decision.by_admin, created_at: decision.created_at })
    .from(decision)
    .where(and(isAboutContent(ref), inArray(decision.action, actions)))
    .orderBy(desc(decision.id))
    .limit(1)
  return row ?? null
}

/** Returns null if the content has been removed, deleted or edited since it was restored. */
export async function findRestoration(tx: DbOrTx, ref: ContentId): Promise<number | null> {
  const latest = await findLatestOf(tx, ref, ['removed', 'restored', 'deleted'])
  if (latest?.action !== 'restored') return null
  const { table, id } = 'post_id' in ref ? { table: post, id: ref.post_id } : { table: comment, id: ref.comment_id }
  return (await tx.$count(table, and(eq(table.id, id), gt(table.edited_at, latest.created_at)))) > 0 ? null : latest.id
}

export const findLock = (tx: DbOrTx, postId: number) => findLatestOf(tx, { post_id: postId }, ['locked', 'unlocked'])

/** Ignores deletions of earlier versions of the text. */
export async function findLatest(tx: DbOrTx, target: ContentId) {
  const [row] = await tx
    .select()
    .from(decision)
    .where(and(isAboutContent(target), ne(decision.action, 'version_deleted')))
    .orderBy(desc(decision.id))
    .limit(1)
  return row ?? null
}
