import { plural } from './plural.ts'
import { errors } from './pl/errors.ts'
import { issues } from './pl/issues.ts'

/** The Polish catalog, the source of every text. */
export const pl = {
  lang: 'pl' as 'pl' | 'en',
  errors,
  issues,
  tooManyRequests: (seconds: number) =>
    `Zbyt wiele żądań. Spróbuj ponownie za ${seconds} ${plural('pl', seconds, { one: 'sekundę', few: 'sekundy', many: 'sekund', other: 'sekundy' })}.`,
}

export type Texts = typeof pl
