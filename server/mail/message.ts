import type { Mail } from './mailer.ts'

const ONE_ADDRESS = /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()[\]\\,;:"@]+$/u
const CONTROL = /\p{Cc}/u
const ONE_URL = /^https?:\/\/[^\s\p{Cc}<>]+$/u

/** Throws for a second recipient, or a line break in the subject or link, which could inject recipients or headers. */
export function messageOf(mail: Mail, from: string) {
  if (!ONE_ADDRESS.test(mail.to)) throw new Error('A mail needs exactly one plain address as its recipient')
  if (CONTROL.test(mail.subject)) throw new Error('The subject of a mail must be a single line')
  return {
    from: senderOf(from),
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.id !== undefined && { messageId: messageId(mail.id, from) }),
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(mail.unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The name is separate from the address, so that a comma in it does not create a second sender. */
function senderOf(from: string): { name: string; address: string } {
  const [, name = '', address = from] = /^([^<>]*)<([^<>]+)>$/.exec(from) ?? []
  return { name: name.trim(), address }
}

function messageId(id: string, from: string): string {
  if (!/^[\w.-]+$/.test(id)) throw new Error('The id of a mail must be letters, digits, dots and dashes')
  return `<${id}@${/@([^\s<>]+?)>?$/.exec(from)?.[1] ?? 'localhost'}>`
}

/** RFC 8058: mail programs unsubscribe with a POST to the URL, without opening a page. */
function unsubscribeHeaders(url: string | undefined) {
  if (url === undefined) return {}
  if (!ONE_URL.test(url)) throw new Error('The unsubscribe link of a mail must be one web address')
  return { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
