import { plainExcerpt } from '#server/markdown/markdown.ts'

const ELLIPSIS = '…'

/** Removes control characters and lone surrogates, and normalizes line ends. */
export function tidy(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/(?![\n\t])\p{Cc}/gu, '')
    .trim()
}

export function cutAtWord(text: string, max: number): string {
  return text.length <= max ? text : `${plainExcerpt(text, max - ELLIPSIS.length).trimEnd()}${ELLIPSIS}`
}
