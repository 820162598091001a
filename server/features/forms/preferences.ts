import { ApiError } from '#shared/api/errors.ts'
import { LIFETIME } from '#shared/limits.ts'
import { lastOf, isForm, readFields } from './body.ts'
import { isFromOwnPage } from './origin.ts'
import { formPage } from './outcome.ts'

const CHOICES = { language: ['pl', 'en'], theme: ['light', 'dark'] } as const

/** The form is part of cached pages, so it has no CSRF token; it changes only cookies of the sender's browser. */
export async function keepPreferences(request: Request): Promise<{ path: string; cookies: string[] }> {
  if (!isFromOwnPage(request) || !isForm(request)) throw new ApiError('form_expired')
  const fields = await readFields(request)
  const life = LIFETIME.preferenceCookie / 1000
  const cookies = Object.entries(CHOICES).flatMap(([name, values]) => {
    const value = (values as readonly string[]).find((one) => one === lastOf(fields, name))
    return value === undefined ? [] : [`${name}=${value}; Path=/; Max-Age=${life}; SameSite=Lax`]
  })
  return { path: formPage(request, lastOf(fields, '_next')) ?? '/', cookies }
}

export type Theme = (typeof CHOICES)['theme'][number]

/** Returns the theme in which the server renders the page; JavaScript may change it later. */
export const themeOf = (cookies: ReadonlyMap<string, string>): Theme =>
  cookies.get('theme') === 'dark' ? 'dark' : 'light'
