import { plainExcerpt } from '#server/markdown/markdown.ts'

const ELLIPSIS = '…'

/** A model's text without what no text of a member can hold: control characters, lone surrogates, line ends of other systems. */
export function tidy(text: string): string {
  return text.toWellFormed().replaceAll(/\r\n?/g, '\n').replaceAll(/(?![\n\t])\p{Cc}/gu, '').trim()
}

/** At most `max` UTF-16 units of a text, cut where a word ends and marked as cut. */
export function cutAtWord(text: string, max: number): string {
  return text.length <= max ? text : `${plainExcerpt(text, max - ELLIPSIS.length).trimEnd()}${ELLIPSIS}`
}
