import { LIMITS } from '../limits.ts'

const TRACKING = /^utm_/i

/** Returns a URL without fragment, `utm_*` parameters and default port; null for text that is no http(s) URL. */
export function canonicalLink(text: string): string | null {
  const url = text.length <= LIMITS.linkUrl ? URL.parse(text.trim()) : null
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  url.hash = ''
  // The query is filtered as text, since URLSearchParams would encode the remaining parameters again.
  url.search = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !TRACKING.test(part))
    .join('&')
  return url.href.length <= LIMITS.linkUrl ? url.href : null
}

export function domainOf(link: string): string {
  return new URL(link).hostname.replace(/^www\./, '')
}
