import type { Mail } from './mailer.ts'

const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u
const CONTROL = /\p{Cc}/u

/** Throws where the recipient is not one bare address or the subject has a line end: both could add recipients or headers. */
export function messageOf(mail: Mail, from: string) {
  if (!ONE_ADDRESS.test(mail.to)) throw new Error('A mail needs exactly one plain address as its recipient')
  if (CONTROL.test(mail.subject)) throw new Error('The subject of a mail must be a single line')
  return {
    from,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}
