import type { Variant } from '#shared/rules/variant.ts'
import type { ad } from './table.ts'

type Row = Pick<
  typeof ad.$inferSelect,
  'id' | 'variant' | 'category_ids' | 'starts_at' | 'ends_at' | 'is_enabled' | 'weight'
>

/** A position for an ad; `page` is a key such as 'category:7', `turn` the number of the position on that page. */
type Place = { page: string; turn: number; variant: Variant; category_id: number | null; now: Date; day: string }

export function fits(row: Row, { variant, category_id, now }: Omit<Place, 'page' | 'turn' | 'day'>): boolean {
  return (
    row.is_enabled &&
    (row.variant === 'both' || row.variant === variant) &&
    (row.category_ids.length === 0 || (category_id !== null && row.category_ids.includes(category_id))) &&
    row.starts_at <= now &&
    (row.ends_at === null || now < row.ends_at)
  )
}

/** All readers see the same ad at a position all day, and ads are shown in proportion to their weights. */
export function adAt<Ad extends Row>(rows: readonly Ad[], place: Place): Ad | null {
  const fitting = rows.filter((row) => fits(row, place))
  const total = fitting.reduce((sum, { weight }) => sum + weight, 0)
  let left = (Bun.hash.xxHash32(`${place.page} ${place.turn} ${place.variant} ${place.day}`) / 2 ** 32) * total
  return fitting.find(({ weight }) => (left -= weight) < 0) ?? null
}

const dates = new Map<string, Intl.DateTimeFormat>()

/** Returns the date in a time zone, for example '2026-03-01'. */
export function dayIn(timeZone: string, at: Date): string {
  let format = dates.get(timeZone)
  if (!format) dates.set(timeZone, (format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })))
  return format.format(at)
}

const ROBOT = /(?<!cu)bot\b|crawler|spider|slurp|facebookexternalhit/i

/** Prefetches and robots that identify themselves do not count as views or clicks. */
export function isSeen({ method, headers }: Request): boolean {
  return method === 'GET' && !headers.has('sec-purpose') && !ROBOT.test(headers.get('user-agent') ?? '')
}
