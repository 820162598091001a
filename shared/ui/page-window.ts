/**
 * The numbers of the page buttons: at most `max` of them in a row, with `page` as near the middle as the ends allow.
 * Pages count from 1.
 */
export function pageWindow(page: number, pageCount: number, max: number): number[] {
  const length = Math.min(max, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(length / 2), pageCount - length + 1))
  return Array.from({ length }, (_, at) => first + at)
}
