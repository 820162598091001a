/**
 * Control characters but tab and line ends (PostgreSQL refuses NUL, XML the others), the marks that reorder the text
 * around them (they can make a link or a sentence read as another), the byte order mark and two noncharacters.
 * Joiners stay: emoji and several scripts need them.
 */
const UNWANTED = /(?![\t\n\r])\p{Cc}|[\u202A-\u202E\u2066-\u2069\uFEFF\uFFFE\uFFFF]/gu

/** Removes unwanted characters; lone surrogates become U+FFFD. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(UNWANTED, '')
}
