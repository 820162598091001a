/**
 * Refused by PostgreSQL (NUL) or XML, or reordering the text around them, which can forge links. Joiners stay for emoji
 * and some scripts.
 */
const UNWANTED = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu

/** Lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(UNWANTED, '')
}
