import { LIMITS } from '#shared/limits.ts'
import { SPOILER_COVER } from '#server/markdown/markdown.ts'
import { normalize } from '#server/lib/normalize.ts'

/** Folded words (lower case, no diacritics): whole ones, and beginnings of words. */
export type MatchedWords = { words: Set<string>; beginnings: string[] }

const LETTERS: Record<string, string> = { ł: 'l', đ: 'd', ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ħ: 'h', ı: 'i' }

/** Folds a word (lower case, no diacritics) exactly as the SQL function `f_search_words` does. */
export function foldWord(word: string): string {
  const lower = word.toLowerCase()
  if (/^[a-z0-9]*$/.test(lower)) return lower
  return normalize(lower, 'NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[łđøßæœþħı]/g, (letter) => LETTERS[letter]!)
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu

export const wordsOf = (text: string) => text.match(WORD) ?? []

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/**
 * Extracts the text of sanitised HTML as one line, without spoilers. In an excerpt, `covered` is the number of spoilers
 * open at its beginning, and a truncated tag or entity at its end is dropped.
 */
export function textOfHtml(html: string, covered = 0): string {
  let text = ''
  for (const [part] of html.replace(/<[^<>]*$|&[a-z0-9#]*$/, '').matchAll(/<[^>]*>|[^<]+/g)) {
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

function isMatched(word: string, { words, beginnings }: MatchedWords): boolean {
  const folded = foldWord(word)
  return words.has(folded) || beginnings.some((beginning) => folded.startsWith(beginning))
}

const BEFORE = 60

type Mark = { from: number; to: number }

function* marksOf(text: string, matched: MatchedWords, start = 0): Generator<Mark> {
  const words = new RegExp(WORD)
  words.lastIndex = start
  for (let match = words.exec(text); match; match = words.exec(text)) {
    if (isMatched(match[0], matched)) yield { from: match.index, to: match.index + match[0].length }
  }
}

type Cut = { max?: number; isCutBefore?: boolean; isCutAfter?: boolean }

/** Highlights the matched words and shortens a long text to their surroundings; null without a match. */
export function highlight(
  text: string,
  matched: MatchedWords,
  { max = LIMITS.searchHighlight, isCutBefore = false, isCutAfter = false }: Cut = {},
): string | null {
  const first = marksOf(text, matched).next().value
  if (!first) return null
  let [from, to] = [0, text.length]
  if (text.length > max) {
    const preferredStart = Math.max(0, Math.min(first.from - BEFORE, text.length - max))
    from = preferredStart === 0 ? 0 : Math.min(first.from, text.indexOf(' ', preferredStart) + 1 || first.from)
    const end = from + max
    to = end >= text.length ? text.length : Math.max(text.lastIndexOf(' ', end), Math.min(first.to, end))
  }
  let html = isCutBefore || from > 0 ? '…' : ''
  let at = from
  for (const mark of marksOf(text, matched, first.from)) {
    if (mark.to > to) break
    html += `${escape(text.slice(at, mark.from))}<mark>${escape(text.slice(mark.from, mark.to))}</mark>`
    at = mark.to
  }
  return `${html}${escape(text.slice(at, to))}${isCutAfter || to < text.length ? '…' : ''}`
}
