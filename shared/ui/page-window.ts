export function pageWindow(page: number, pageCount: number, max: number): number[] {
  const length = Math.min(max, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(length / 2), pageCount - length + 1))
  return Array.from({ length }, (_, at) => first + at)
}
