import { eq, isNull, and, sql } from 'drizzle-orm'
import type { Services } from '#server/context.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { paths } from '#shared/paths.ts'
import { originOf } from '#server/http/variant.ts'
import { category } from '../categories/table.ts'
import { comment } from '../comments/table.ts'
import { isModeratorOf } from '../moderation/index.ts'
import { decision, report } from '../moderation/tables.ts'
import { post } from '../posts/table.ts'
import { user } from '../users/table.ts'
import type { Claimed, HookRow } from './queries.ts'

/** Whether the owner of a webhook still has the rights with which it was created. */
export async function mayStillSee(tx: DbOrTx, { owner_id, category_id }: HookRow): Promise<boolean> {
  if (category_id !== null && !(await exists(tx, category_id))) return false
  if (owner_id === null) return true
  const [owner] = await tx
    .select({ is_admin: user.is_admin })
    .from(user)
    .where(and(eq(user.id, owner_id), isNull(user.deleted_at)))
  if (!owner) return false
  return owner.is_admin || (category_id !== null && (await isModeratorOf(tx, owner_id, category_id)))
}

const exists = async (tx: DbOrTx, categoryId: number) =>
  (await tx.$count(category, and(eq(category.id, categoryId), isNull(category.deleted_at)))) > 0

const author = (id: number | null, username: string | null) =>
  id === null || username === null ? null : { id, username }

type Subject = Record<string, unknown>

/** Leaves out deleted and removed texts; null if the event's subject no longer exists. */
export async function subjectOf(services: Services, delivery: Claimed): Promise<Subject | null> {
  const [kind] = delivery.event.split('.')
  const { db } = services
  if (kind === 'post') return postOf(services, delivery.subject_id)
  if (kind === 'comment') return commentOf(services, delivery.subject_id)
  if (kind === 'report') return reportOf(db, delivery.subject_id)
  if (kind === 'decision') return decisionOf(db, delivery.subject_id)
  return memberOf(db, delivery)
}

async function postOf({ db, config }: Services, id: number): Promise<Subject | null> {
  const [row] = await db
    .select({
      id: post.id,
      title: post.title,
      content: post.content,
      link_url: post.link_url,
      is_nsfw: post.is_nsfw,
      created_at: post.created_at,
      edited_at: post.edited_at,
      is_deleted: sql<boolean>`${post.deleted_at} is not null`,
      is_removed: sql<boolean>`${post.removal_id} is not null`,
      is_held: sql<boolean>`${post.held_at} is not null`,
      category: { id: category.id, name: category.name },
      author_id: user.id,
      author_name: user.username,
    })
    .from(post)
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, and(eq(user.id, post.author_id), isNull(user.deleted_at)))
    .where(eq(post.id, id))
  if (!row) return null
  const { author_id, author_name, title, content, link_url, ...rest } = row
  const isHidden = row.is_deleted || row.is_removed
  return {
    post: {
      ...rest,
      url: originOf(row.is_nsfw ? 'adult' : 'normal', config) + paths.post(id),
      author: author(author_id, author_name),
      ...(!isHidden && { title, content, link_url }),
    },
  }
}

async function commentOf({ db, config }: Services, id: number): Promise<Subject | null> {
  const [row] = await db
    .select({
      id: comment.id,
      post_id: comment.post_id,
      parent_id: comment.parent_id,
      content: comment.content,
      is_nsfw: comment.is_nsfw,
      created_at: comment.created_at,
      edited_at: comment.edited_at,
      is_deleted: sql<boolean>`${comment.deleted_at} is not null`,
      is_removed: sql<boolean>`${comment.removal_id} is not null`,
      is_held: sql<boolean>`${comment.held_at} is not null`,
      category: { id: category.id, name: category.name },
      author_id: user.id,
      author_name: user.username,
    })
    .from(comment)
    .innerJoin(post, eq(post.id, comment.post_id))
    .innerJoin(category, eq(category.id, post.category_id))
    .leftJoin(user, and(eq(user.id, comment.author_id), isNull(user.deleted_at)))
    .where(eq(comment.id, id))
  if (!row) return null
  const { author_id, author_name, content, ...rest } = row
  return {
    comment: {
      ...rest,
      url: originOf(row.is_nsfw ? 'adult' : 'normal', config) + paths.post(row.post_id, id),
      author: author(author_id, author_name),
      ...(!row.is_deleted && !row.is_removed && { content }),
    },
  }
}

/** Leaves out the person who reported, and the text of a reported private message. */
async function reportOf(tx: DbOrTx, id: number): Promise<Subject | null> {
  const [row] = await tx
    .select({
      id: report.id,
      post_id: report.post_id,
      comment_id: report.comment_id,
      category_id: report.category_id,
      user_id: report.user_id,
      message_id: report.message_id,
      reason: report.reason,
      status: report.status,
      created_at: report.created_at,
    })
    .from(report)
    .where(eq(report.id, id))
  return row ? { report: row } : null
}

async function decisionOf(tx: DbOrTx, id: number): Promise<Subject | null> {
  const [row] = await tx
    .select({
      id: decision.id,
      action: decision.action,
      post_id: decision.post_id,
      comment_id: decision.comment_id,
      user_id: decision.user_id,
      category_id: decision.category_id,
      by_admin: decision.by_admin,
      automatic: decision.automatic,
      reason_code: decision.reason_code,
      text: decision.text,
      created_at: decision.created_at,
      ends_at: decision.ends_at,
    })
    .from(decision)
    .where(eq(decision.id, id))
  return row ? { decision: row } : null
}

async function memberOf(tx: DbOrTx, { event, subject_id, category_id }: Claimed): Promise<Subject | null> {
  const [row] = await tx
    .select({ id: user.id, username: user.username, created_at: user.created_at })
    .from(user)
    .where(and(eq(user.id, subject_id), isNull(user.deleted_at)))
  if (!row) return null
  if (event === 'user.registered') return { user: row }
  const [home] = await tx
    .select({ id: category.id, name: category.name })
    .from(category)
    .where(eq(category.id, category_id!))
  return home ? { user: { id: row.id, username: row.username }, category: home } : null
}
