/**
 * Bounds that keep a hostile text from costing more than an honest one. Beyond them a text is shown as it was typed.
 */
export const BOUNDS = {
  /** Longer addresses are not linked. */
  urlLength: 2_000,
  /** Characters read in search of addresses without markup; where they are used up, later addresses stay text. */
  autolinkCharacters: 80_000,
  /** Depth of quotes and lists, and of emphasis: each line of a quote without its marks costs a step a level. */
  nesting: 24,
  /** Cells of all tables of a text; short rows are filled up, so a small text could ask for very many. */
  tableCells: 10_000,
  /** Total characters of all link targets, since one definition can be used very often. */
  linkTargets: 200_000,
} as const

/** Characters of the HTML of a text of that length: a page shows up to 200 texts. */
export function maxHtmlLength(textLength: number): number {
  return 20_000 + 5 * textLength
}
