import { cleanText } from './clean-text.ts'
import { mentionsOf } from './mentions.ts'
import { parse } from './parser.ts'
import { plainText } from './plain-text.ts'
import { sanitize } from './sanitize.ts'

export { plainExcerpt } from './plain-text.ts'

/** Stored beside the HTML; raise it with every change of what the renderer makes, then a job renders anew. */
export const RENDERER_VERSION = 1

export type Rendered = {
  /** Safe to insert; headings begin at h3. */
  html: string
  /** The words without markup, spoilers covered, not cut. */
  plain: string
  /** Mentioned usernames as they were typed, each once, at most 20; not checked for existence. */
  mentions: string[]
}

/**
 * Renders what a member wrote: CommonMark with strikethrough, tables, autolinks, `@name`, `r/name` and spoilers
 * `>!text!<`; one line break is a line break, raw HTML is shown as text. Takes any string; never throws.
 */
export function renderMarkdown(text: string): Rendered {
  const parsed = parse(cleanText(text))
  // Cleaned once more, because entities may have brought characters back.
  return {
    html: sanitize(cleanText(parsed.toHtml())).trimEnd(),
    plain: cleanText(plainText(parsed.tokens)),
    mentions: mentionsOf(parsed.env),
  }
}
