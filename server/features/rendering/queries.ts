import { and, asc, eq, lt } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/client.ts'
import { RENDERER_VERSION } from '#server/markdown/markdown.ts'
import { textOf } from '../comments/rules.ts'
import { comment } from '../comments/table.ts'
import { textColumns } from '../posts/rules.ts'
import { post } from '../posts/table.ts'

/** A text that an older renderer made HTML of. */
export type Outdated = { id: number, content: string, renderer_version: number }

/** Some of the posts whose HTML is of an older renderer. */
export async function findOutdatedPosts(tx: DbOrTx, limit: number): Promise<Outdated[]> {
  return tx.select({ id: post.id, content: post.content, renderer_version: post.renderer_version }).from(post)
    .where(lt(post.renderer_version, RENDERER_VERSION)).orderBy(asc(post.renderer_version), asc(post.id)).limit(limit)
}

/** Some of the comments whose HTML is of an older renderer. */
export async function findOutdatedComments(tx: DbOrTx, limit: number): Promise<Outdated[]> {
  return tx.select({ id: comment.id, content: comment.content, renderer_version: comment.renderer_version }).from(comment)
    .where(lt(comment.renderer_version, RENDERER_VERSION)).orderBy(asc(comment.renderer_version), asc(comment.id)).limit(limit)
}

/** Stores a post's text as it is rendered now, unless it was edited since it was read: then it is of this renderer already. */
export async function renderPostAnew(tx: DbOrTx, { id, content, renderer_version }: Outdated): Promise<void> {
  await tx.update(post).set(textColumns(content).columns)
    .where(and(eq(post.id, id), eq(post.renderer_version, renderer_version), eq(post.content, content)))
}

/** The same of a comment. */
export async function renderCommentAnew(tx: DbOrTx, { id, content, renderer_version }: Outdated): Promise<void> {
  await tx.update(comment).set(textOf(content).columns)
    .where(and(eq(comment.id, id), eq(comment.renderer_version, renderer_version), eq(comment.content, content)))
}
