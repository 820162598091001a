import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { comment } from '../comments/table.ts'
import { isReadable } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { textVersion } from './table.ts'

type Target = 'post' | 'comment'

const SOURCES = {
  post: { table: post, title: sql`${post.title}`, column: textVersion.post_id },
  comment: { table: comment, title: sql`null`, column: textVersion.comment_id },
}

/** Edits this soon after publishing are part of writing. */
const WRITING_TIME = sql`interval '2 minutes'`

/** Before an edit to another text; locks it, so that of concurrent edits each finds what the other wrote. */
export async function keepVersion(
  tx: DbOrTx, kind: Target, id: number, next: { title?: string, content?: string }, now: Date,
): Promise<void> {
  const { table, title, column } = SOURCES[kind]
  const at = sql`${now.toISOString()}::timestamptz`
  await tx.execute(sql`
    insert into text_version (${sql.identifier(column.name)}, title, content, content_html, renderer_version, edited_at)
    select ${table.id}, ${title}, ${table.content}, ${table.content_html}, ${table.renderer_version}, ${at}
    from ${table} where ${table.id} = ${id} and ${table.created_at} <= ${at} - ${WRITING_TIME}
    and (${table.content} <> coalesce(${next.content ?? null}, ${table.content}) or ${title} <> coalesce(${next.title ?? null}, ${title}))
    for no key update`)
  const older = tx.select({ id: textVersion.id }).from(textVersion).where(eq(column, id)).orderBy(desc(textVersion.id)).offset(LIMITS.versions)
  await tx.delete(textVersion).where(sql`${textVersion.id} in ${older}`)
}

const shown = {
  title: textVersion.title, content: textVersion.content, content_html: textVersion.content_html, edited_at: textVersion.edited_at,
}

/** None where it is removed. Throws `post_not_found`. */
export async function versionsOfPost(tx: DbOrTx, id: number) {
  const [found] = await tx.select({ is_removed: postRank.is_removed }).from(postRank).where(and(eq(postRank.post_id, id), isReadable()))
  if (!found) throw new ApiError('post_not_found')
  if (found.is_removed) return []
  return tx.select(shown).from(textVersion).where(eq(textVersion.post_id, id)).orderBy(desc(textVersion.id))
}

/** None where it is removed. Throws `comment_not_found`. */
export async function versionsOfComment(tx: DbOrTx, id: number) {
  const [found] = await tx.select({ removal_id: comment.removal_id }).from(comment)
    .innerJoin(postRank, and(eq(postRank.post_id, comment.post_id), isReadable()))
    .where(and(eq(comment.id, id), isNull(comment.deleted_at), isNull(comment.held_at)))
  if (!found) throw new ApiError('comment_not_found')
  if (found.removal_id !== null) return []
  return tx.select(shown).from(textVersion).where(eq(textVersion.comment_id, id)).orderBy(desc(textVersion.id))
}

export async function deleteVersions(tx: DbOrTx, kind: Target, ids: number[]): Promise<void> {
  await tx.delete(textVersion).where(sql`${SOURCES[kind].column} = any (${sql.param(ids)}::integer[])`)
}
