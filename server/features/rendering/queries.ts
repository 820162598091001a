import { and, asc, eq, lt } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { RENDERER_VERSION } from '#server/markdown/markdown.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { textVersion } from '../history/table.ts'
import { textColumns as commentColumns } from '../comments/rules.ts'
import { comment } from '../comments/table.ts'
import { modmailMessage } from '../modmail/table.ts'
import { textColumns } from '../posts/rules.ts'
import { post } from '../posts/table.ts'

/** The timeout is longer than that of a request, so that a text that timed out on a busy server can succeed here. */
const RENDER_TIMEOUT_MS = 60_000

export type Outdated = { id: number; content: string; renderer_version: number }

export async function findOutdatedPosts(tx: DbOrTx, limit: number): Promise<Outdated[]> {
  return tx
    .select({ id: post.id, content: post.content, renderer_version: post.renderer_version })
    .from(post)
    .where(lt(post.renderer_version, RENDERER_VERSION))
    .orderBy(asc(post.renderer_version), asc(post.id))
    .limit(limit)
}

export async function findOutdatedComments(tx: DbOrTx, limit: number): Promise<Outdated[]> {
  return tx
    .select({ id: comment.id, content: comment.content, renderer_version: comment.renderer_version })
    .from(comment)
    .where(lt(comment.renderer_version, RENDERER_VERSION))
    .orderBy(asc(comment.renderer_version), asc(comment.id))
    .limit(limit)
}

export async function findOutdatedVersions(tx: DbOrTx, limit: number): Promise<Outdated[]> {
  return tx
    .select({ id: textVersion.id, content: textVersion.content, renderer_version: textVersion.renderer_version })
    .from(textVersion)
    .where(lt(textVersion.renderer_version, RENDERER_VERSION))
    .orderBy(asc(textVersion.renderer_version), asc(textVersion.id))
    .limit(limit)
}

export async function findOutdatedModmail(tx: DbOrTx, limit: number): Promise<Outdated[]> {
  const { id, text: content, renderer_version } = modmailMessage
  return tx
    .select({ id, content, renderer_version })
    .from(modmailMessage)
    .where(lt(renderer_version, RENDERER_VERSION))
    .orderBy(asc(renderer_version), asc(id))
    .limit(limit)
}

/** A text that times out again is stored without formatting until there is a new version of the renderer. */
async function rerender(content: string) {
  return {
    ...(await renderText(content, { timeoutMs: RENDER_TIMEOUT_MS, isPreview: true })),
    version: RENDERER_VERSION,
  }
}

/** Skips a post that was edited meanwhile, because the edit has rendered the new text. */
export async function rerenderPost(tx: DbOrTx, { id, content, renderer_version }: Outdated): Promise<void> {
  await tx
    .update(post)
    .set(textColumns(content, await rerender(content)))
    .where(and(eq(post.id, id), eq(post.renderer_version, renderer_version), eq(post.content, content)))
}

export async function rerenderComment(tx: DbOrTx, { id, content, renderer_version }: Outdated): Promise<void> {
  await tx
    .update(comment)
    .set(commentColumns(content, await rerender(content)))
    .where(and(eq(comment.id, id), eq(comment.renderer_version, renderer_version), eq(comment.content, content)))
}

export async function rerenderVersion(tx: DbOrTx, { id, content }: Outdated): Promise<void> {
  const { html, version } = await rerender(content)
  await tx.update(textVersion).set({ content_html: html, renderer_version: version }).where(eq(textVersion.id, id))
}

export async function rerenderModmail(tx: DbOrTx, { id, content }: Outdated): Promise<void> {
  const { html, version } = await rerender(content)
  await tx.update(modmailMessage).set({ text_html: html, renderer_version: version }).where(eq(modmailMessage.id, id))
}
