import { parseUrl } from './url.ts'

/**
 * The address that updates are fetched from, as it is kept: https without a name or password in it. Null where there is none,
 * undefined where it is no such address: what is fetched from there is installed.
 */
export function updateFeed(typed: string): string | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  const url = parseUrl(text)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') return undefined
  return url.href
}
