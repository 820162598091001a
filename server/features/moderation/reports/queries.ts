import { and, desc, eq, inArray, isNull, ne, sql, type SQL } from 'drizzle-orm'
import { alias, unionAll } from 'drizzle-orm/pg-core'
import { ApiError } from '#shared/api/errors.ts'
import type { Report } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { category } from '../../categories/table.ts'
import { comment } from '../../comments/table.ts'
import { requireNotConcerned, type DecidingStaff } from '../decisions/authority.ts'
import { notify } from '../../notifications/queries.ts'
import { isListed } from '../../posts/listed.ts'
import { post, postRank } from '../../posts/table.ts'
import { adoptReports, closeItem, emitQueueChange, lockItemOfReport, openItem } from '../queue/items.ts'
import { user } from '../../users/table.ts'
import { COMMENT_HTML, excerptOfComment } from './rules.ts'
import { report, reportedMessage } from './table.ts'

type ReportScope = 'all' | number[]

export type ReportTarget = { post_id: number } | { comment_id: number } | { category_id: number }

/** For a reported message, `user_id` is its sender. */
type MemberSubject = { user_id: number; message_id?: number }

/** A null `category_id` means that admins decide the report; `post_id` is the post of a reported post or comment. */
type Scope = { category_id: number | null; post_id: number | null }

/**
 * Locks the reported content, so that the report and a decision about the content wait for each other. Throws
 * `post_not_found`, `comment_not_found`, `category_not_found`.
 */
export async function lockReported(tx: DbOrTx, target: ReportTarget): Promise<Scope> {
  if ('category_id' in target) {
    const [row] = await tx
      .select({ id: category.id })
      .from(category)
      .where(and(eq(category.id, target.category_id), isNull(category.deleted_at)))
    if (!row) throw new ApiError('category_not_found')
    return { category_id: null, post_id: null }
  }
  if ('post_id' in target) {
    await tx.select({ id: post.id }).from(post).where(eq(post.id, target.post_id)).for('share')
    const [row] = await tx
      .select({ category_id: postRank.category_id, post_id: postRank.post_id })
      .from(postRank)
      .where(and(eq(postRank.post_id, target.post_id), isListed()))
    if (!row) throw new ApiError('post_not_found')
    return row
  }
  await tx
    .select({ id: post.id })
    .from(post)
    .where(eq(post.id, sql`(select post_id from comment where id = ${target.comment_id})`))
    .for('share')
  await tx.select({ id: comment.id }).from(comment).where(eq(comment.id, target.comment_id)).for('share')
  const [row] = await tx
    .select({ category_id: postRank.category_id, post_id: postRank.post_id })
    .from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isListed()))
    .where(and(eq(comment.id, target.comment_id), comment.is_listed))
  if (!row) throw new ApiError('comment_not_found')
  return row
}

function isAbout(target: ReportTarget | MemberSubject): SQL {
  if ('user_id' in target)
    return target.message_id === undefined
      ? and(eq(report.user_id, target.user_id), isNull(report.message_id))!
      : eq(report.message_id, target.message_id)
  if ('category_id' in target) return eq(report.category_id, target.category_id)
  return 'post_id' in target ? eq(report.post_id, target.post_id) : eq(report.comment_id, target.comment_id)
}

/** Throws `already_reported` if the user has a pending report about the same target. */
export async function insertReport(
  tx: DbOrTx,
  reporterId: number,
  target: ReportTarget | MemberSubject,
  { scope, reason, now }: { scope: Scope; reason: string; now: Date },
) {
  const item = await openItem(tx, {
    kind: 'reports',
    post_id: scope.post_id,
    category_id: scope.category_id,
    waiting_since: now,
    report_count: 1,
    ...('comment_id' in target && target),
    ...('category_id' in target && { reported_category_id: target.category_id }),
    ...('user_id' in target && { reported_user_id: target.user_id, message_id: target.message_id }),
  })
  const [row] = await tx
    .insert(report)
    .values({
      ...target,
      item_id: item.id,
      reporter_id: reporterId,
      scope_category_id: scope.category_id,
      reason,
      created_at: now,
    })
    .onConflictDoNothing()
    .returning({ id: report.id, status: report.status })
  if (!row) throw new ApiError('already_reported')
  if (item.report_count === 1) await adoptReports(tx, item.id, isAbout(target))
  return row
}

type Status = (typeof report.$inferSelect)['status']

type ReportFilter = { scope: ReportScope; status?: Status | 'decided'; report_id?: number }

