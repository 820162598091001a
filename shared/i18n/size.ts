import type { Lang } from '#shared/i18n/plural.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

/** Rounds to two digits, in steps of 1,000: '1,2 GB'. */
export function formatSize(lang: Lang, bytes: number): string {
  const step = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** step
  const digits = step > 0 && value < 10 ? 1 : 0
  const number = new Intl.NumberFormat(lang === 'pl' ? 'pl-PL' : 'en-GB', { maximumFractionDigits: digits })
  return `${number.format(value)}\u00a0${UNITS[step]}`
}
