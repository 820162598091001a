import { parseUrl } from './url.ts'

const MAX_LENGTH = 2000
const ADDRESS = /^[^\s@<>",;:()[\]\\]+@[^\s@<>",;:()[\]\\]+$/
/** Fields a mailto link may have; others can attach files (`attach`) or add hidden recipients (`bcc`). */
const MAIL_FIELDS = ['subject', 'body', 'cc']

export function openableLink(link: string): string | null {
  const url = link.length > MAX_LENGTH ? null : parseUrl(link)
  if (url?.protocol === 'mailto:') return mailLink(url)
  return url?.protocol === 'https:' && url.hostname !== '' && url.username === '' && url.password === ''
    ? url.href
    : null
}

function mailLink({ pathname, search }: URL): string | null {
  const addresses = decode(pathname)?.split(',')
  if (!addresses?.every((address) => ADDRESS.test(address))) return null
  const fields: string[] = []
  for (const field of search.slice(1).split('&')) {
    const [name, value] = field.split(/=(.*)/s, 2).map(decode) as [string | null, string | null | undefined]
    if (name === null || value === null) return null
    const allowed = MAIL_FIELDS.find((one) => one === name.toLowerCase())
    // Outside the body, a line break would start another header of the mail.
    if (allowed && value)
      fields.push(`${allowed}=${encodeURIComponent(allowed === 'body' ? value : value.replace(/[\r\n]/g, ' '))}`)
  }
  const recipients = addresses.map((address) => encodeURIComponent(address).replace('%40', '@')).join()
  return `mailto:${recipients}${fields.length > 0 ? `?${fields.join('&')}` : ''}`
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}
