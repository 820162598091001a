import { LIMITS } from '#shared/limits.ts'
import { plainExcerpt, SPOILER_COVER, type Rendered } from '#server/markdown/markdown.ts'

export function textColumns(content: string, { html, plain, version }: Rendered) {
  const excerpt = plainExcerpt(plain, LIMITS.excerpt)
  return { content, content_html: html, renderer_version: version, excerpt, excerpt_truncated: excerpt.length < plain.length }
}

export function descriptionOf(excerpt: string): string {
  const line = excerpt.replaceAll(SPOILER_COVER, '…').replace(/\s+/g, ' ').trim()
  return line.length <= LIMITS.description ? line : `${plainExcerpt(line, LIMITS.description)}…`
}
