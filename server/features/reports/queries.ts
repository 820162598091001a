import { and, desc, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { DbOrTx } from '#server/db/client.ts'
import { plainExcerpt, renderMarkdown } from '#server/markdown/markdown.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { notify } from '../notifications/queries.ts'
import { post, postRank } from '../posts/table.ts'
import { user } from '../users/table.ts'
import { report } from './table.ts'

/** Whose reports a staff member sees: all, or those about posts and comments of these communities. */
export type ReportScope = 'all' | number[]

export type ReportTarget = { post_id: number } | { comment_id: number } | { category_id: number }

/** The community whose moderators will see a report about the target; null for one about a community itself. */
export async function findReportScope(tx: DbOrTx, target: ReportTarget): Promise<number | null> {
  if ('category_id' in target) {
    const [row] = await tx.select({ id: category.id }).from(category)
      .where(and(eq(category.id, target.category_id), isNull(category.deleted_at)))
    if (!row) throw new ApiError('category_not_found')
    return null
  }
  if ('post_id' in target) {
    const [row] = await tx.select({ id: postRank.category_id }).from(postRank)
      .where(and(eq(postRank.post_id, target.post_id), postRank.is_listed))
    if (!row) throw new ApiError('post_not_found')
    return row.id
  }
  const [row] = await tx.select({ id: postRank.category_id }).from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), postRank.is_listed))
    .where(and(eq(comment.id, target.comment_id), isNull(comment.deleted_at)))
  if (!row) throw new ApiError('comment_not_found')
  return row.id
}

/** Adds a pending report; throws `already_reported` where the same member's one about the same target is pending. */
export async function insertReport(
  tx: DbOrTx, reporterId: number, target: ReportTarget, { scope, reason, now }: { scope: number | null, reason: string, now: Date },
) {
  const [row] = await tx.insert(report)
    .values({ ...target, reporter_id: reporterId, scope_category_id: scope, reason, created_at: now })
    .onConflictDoNothing()
    .returning({ id: report.id, status: report.status })
  if (!row) throw new ApiError('already_reported')
  return row
}

/** Reports for staff, newest first, each with what was reported, and how many there are in all. */
export async function listReports(
  tx: DbOrTx,
  { scope, status, skip, limit }: { scope: ReportScope, status?: typeof report.$inferSelect['status'], skip: number, limit: number },
) {
  const which = and(inScope(scope), status && eq(report.status, status))
  const reports = await selectReports(tx, which, { skip, limit })
  return { reports, total: await tx.$count(report, which) }
}

/**
 * Resolves or rejects a pending report and tells the reporter; `actorId` is the deciding account, where there is one.
 * Throws `not_found`, `not_staff` for a report outside the scope, `already_decided`.
 */
export async function decideReport(
  tx: DbOrTx, id: number, action: 'resolved' | 'rejected', now: Date, { scope, actorId }: { scope: ReportScope, actorId: number | null },
) {
  const [decided] = await tx.update(report).set({ status: action, resolved_at: now })
    .where(and(eq(report.id, id), eq(report.status, 'pending'), inScope(scope)))
    .returning({ reporter_id: report.reporter_id })
  if (!decided) throw new ApiError(await whyNot(tx, id, scope))
  if (decided.reporter_id !== actorId) {
    await notify(tx, { userId: decided.reporter_id, kind: 'report_decided', actorId: null, reportId: id })
  }
  const [row] = await selectReports(tx, eq(report.id, id), { skip: 0, limit: 1 })
  return row!
}

async function whyNot(tx: DbOrTx, id: number, scope: ReportScope) {
  const [row] = await tx.select({ scope_category_id: report.scope_category_id }).from(report).where(eq(report.id, id))
  if (!row) return 'not_found'
  const isInside = scope === 'all' || (row.scope_category_id !== null && scope.includes(row.scope_category_id))
  return isInside ? 'already_decided' : 'not_staff'
}

function inScope(scope: ReportScope): SQL | undefined {
  return scope === 'all' ? undefined : inArray(report.scope_category_id, scope)
}

const commentedPost = alias(post, 'commented_post')
const commentedRank = alias(postRank, 'commented_rank')

async function selectReports(tx: DbOrTx, which: SQL | undefined, { skip, limit }: { skip: number, limit: number }) {
  const rows = await tx
    .select({
      report,
      reporter: { username: user.username },
      post: { title: post.title, excerpt: post.excerpt },
      comment: { content: comment.content },
      commented: { id: commentedPost.id, title: commentedPost.title },
      category: { name: category.name, display_name: category.display_name, description: category.description },
    })
    .from(report)
    .innerJoin(user, eq(user.id, report.reporter_id))
    .leftJoin(postRank, and(eq(postRank.post_id, report.post_id), postRank.is_listed))
    .leftJoin(post, eq(post.id, postRank.post_id))
    .leftJoin(comment, and(eq(comment.id, report.comment_id), isNull(comment.deleted_at)))
    .leftJoin(commentedRank, and(eq(commentedRank.post_id, comment.post_id), commentedRank.is_listed))
    .leftJoin(commentedPost, eq(commentedPost.id, commentedRank.post_id))
    .leftJoin(category, and(eq(category.id, report.category_id), isNull(category.deleted_at)))
    .where(which)
    .orderBy(desc(report.id))
    .limit(limit)
    .offset(skip)
  return rows.map((row) => ({ ...row.report, ...contentOf(row.report), reporter: row.reporter, target: targetOf(row) }))
}

type ReportRow = typeof report.$inferSelect

function contentOf(row: ReportRow): { content_type: 'post' | 'comment' | 'category', content_id: number } {
  if (row.post_id !== null) return { content_type: 'post', content_id: row.post_id }
  if (row.comment_id !== null) return { content_type: 'comment', content_id: row.comment_id }
  return { content_type: 'category', content_id: row.category_id! }
}

type TargetRow = {
  report: ReportRow
  post: { title: string, excerpt: string } | null
  comment: { content: string } | null
  commented: { id: number, title: string } | null
  category: { name: string, display_name: string, description: string } | null
}

/** What was reported, as staff recognise it: title, the beginning of the text, the page; null once it is gone. */
function targetOf({ report: { post_id, comment_id }, ...row }: TargetRow) {
  const cut = (plain: string) => plainExcerpt(plain, LIMITS.adminExcerpt)
  if (row.post && post_id !== null) {
    return { title: row.post.title, excerpt: cut(row.post.excerpt), url: paths.post(post_id) }
  }
  if (row.comment && row.commented) {
    const excerpt = cut(renderMarkdown(row.comment.content).plain)
    return { title: row.commented.title, excerpt, url: paths.post(row.commented.id, comment_id) }
  }
  if (row.category) {
    return { title: row.category.display_name, excerpt: cut(row.category.description), url: paths.community(row.category.name) }
  }
  return null
}
