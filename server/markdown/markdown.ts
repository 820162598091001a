import { maxHtmlLength } from './bounds.ts'
import { cleanText } from './clean-text.ts'
import { mentionsOf } from './mentions.ts'
import { isWithinBounds, parse } from './parser.ts'
import { plainText } from './plain-text.ts'
import { sanitize } from './sanitize.ts'
import { unformattedHtml, unformattedPlain } from './unformatted.ts'

export { plainExcerpt, SPOILER_COVER } from './plain-text.ts'

/** Increase this number when the output changes: a nightly job renders stored texts of older versions again. */
export const RENDERER_VERSION = 4

export type Rendered = {
  /** HTML that is safe to insert into a page. */
  html: string
  /** The words of the text without markup, at full length, with `SPOILER_COVER` for spoilers. */
  plain: string
  /** Mentioned user names as they were typed, each once, at most 20; they may not exist. */
  mentions: string[]
  /** `RENDERER_VERSION`, or 0 if a job must render the text again. */
  version: number
}

/** Renders CommonMark with extensions; raw HTML is shown as text. Never throws. Use `renderText` for long texts. */
export function renderMarkdown(text: string): Rendered {
  const clean = cleanText(text)
  const parsed = parse(clean)
  if (!isWithinBounds(parsed.tokens)) return renderUnformatted(text)
  const rendered = parsed.toHtml()
  if (rendered.length > maxHtmlLength(clean.length)) return renderUnformatted(text)
  return {
    // An HTML entity in the text may have become an unwanted character.
    html: sanitize(cleanText(rendered)).trimEnd(),
    plain: cleanText(plainText(parsed.tokens)),
    mentions: mentionsOf(parsed.env),
    version: RENDERER_VERSION,
  }
}

export function renderUnformatted(text: string): Rendered {
  const clean = cleanText(text)
  return { html: unformattedHtml(clean), plain: unformattedPlain(clean), mentions: [], version: RENDERER_VERSION }
}
