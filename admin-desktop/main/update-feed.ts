import { parseUrl } from './url.ts'

/** Only https is allowed, because updates are installed. Returns null for an empty text, undefined for a wrong one. */
export function updateFeed(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const url = parseUrl(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined
  return url.href
}
