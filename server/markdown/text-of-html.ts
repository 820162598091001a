import { SPOILER_COVER } from './plain-text.ts'

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const LINE_ENDS = new Set(['br', 'br /', '/p', '/h3', '/h4', '/h5', '/h6', '/li', '/pre', '/tr'])

/** Reads until the text has at least `length` characters, or to the end. */
export function textOfHtml(html: string, length: number): string {
  let text = ''
  let isCovered = false
  for (let at = 0; at < html.length && text.length < length;) {
    const tagStart = html.indexOf('<', at)
    const words = html.slice(at, tagStart === -1 ? undefined : tagStart)
    if (!isCovered)
      text += words.includes('&') ? words.replace(/&(?:amp|lt|gt|quot);/g, (entity) => ENTITIES[entity]!) : words
    const tagEnd = html.indexOf('>', tagStart)
    if (tagStart === -1 || tagEnd === -1) break
    const tag = html.slice(tagStart + 1, tagEnd)
    at = tagEnd + 1
    if (tag === '/span') isCovered = false
    else if (isCovered) continue
    else if (tag.startsWith('span')) {
      text += SPOILER_COVER
      isCovered = true
    } else if (tag === '/td' || tag === '/th') {
      text += ' '
      at += 1
    } else if (LINE_ENDS.has(tag)) text += '\n'
  }
  return text
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .join('\n')
}
