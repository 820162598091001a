import { LIMITS } from '#shared/limits.ts'

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize))
}

/** At most seven, the current page in the middle as far as the ends allow. */
export function pageButtons(current: number, pages: number): number[] {
  const length = Math.min(LIMITS.pageButtons, Math.max(1, pages))
  const first = Math.min(Math.max(1, current - Math.floor(LIMITS.pageButtons / 2)), Math.max(1, pages) - length + 1)
  return Array.from({ length }, (_, index) => first + index)
}
