import { LIMITS } from '#shared/limits.ts'
import type { Removal } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { plainExcerpt, type Rendered } from '#server/markdown/markdown.ts'
import { languageOf } from '#server/lib/text-language.ts'
import { NO_VIDEO_TEXTS } from '../uploads/video-texts.ts'
import { isHiddenFrom, type Reader, rightsOf } from '../moderation/index.ts'

export function textColumns(content: string, { html, plain, version }: Rendered) {
  const excerpt = plainExcerpt(plain.replaceAll('\n', ' '), LIMITS.commentExcerpt)
  return { content, content_html: html, renderer_version: version, excerpt }
}

/** Replies to a comment on the deepest level stay on that level. */
export function depthBelow(parentDepth: number): number {
  return Math.min(parentDepth + 1, LIMITS.commentDepth)
}

type PresentableComment = {
  id: number
  post_id: number
  content: string
  content_html: string
  image_url: string | null
  video_url: string | null
  author: string | null
  author_id: number | null
  author_avatar_url: string | null
  is_new: boolean
  is_deleted: boolean
  is_blocked?: boolean
  removal: Removal | null
  is_held: boolean
  is_admin_decision: boolean
  can_moderate: boolean
  is_closed: boolean
}

const EMPTY = {
  is_ai: false,
  content: '',
  content_html: '',
  lang: null,
  image_url: null,
  video_url: null,
  ...NO_VIDEO_TEXTS,
  is_new: false,
}

/** A comment that was removed or waits for approval looks deleted to readers who may not see it. */
export function presentComment<Row extends PresentableComment>(row: Row, reader: Reader) {
  const { author_id, is_closed, is_held, can_moderate } = row
  const permalink = paths.post(row.post_id, row.id)
  const can = rightsOf(row, author_id, reader, { isClosed: is_closed || row.is_deleted, adminsEdit: true })
  const isHeldBack = is_held && !can_moderate && (author_id === null || author_id !== reader.id)
  if (row.is_deleted || isHeldBack || isHiddenFrom(row, author_id, reader)) {
    const gone = {
      ...row,
      ...EMPTY,
      permalink,
      author: null,
      author_id: null,
      author_avatar_url: null,
      is_deleted: true,
      can,
    }
    if (row.is_deleted)
      return { ...gone, is_held: false, removal: null, can: { edit: false, delete: false, moderate: can_moderate } }
    return isHeldBack ? { ...gone, is_held: false } : gone
  }
  return { ...row, lang: languageOf(row.content), ...(row.is_blocked && EMPTY), permalink, can }
}

/** Returns the first comments that fit on a page by their size, at least one comment. */
export function fittingPage<Row extends { content: string; content_html: string; video_alt: string }>(
  rows: Row[],
): Row[] {
  let size = 0
  const end = rows.findIndex(
    ({ content, content_html, video_alt }, at) =>
      (size += content.length + content_html.length + video_alt.length) > LIMITS.commentPageBytes && at > 0,
  )
  return end === -1 ? rows : rows.slice(0, end)
}
