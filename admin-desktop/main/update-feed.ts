import { parseUrl } from './url.ts'

/**
 * Normalizes an update URL, https only because downloads are installed; null for none, undefined for an invalid one.
 */
export function updateFeed(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const url = parseUrl(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    return undefined
  return url.href
}
