import type { Lang } from '#shared/i18n/plural.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MONTH = 30 * DAY
const YEAR = 12 * MONTH

const words = {
  pl: { s: 's', min: 'min', h: 'h', d: 'd', mo: 'mo', y: 'r', ago: 'temu' },
  en: { s: 's', min: 'min', h: 'h', d: 'd', mo: 'mo', y: 'y', ago: 'ago' },
} as const

/** Times are rounded down; a month has 30 days, a year 12 such months, and a future date is '0 s ago'. */
export function relativeTime(from: Date | string, now: number, lang: Lang): string {
  const seconds = Math.max(0, Math.floor((now - new Date(from).getTime()) / 1000))
  const w = words[lang]
  const phrase = (unit: number, word: string) => `${Math.floor(seconds / unit)} ${word} ${w.ago}`
  if (seconds < MINUTE) return phrase(1, w.s)
  if (seconds < HOUR) return phrase(MINUTE, w.min)
  if (seconds < DAY) return phrase(HOUR, w.h)
  if (seconds < MONTH) return phrase(DAY, w.d)
  if (seconds < YEAR) return phrase(MONTH, w.mo)
  return phrase(YEAR, w.y)
}

const pad = (n: number, length = 2) => String(n).padStart(length, '0')

/** Returns YYYY-MM-DD HH:MM:SS, in the machine's time zone if `timeZone` is undefined. */
export function exactTime(date: Date | string, timeZone?: string): string {
  const d = new Date(date)
  if (timeZone === undefined) {
    return (
      `${pad(d.getFullYear(), 4)}-${pad(d.getMonth() + 1)}-${pad(d.getDate())} ` +
      `${pad(d.getHours())}:${pad(d.getMinutes())}:${pad(d.getSeconds())}`
    )
  }
  const time = new Date(d.getTime() + offsetOf(timeZone, d.getTime())).toISOString()
  return `${time.slice(0, -14)} ${time.slice(-13, -5)}`
}

/** UTC offsets change only at quarters of an hour. */
const QUARTER = 15 * 60_000
const MAX_CACHED = 10_000
const offsets = new Map<string, Map<number, number>>()

/** UTC offsets are cached, because Intl computes them slowly. */
function offsetOf(timeZone: string, time: number): number {
  const quarter = Math.floor(time / QUARTER)
  const known = offsets.get(timeZone) ?? new Map<number, number>()
  let offset = known.get(quarter)
  if (offset === undefined) {
    const part = Object.fromEntries(
      formatterOf(timeZone)
        .formatToParts(quarter * QUARTER)
        .map(({ type, value }) => [type, Number(value)]),
    )
    offset = Date.UTC(part.year!, part.month! - 1, part.day, part.hour, part.minute, part.second) - quarter * QUARTER
    if (known.size === MAX_CACHED) known.clear()
    offsets.set(timeZone, known.set(quarter, offset))
  }
  return offset
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone)
  if (!formatter) {
    formatter = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      numberingSystem: 'latn',
      calendar: 'gregory',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formatters.set(timeZone, formatter)
  }
  return formatter
}
