import { domainToASCII } from 'node:url'

const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])

/** Accounts are compared by this form of their address: lower case, no plus suffix, and for Gmail no dots. */
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
