/** Counts of this process, stored together every few seconds. */
export type AdCounts = {
  view: (ids: readonly number[]) => void
  click: (id: number) => void
  /** Stores what is left. */
  flush: () => Promise<void>
}
