/** A hostile text must not cost more than an ordinary one; beyond these limits a text is shown as it was typed. */
export const BOUNDS = {
  /** Longer URLs are not linked. */
  urlLength: 2_000,
  /** URLs without markup after so many characters stay plain text. */
  autolinkCharacters: 80_000,
  /** Quotes, lists and emphasis; a line that continues a quote without a `>` costs one step per level. */
  nesting: 24,
  /** Cells of all tables of a text: short rows are padded, so a small text could require very many. */
  tableCells: 10_000,
  /** Total length of all link targets in characters, since one link definition can be used very often. */
  linkTargets: 200_000,
} as const

/** A page may show 200 texts, so the length of their HTML in characters is limited. */
export function maxHtmlLength(textLength: number): number {
  return 20_000 + 5 * textLength
}
