export type SmtpServer = { security: 'smtps' | 'smtp'; host: string; port: string; user: string; password: string }

export const EMPTY_SERVER: SmtpServer = { security: 'smtps', host: '', port: '', user: '', password: '' }

/** Returns null without a host. Parts are escaped, since a password may contain any character. */
export function smtpUrlOf({ security, host, port, user, password }: SmtpServer): string | null {
  const name = host.trim()
  if (name === '') return null
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`
  return `${security}://${login}${name}${port.trim() === '' ? '' : `:${port.trim()}`}`
}
