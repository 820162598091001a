/**
 * Characters refused by PostgreSQL (NUL) or XML, or that reorder the text around them, which can disguise links.
 * Joiners stay for emoji and some scripts.
 */
const UNWANTED = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu

/** Also replaces lone surrogates by U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(UNWANTED, '')
}
