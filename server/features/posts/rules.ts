import { LIMITS } from '#shared/limits.ts'
import { plainExcerpt, renderMarkdown, RENDERER_VERSION } from '#server/markdown/markdown.ts'

/** Everything that is stored beside the text of a post and made from it, and whom it mentions. */
export function textColumns(content: string) {
  const { html, plain, mentions } = renderMarkdown(content)
  const excerpt = plainExcerpt(plain, LIMITS.excerpt)
  return {
    columns: { content, content_html: html, renderer_version: RENDERER_VERSION, excerpt, excerpt_truncated: excerpt.length < plain.length },
    mentions,
  }
}
