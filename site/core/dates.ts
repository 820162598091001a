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

export function longDate(at: string, lang: Lang, timeZone: string | undefined): string {
  return formatter(lang, timeZone, { day: 'numeric', month: 'long', year: 'numeric' }).format(new Date(at))
}
