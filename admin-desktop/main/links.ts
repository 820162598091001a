import { parseUrl } from './url.ts'

const LONGEST = 2000

/** Whether the system's browser or mail program may be asked to open this: https and mailto, nothing that runs a program. */
export function isOpenable(link: string): boolean {
  if (link.length > LONGEST) return false
  const url = parseUrl(link)
  if (url?.protocol === 'mailto:') return true
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === ''
}
