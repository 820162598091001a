import type { LiteMode } from '#shared/rules/lite.ts'
import type { Caller } from '#server/http/request.ts'

const LITE_COOKIE = 'lite'
const YEAR = 31_536_000

const chosenIn = (url: string): string | null => {
  const at = url.indexOf('?')
  if (at < 0 || !url.includes('lite=', at)) return null
  const value = new URLSearchParams(url.slice(at)).get('lite')
  return value === '1' || value === '0' ? value : null
}

/** The URL takes precedence over the cookie; `remember` is the cookie to set if the URL has the parameter. */
export function liteOf(
  { url, headers }: Pick<Request, 'url' | 'headers'>,
  { cookies }: Pick<Caller, 'cookies'>,
): { mode: LiteMode; remember: '1' | '0' | null } {
  const asked = chosenIn(url)
  const chosen = asked ?? cookies.get(LITE_COOKIE)
  const remember = asked as '1' | '0' | null
  if (chosen === '1') return { mode: 'on', remember }
  const isOffered = chosen !== '0' && headers.get('save-data')?.toLowerCase() === 'on'
  return { mode: isOffered ? 'offered' : 'off', remember }
}

export function liteCookie(value: '1' | '0', secure: boolean): string {
  return `${LITE_COOKIE}=${value}; Path=/; Max-Age=${YEAR}; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** Removes the light mode parameter from the page's own URL, so that links, forms and redirects do not repeat it. */
export function withoutLite(url: string): string {
  if (chosenIn(url) === null) return url
  const plain = new URL(url)
  plain.searchParams.delete('lite')
  return plain.href
}