export async function listReports(
  tx: DbOrTx,
  { scope, status, report_id, skip, limit }: ReportFilter & { skip: number; limit: number },
) {
  const among = and(inScope(scope), report_id === undefined ? undefined : eq(report.id, report_id))
  const of = (one: Status) => and(among, eq(report.status, one))
  const newest = (which: SQL | undefined, n: number) =>
    tx.select({ id: report.id }).from(report).where(which).orderBy(desc(report.id)).limit(n)
  const all =
    status === undefined ? among : status === 'decided' ? and(among, ne(report.status, 'pending')) : of(status)
  // The reported content is joined only for the rows of the page, not for those that the offset skips.
  const page =
    status === 'decided'
      ? // Resolved and rejected reports are read separately, since one index scan would also read pending ones.
        await unionAll(newest(of('resolved'), skip + limit), newest(of('rejected'), skip + limit))
          .orderBy(sql`id desc`)
          .limit(limit)
          .offset(skip)
      : await newest(all, limit).offset(skip)
  const reports = await selectReports(
    tx,
    inArray(
      report.id,
      page.map(({ id }) => id),
    ),
  )
  return { reports, total: await tx.$count(report, all) }
}

/**
 * Decides a report and notifies the reporter. Throws `own_decision`, `not_found`, `already_decided`, and `not_staff`
 * for a report outside the decider's communities.
 */
export async function decideReport(
  tx: DbOrTx,
  id: number,
  action: 'resolved' | 'rejected',
  now: Date,
  { scope, by }: { scope: ReportScope; by: DecidingStaff },
) {
  await lockItemOfReport(tx, id)
  const [decided] = await tx
    .update(report)
    .set({ status: action, resolved_at: now })
    .where(and(eq(report.id, id), eq(report.status, 'pending'), inScope(scope)))
    .returning({ reporter_id: report.reporter_id, scope: report.scope_category_id, item_id: report.item_id })
  if (!decided) throw new ApiError(await whyNot(tx, id, scope))
  await requireNotConcerned(tx, by, await findConcerned(tx, id))
  if (decided.reporter_id !== by.id) {
    await notify(tx, { userId: decided.reporter_id, kind: 'report_decided', actorId: null, reportId: id, now })
  }
  const closed = decided.item_id === null ? [] : await closeItem(tx, decided.item_id, null, now)
  if (closed.length === 0) await emitQueueChange(tx, [decided.scope])
  const [row] = await selectReports(tx, eq(report.id, id))
  return row!
}

