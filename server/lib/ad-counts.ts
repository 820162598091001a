/** Views and clicks of ads in this process, which are stored every few seconds. */
export type AdCounts = {
  view: (ids: readonly number[]) => void
  click: (id: number) => void
  flush: () => Promise<void>
}
