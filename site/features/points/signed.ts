import { formatNumber, type Lang } from '#shared/i18n/plural.ts'

/** Points with their sign: '+5', '-1', '0'. */
export function signed(lang: Lang, points: number): string {
  return `${points > 0 ? '+' : ''}${formatNumber(lang, points)}`
}
