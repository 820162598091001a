export function moved<T>(rows: T[], from: number, to: number): T[] {
  const next = [...rows]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

export const changed = <T>(rows: T[], at: number, part: Partial<T>): T[] =>
  rows.map((row, place) => (place === at ? { ...row, ...part } : row))

export const without = <T>(rows: T[], at: number): T[] => rows.filter((_, place) => place !== at)

const NEW_ROWS = 2

/** Indexes of the empty rows that a form without JavaScript shows below its filled ones. */
export const newPlaces = (count: number, max: number): number[] =>
  Array.from({ length: Math.min(NEW_ROWS, max - count) }, (_, at) => count + at)
