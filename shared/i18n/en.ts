import type { Texts } from './pl.ts'
import { plural } from './plural.ts'
import { app } from './en/app.ts'
import { errors } from './en/errors.ts'
import { issues } from './en/issues.ts'
import { pageErrors } from './en/page-errors.ts'

/** The English catalog, complete. */
export const en: Texts = {
  lang: 'en',
  app,
  errors,
  issues,
  pageErrors,
  tooManyRequests: (seconds) => `Too many requests. Try again in ${seconds} ${plural('en', seconds, { one: 'second', other: 'seconds' })}.`,
}
