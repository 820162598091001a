import { domainToASCII } from 'node:url'

const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/**
 * Returns an e-mail address in a form for comparing accounts: in lower case, without a plus suffix, and for Gmail
 * without dots. No mail is sent to this form.
 */
export function mailboxOf(address: string): string {
  const text = address.trim().normalize('NFKC').toLowerCase()
  const at = text.lastIndexOf('@')
  if (at < 1) return text
  const name = text.slice(0, at)
  const typed = text.slice(at + 1)
  const domain = (domainToASCII(typed) || typed).replace(/\.$/, '')
  const plain = name.replace(/(?<=.)\+.*$/s, '')
  return WITHOUT_DOTS.has(domain) ? `${plain.replaceAll('.', '')}@gmail.com` : `${plain}@${domain}`
}
