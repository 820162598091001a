/**
 * Characters that PostgreSQL (NUL) or XML refuse, or that reorder the text around them, which can forge links. Joiners
 * stay, because emoji and some writing systems need them.
 */
const UNWANTED = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu

/** Removes unwanted characters; lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(UNWANTED, '')
}
