/**
 * Limits that keep a hostile text from costing more than an ordinary one. Beyond them a text is shown as it was typed.
 */
export const BOUNDS = {
  /** Longer URLs are not linked. */
  urlLength: 2_000,
  /** Maximum number of characters scanned for URLs without markup; URLs after them stay plain text. */
  autolinkCharacters: 80_000,
  /**
   * Maximum depth of quotes, lists and emphasis. A line that continues a quote without a `>` costs one step per level.
   */
  nesting: 24,
  /**
   * Maximum number of cells of all tables of a text; short rows are padded, so a small text could require very many
   * cells.
   */
  tableCells: 10_000,
  /** Maximum total length of all link targets in characters, since one link definition can be used very often. */
  linkTargets: 200_000,
} as const

/**
 * Returns how long the HTML of a text of the given length may be, in characters. The limit is needed because a page may
 * show 200 texts.
 */
export function maxHtmlLength(textLength: number): number {
  return 20_000 + 5 * textLength
}
