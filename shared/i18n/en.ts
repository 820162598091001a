import type { Texts } from './pl.ts'
import { plural } from './plural.ts'
import { errors } from './en/errors.ts'
import { issues } from './en/issues.ts'

/** The English catalog, complete. */
export const en: Texts = {
  lang: 'en',
  errors,
  issues,
  tooManyRequests: (seconds) => `Too many requests. Try again in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
}
