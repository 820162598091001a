import { LIMITS } from '#shared/limits.ts'
import { plainExcerpt } from '#server/markdown/markdown.ts'
import { textOfHtml } from '#server/markdown/text-of-html.ts'

/** How many characters of a comment's HTML are read for its excerpt; the HTML also contains markup. */
export const COMMENT_HTML = 4 * LIMITS.reportedComment

export function excerptOfComment(html: string): { excerpt: string; excerpt_truncated: boolean } {
  const plain = textOfHtml(html.slice(0, COMMENT_HTML), LIMITS.reportedComment + 1)
  const excerpt = plainExcerpt(plain, LIMITS.reportedComment)
  return { excerpt, excerpt_truncated: excerpt.length < plain.length || html.length > COMMENT_HTML }
}
