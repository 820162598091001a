import { LIMITS } from '#shared/limits.ts'
import { SPOILER_COVER } from '#server/markdown/markdown.ts'
import { normalize } from '#server/lib/normalize.ts'

/** What counts as found, folded: whole words, and beginnings of words. */
export type Found = { words: Set<string>, beginnings: string[] }

const LETTERS: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h', ı: 'i' }

/** As `f_search_words` spells words. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (/^[a-z0-9]*$/.test(lower)) return lower
  return normalize(lower, 'NFD').replace(/\p{M}/gu, '').replace(/[łđøßæœþħı]/g, (letter) => LETTERS[letter]!)
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

export const wordsOf = (text: string) => text.match(WORD) ?? []

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** The text of sanitised HTML on one line, spoilers covered. */
export function textOfHtml(html: string): string {
  let text = ''
  let covered = 0
  for (const [part] of html.matchAll(/<[^>]*>|[^<]+/g)) {
    if (part.startsWith('<span') && covered++ === 0) text += SPOILER_COVER
    else if (part === '</span>') covered -= 1
    else if (covered > 0) continue
    else if (part.startsWith('<')) text += /^<\/?(?:p|li|h\d|td|th|tr|pre|blockquote|br|hr)\b/.test(part) ? ' ' : ''
    else text += part.replace(/&(amp|lt|gt|quot|#39|nbsp);/g, (_, name: string) => ENTITIES[name]!)
  }
  return text.replace(/\s+/g, ' ').trim()
}

const NAMES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => NAMES[sign]!)

function isFound(word: string, { words, beginnings }: Found): boolean {
  const folded = foldWord(word)
  return words.has(folded) || beginnings.some((beginning) => folded.startsWith(beginning))
}

const BEFORE = 60

/** `text` with what was found marked, cut to its surroundings where it is long; null where nothing was found. */
export function highlight(text: string, found: Found, max: number = LIMITS.searchHighlight): string | null {
  let marks: { from: number, to: number }[] = []
  for (const { 0: word, index } of text.matchAll(WORD)) if (isFound(word, found)) marks.push({ from: index, to: index + word.length })
  const first = marks[0]
  if (!first) return null
  let [from, to] = [0, text.length]
  if (text.length > max) {
    const wanted = Math.max(0, Math.min(first.from - BEFORE, text.length - max))
    from = wanted === 0 ? 0 : Math.min(first.from, text.indexOf(' ', wanted) + 1 || first.from)
    const end = from + max
    to = end >= text.length ? text.length : Math.max(text.lastIndexOf(' ', end), Math.min(first.to, end))
    marks = marks.filter((mark) => mark.to <= to)
  }
  let html = from > 0 ? '…' : ''
  let at = from
  for (const mark of marks) {
    html += `${escape(text.slice(at, mark.from))}<mark>${escape(text.slice(mark.from, mark.to))}</mark>`
    at = mark.to
  }
  return `${html}${escape(text.slice(at, to))}${to < text.length ? '…' : ''}`
}
