import { getPathNoStrict } from 'hono/utils/url'
import { FLASH_COOKIE } from '#server/features/forms/flash.ts'
import type { Services } from '#server/context.ts'
import { CLOSED_COOKIE, closedIds, currentAnnouncements } from '#server/features/announcements/rules.ts'
import { hasOneHost, type Caller } from '#server/http/request.ts'
import { themeOf } from '#server/features/forms/preferences.ts'
import { liteOf } from './lite/mode.ts'
import { paths } from '#shared/paths.ts'
import type { RateLimiter } from '#server/lib/rate-limit.ts'

/**
 * The part of an address after its host. Making a URL object would cost as much time as the rest of a cached response.
 */
const pathAndQuery = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2))

export const isOfAge = ({ cookies }: Caller): boolean => cookies.get('adult_ok') === '1'

/** Pages with forms for visitors, whose tokens belong to one visitor, so these pages are not cached. */
const VISITOR_FORMS = new Set<string>([
  paths.login(),
  paths.register(),
  paths.forgotPassword(),
  paths.resetPassword(),
  paths.verifyEmailSent(),
  paths.verifyEmail(),
  '/verify-email-login',
  paths.confirmEmail(),
  paths.undoEmail(),
  paths.finishSignIn(),
])

/** The path in the form in which pages are matched: decoded, in lower case, without slashes at its end. */
function matchedPath(request: Request): string {
  const path = getPathNoStrict(request)
  try {
    return (path.includes('%') ? decodeURIComponent(path) : path).toLowerCase().replace(/\/+$/, '')
  } catch {
    return path
  }
}

/** Only a page with forms for visitors sets the cookie that identifies one. */
export const hasVisitorForms = (request: Request): boolean => VISITOR_FORMS.has(matchedPath(request))

/** The announcements shown above a visitor's page now: they begin and end by time, and a reader may have closed one. */
const barsOf = ({ settings, now }: Pick<Services, 'settings' | 'now'>, { cookies }: Caller): string =>
  currentAnnouncements(settings, now(), closedIds(cookies.get(CLOSED_COOKIE)))
    .filter(({ audience }) => audience === 'all')
    .map(({ id }) => `${id} `)
    .join('')

/** The cache key of a visitor's page; null where the page may be its reader's own, or the request names no host. */
export function visitorKey(
  { services }: { services: Pick<Services, 'settings' | 'now'> },
  request: Request,
  caller: Caller,
): string | null {
  if (!hasOneHost(request)) return null
  if (
    caller.cookies.has('session') ||
    caller.cookies.has(FLASH_COOKIE) ||
    request.headers.has('authorization') ||
    hasVisitorForms(request) ||
    /^\/(admin|oauth)(\/|$)/.test(matchedPath(request))
  )
    return null
  const lite = liteOf(request, caller)
  // An answer that sets the cookie of the light mode is for its reader alone.
  if (lite.remember !== null) return null
  const reader = `${caller.variant} ${caller.lang} ${isOfAge(caller)} ${lite.mode} ${themeOf(caller.cookies)}`
  return `${reader} ${barsOf(services, caller)}${pathAndQuery(request.url)}`
}

/** Counts a page like the call behind it: a page of results as a search. Throws `too_many_requests`. */
export async function countPage(request: Request, { address }: Caller, limiter: RateLimiter): Promise<void> {
  await limiter.take(matchedPath(request) === '/search' ? 'search' : 'read', { address })
}
