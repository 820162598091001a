import { getPathNoStrict } from 'hono/utils/url'
import { FLASH_COOKIE } from '#server/features/forms/flash.ts'
import type { Services } from '#server/context.ts'
import { CLOSED_COOKIE, closedIds, currentAnnouncements } from '#server/features/announcements/rules.ts'
import { hasOneHost, type Caller } from '#server/http/request.ts'
import { themeOf } from '#server/features/forms/preferences.ts'
import { liteOf } from './lite/mode.ts'
import { paths } from '#shared/paths.ts'
import type { RateLimiter } from '#server/lib/rate-limit.ts'

/** Constructing a URL object would take as long as the rest of a cached response. */
const pathAndQuery = (url: string) => url.slice(url.indexOf('/', url.indexOf('//') + 2))

export const isOfAge = ({ cookies }: Caller): boolean => cookies.get('adult_ok') === '1'

/** CSRF tokens in forms for visitors belong to one visitor, so these pages are not cached. */
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

/** Normalizes a path like the router: decoded, in lower case, without trailing slashes. */
function matchedPath(request: Request): string {
  const path = getPathNoStrict(request)
  try {
    return (path.includes('%') ? decodeURIComponent(path) : path).toLowerCase().replace(/\/+$/, '')
  } catch {
    return path
  }
}

/** Only pages with forms for visitors set the visitor cookie. */
export const hasVisitorForms = (request: Request): boolean => VISITOR_FORMS.has(matchedPath(request))

/** Announcements have a start and an end and can be dismissed, so their ids are part of the cache key. */
const barsOf = ({ settings, now }: Pick<Services, 'settings' | 'now'>, { cookies }: Caller): string =>
  currentAnnouncements(settings, now(), closedIds(cookies.get(CLOSED_COOKIE)))
    .filter(({ audience }) => audience === 'all')
    .map(({ id }) => `${id} `)
    .join('')

/** Null for a page that may be private, or a request without a host. */
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
  // A response that sets the cookie of the light mode is private.
  if (lite.remember !== null) return null
  const reader = `${caller.variant} ${caller.lang} ${isOfAge(caller)} ${lite.mode} ${themeOf(caller.cookies)}`
  return `${reader} ${barsOf(services, caller)}${pathAndQuery(request.url)}`
}

/** Search results count as a search, all other pages as a read. Throws `too_many_requests`. */
export async function countPage(request: Request, { address }: Caller, limiter: RateLimiter): Promise<void> {
  await limiter.take(matchedPath(request) === '/search' ? 'search' : 'read', { address })
}
