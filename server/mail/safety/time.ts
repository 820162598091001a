import type { Lang } from '#shared/i18n/plural.ts'

export function longTime(at: string, lang: Lang, timeZone: string): string {
  return new Intl.DateTimeFormat(lang === 'pl' ? 'pl-PL' : 'en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone,
  }).format(new Date(at))
}
