import { LIMITS } from '#shared/limits.ts'
import { plainExcerpt, renderMarkdown, RENDERER_VERSION } from '#server/markdown/markdown.ts'

/** Everything that is stored beside the text of a comment and made from it, and whom it mentions. */
export function textOf(content: string) {
  const { html, plain, mentions } = renderMarkdown(content)
  const excerpt = plainExcerpt(plain.replaceAll('\n', ' '), LIMITS.commentExcerpt)
  return { columns: { content, content_html: html, renderer_version: RENDERER_VERSION, excerpt }, mentions }
}

/** The level at which a reply is shown; below the last one replies stay on it. */
export function depthBelow(parentDepth: number): number {
  return Math.min(parentDepth + 1, LIMITS.commentDepth)
}

type Seen = {
  content: string
  content_html: string
  image_url: string | null
  video_url: string | null
  author: string | null
  author_id: number | null
  is_deleted: boolean
  is_blocked?: boolean
}

const EMPTY = { content: '', content_html: '', image_url: null, video_url: null }

/** A comment as its reader may see it: of a deleted one nothing but its place, of a blocked person's only who wrote it. */
export function asSeen<Row extends Seen>(row: Row): Row {
  if (row.is_deleted) return { ...row, ...EMPTY, author: null, author_id: null }
  return row.is_blocked ? { ...row, ...EMPTY } : row
}
