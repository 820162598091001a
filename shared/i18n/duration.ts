import { counted, type Lang, type PluralForms } from './plural.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

type Unit = { length: number; pl: PluralForms['pl']; pl_after: PluralForms['pl']; en: PluralForms['en'] }

/** `pl_after` is the grammatical case after 'po': 'po 2 godzinach'. */
const UNITS: Unit[] = [
  {
    length: DAY,
    pl: { one: 'dzień', few: 'dni', many: 'dni' },
    pl_after: { one: 'dniu', few: 'dniach', many: 'dniach' },
    en: { one: 'day', other: 'days' },
  },
  {
    length: HOUR,
    pl: { one: 'godzinę', few: 'godziny', many: 'godzin' },
    pl_after: { one: 'godzinie', few: 'godzinach', many: 'godzinach' },
    en: { one: 'hour', other: 'hours' },
  },
  {
    length: MINUTE,
    pl: { one: 'minutę', few: 'minuty', many: 'minut' },
    pl_after: { one: 'minucie', few: 'minutach', many: 'minutach' },
    en: { one: 'minute', other: 'minutes' },
  },
  {
    length: SECOND,
    pl: { one: 'sekundę', few: 'sekundy', many: 'sekund' },
    pl_after: { one: 'sekundzie', few: 'sekundach', many: 'sekundach' },
    en: { one: 'second', other: 'seconds' },
  },
]

/** Uses the largest unit without a remainder, but days only above two days: '24 godziny', '90 minut', '7 dni'. */
export function durationText(lang: Lang, span: number, after = false): string {
  const isWhole = ({ length }: Unit) => span % length === 0 && (length !== DAY || span > 2 * DAY)
  const unit = UNITS.find(isWhole) ?? UNITS.at(-1)!
  const n = Math.round(span / unit.length)
  return lang === 'pl' ? counted('pl', n, after ? unit.pl_after : unit.pl) : counted('en', n, unit.en)
}
