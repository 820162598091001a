import { LIMITS } from '#shared/limits.ts'
import { plainExcerpt, type Rendered } from '#server/markdown/markdown.ts'

export function textColumns(content: string, { html, plain, version }: Rendered) {
  const excerpt = plainExcerpt(plain.replaceAll('\n', ' '), LIMITS.commentExcerpt)
  return { content, content_html: html, renderer_version: version, excerpt }
}

/** Replies to the last level stay on it. */
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
  author_avatar_url: string | null
  is_deleted: boolean
  is_blocked?: boolean
}

const EMPTY = { content: '', content_html: '', image_url: null, video_url: null }

export function asSeen<Row extends Seen>(row: Row): Row {
  if (row.is_deleted) return { ...row, ...EMPTY, author: null, author_id: null, author_avatar_url: null }
  return row.is_blocked ? { ...row, ...EMPTY } : row
}

/** As many of the comments, from the first on, as a page has room for; the first one always. */
export function fittingPage<Row extends { content: string, content_html: string }>(rows: Row[]): Row[] {
  let size = 0
  const end = rows.findIndex(({ content, content_html }, at) => (size += content.length + content_html.length) > LIMITS.commentPageBytes && at > 0)
  return end === -1 ? rows : rows.slice(0, end)
}