/** Returns the author of the content, the creator of the community, or the reported member. */
async function findConcerned(tx: DbOrTx, id: number): Promise<{ user_id: number | null; category_id: number | null }> {
  const [row] = await tx
    .select({
      user_id: sql<number | null>`coalesce(${post.author_id}, ${comment.author_id}, ${category.creator_id},
        ${report.user_id})`,
      category_id: report.scope_category_id,
    })
    .from(report)
    .leftJoin(post, eq(post.id, report.post_id))
    .leftJoin(comment, eq(comment.id, report.comment_id))
    .leftJoin(category, eq(category.id, report.category_id))
    .where(eq(report.id, id))
  return row ?? { user_id: null, category_id: null }
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
const home = alias(category, 'home')
const author = alias(user, 'author')

const shortAlt = (column: typeof post.video_alt | typeof comment.video_alt) =>
  sql<string>`left(${column}, ${LIMITS.reportedComment})`

async function selectReports(tx: DbOrTx, which: SQL) {
  const rows = await tx
    .select({
      report,
      reporter: { username: user.username },
      post: {
        title: post.title,
        excerpt: post.excerpt,
        excerpt_truncated: post.excerpt_truncated,
        image_url: post.image_url,
        video_url: post.video_url,
        video_poster_url: post.video_poster_url,
        captions_url: post.captions_url,
        video_alt: shortAlt(post.video_alt),
      },
      is_removed: sql<boolean>`coalesce(${post.removal_id}, ${comment.removal_id}) is not null`,
      comment: {
        id: comment.id,
        html: sql<string>`left(${comment.content_html}, ${COMMENT_HTML + 1})`,
        image_url: comment.image_url,
        video_url: comment.video_url,
        captions_url: comment.captions_url,
        video_alt: shortAlt(comment.video_alt),
      },
      commented: { id: commentedPost.id, title: commentedPost.title },
      category: {
        name: category.name,
        display_name: category.display_name,
        description: category.description,
        icon_url: category.icon_url,
      },
      author: author.username,
      author_bio: author.bio,
      said: sql<string | null>`left(${reportedMessage.content}, ${LIMITS.reportedComment + 1})`,
      home: { name: home.name, is_nsfw: home.is_nsfw },
    })
    .from(report)
    .leftJoin(user, and(eq(user.id, report.reporter_id), isNull(user.deleted_at)))
    .leftJoin(post, and(eq(post.id, report.post_id), isNull(post.deleted_at)))
    .leftJoin(comment, and(eq(comment.id, report.comment_id), isNull(comment.deleted_at)))
    .leftJoin(commentedPost, and(eq(commentedPost.id, comment.post_id), isNull(commentedPost.deleted_at)))
    .leftJoin(category, and(eq(category.id, report.category_id), isNull(category.deleted_at)))
    .leftJoin(
      reportedMessage,
      and(eq(reportedMessage.report_id, report.id), eq(reportedMessage.message_id, report.message_id)),
    )
    .leftJoin(
      author,
      and(
        eq(
          author.id,
          sql`coalesce(${post.author_id}, ${comment.author_id}, ${category.creator_id}, ${report.user_id})`,
        ),
        isNull(author.deleted_at),
      ),
    )
    .leftJoin(
      home,
      and(
        eq(home.id, sql`coalesce(${post.category_id}, ${commentedPost.category_id}, ${category.id})`),
        isNull(home.deleted_at),
      ),
    )
    .where(which)
    .orderBy(desc(report.id))
  return rows.map((row) => ({
    ...row.report,
    user_id: row.report.message_id === null ? row.report.user_id : null,
    ...contentOf(row.report),
    reporter: row.reporter,
    target: targetOf(row),
  }))
}

type ReportRow = typeof report.$inferSelect

function contentOf(row: ReportRow): { content_type: Report['content_type']; content_id: number } {
  if (row.post_id !== null) return { content_type: 'post', content_id: row.post_id }
  if (row.comment_id !== null) return { content_type: 'comment', content_id: row.comment_id }
  if (row.message_id !== null) return { content_type: 'message', content_id: row.message_id }
  if (row.user_id !== null) return { content_type: 'user', content_id: row.user_id }
  return { content_type: 'category', content_id: row.category_id! }
}

type TargetRow = {
  report: ReportRow
  post: {
    title: string
    excerpt: string
    excerpt_truncated: boolean
    image_url: string | null
    video_url: string | null
    video_poster_url: string | null
    captions_url: string | null
    video_alt: string
  } | null
  comment: {
    html: string
    image_url: string | null
    video_url: string | null
    captions_url: string | null
    video_alt: string
  } | null
  commented: { id: number; title: string } | null
  category: { name: string; display_name: string; description: string; icon_url: string | null } | null
  author: string | null
  author_bio: string | null
  said: string | null
  home: { name: string; is_nsfw: boolean } | null
  is_removed: boolean
}

function memberTarget({
  report: { message_id },
  author,
  author_bio,
  said,
}: Pick<TargetRow, 'report' | 'author_bio' | 'said'> & { author: string }) {
  const text = (message_id === null ? author_bio : said) ?? ''
  return {
    author,
    community: null,
    is_nsfw: false,
    is_removed: false,
    title: author,
    excerpt: text.slice(0, LIMITS.reportedComment),
    excerpt_truncated: text.length > LIMITS.reportedComment,
    url: paths.user(author),
    image_url: null,
    has_video: false,
  }
}

/** Includes removed and held content. Returns null if the content, its post or its community is deleted. */
function targetOf({ report, author, home, is_removed, ...row }: TargetRow) {
  const { post_id, comment_id, user_id } = report
  if (user_id !== null) return author === null ? null : memberTarget({ ...row, report, author })
  if (!home) return null
  const place = { author, community: home.name, is_nsfw: home.is_nsfw, is_removed }
  if (row.post && post_id !== null) {
    const { title, excerpt, excerpt_truncated, image_url, video_url, video_poster_url, captions_url, video_alt } =
      row.post
    return {
      ...place,
      title,
      excerpt,
      excerpt_truncated,
      url: paths.post(post_id),
      image_url: image_url ?? video_poster_url,
      has_video: video_url !== null,
      video_alt,
      transcript_url: captions_url === null ? null : paths.transcript(post_id),
    }
  }
  if (row.comment && row.commented) {
    return {
      ...place,
      title: row.commented.title,
      ...excerptOfComment(row.comment.html),
      url: paths.post(row.commented.id, comment_id),
      image_url: row.comment.image_url,
      has_video: row.comment.video_url !== null,
      video_alt: row.comment.video_alt,
      transcript_url:
        row.comment.captions_url === null ? null : paths.transcript(row.commented.id, comment_id ?? undefined),
    }
  }
  if (row.category) {
    const { display_name, description, icon_url, name } = row.category
    return {
      ...place,
      title: display_name,
      excerpt: description,
      excerpt_truncated: false,
      url: paths.category(name),
      image_url: icon_url,
      has_video: false,
    }
  }
  return null
}
