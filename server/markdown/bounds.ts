/** What keeps a hostile text from costing more than an honest one. Beyond them text is shown as it was typed. */
export const BOUNDS = {
  /** Longer addresses are not linked. */
  urlLength: 2_000,
  /** Depth of quotes and lists, and of emphasis. */
  nesting: 100,
  /** Cells of all tables of a text; short rows are filled up, so a small text could ask for very many. */
  tableCells: 10_000,
  /** Characters of all link targets: one definition can be used very often. */
  linkTargets: 200_000,
} as const
