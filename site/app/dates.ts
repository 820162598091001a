import type { Lang } from '#shared/i18n/plural.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(lang: Lang, timeZone: string | undefined, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${lang}|${timeZone}|${JSON.stringify(options)}`
  let found = formatters.get(key)
  if (!found) {
    found = new Intl.DateTimeFormat(lang === 'pl' ? 'pl-PL' : 'en-GB', { ...options, timeZone })
    formatters.set(key, found)
  }
  return found
}

/**
 * '3 marca 2024', '3 March 2024', in a named zone, so that server and browser write the same; undefined is the reader's
 * own, for what is written after hydration.
 */
export function longDate(at: string, lang: Lang, timeZone: string | undefined): string {
  return formatter(lang, timeZone, { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at))
}
