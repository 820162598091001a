/** PostgreSQL (NUL) or XML refuse these characters, or they reorder the text around them, which can forge links. */
const UNWANTED = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu

/** Lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(UNWANTED, '')
}
