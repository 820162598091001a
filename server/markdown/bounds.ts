/** A hostile text must not cost more than an ordinary one; beyond these limits a text is shown as it was typed. */
export const BOUNDS = {
  /** Longer URLs are not linked. */
  urlLength: 2_000,
  /** After this many characters of a text, URLs without markup stay plain text. */
  autolinkCharacters: 80_000,
  /** Maximum depth of quotes, lists and emphasis; a line that continues a quote without `>` costs a step per level. */
  nesting: 24,
  /** Maximum number of cells in all tables of a text; short rows are padded, so a small text could need very many. */
  tableCells: 10_000,
  /** Total length of all link targets in characters, since one link definition can be used very often. */
  linkTargets: 200_000,
} as const

/** Returns the maximum length of a text's HTML in characters, because a page may show 200 texts. */
export function maxHtmlLength(textLength: number): number {
  return 20_000 + 5 * textLength
}
