import { canonicalLink } from '#shared/rules/link-url.ts'
import { NEWCOMER } from '#shared/rules/trust.ts'
import { normalize } from '#server/lib/normalize.ts'

export type NewcomerText = { title?: string; content: string; html: string; link_url?: string | null }

export function linksOf(html: string): string[] {
  return [...html.matchAll(/<a href="(https?:[^"]*)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'))
}

const lettersOf = (text: string) =>
  normalize(text, 'NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

function comparable({ title = '', content }: NewcomerText): string {
  const letters = lettersOf(content)
  const whole = letters.length >= NEWCOMER.repeatedText ? letters : `${lettersOf(title)} ${letters}`.trim()
  return whole.length >= NEWCOMER.shortestText ? whole : ''
}

const hashOf = (kind: string, value: string) =>
  new Bun.CryptoHasher('sha256').update(`${kind} ${value}`).digest('base64url').slice(0, 22)

export function hashesOf(text: NewcomerText): string[] {
  const comparableText = comparable(text)
  const links = [...linksOf(text.html), ...(text.link_url ? [text.link_url] : [])].map(
    (link) => canonicalLink(link) ?? link,
  )
  return [
    ...(comparableText === '' ? [] : [hashOf('text', comparableText)]),
    ...[...new Set(links)].map((link) => hashOf('link', link)),
  ]
}
