import type { Token } from 'markdown-it'

export const SPOILER_COVER = '▒▒▒'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Each block, table row and line of code is one line; there are no empty lines. */
export function plainText(tokens: Token[]): string {
  const lines: string[] = []
  let row: string[] | null = null
  for (const token of tokens) {
    if (token.type === 'tr_open') row = []
    if (token.type === 'inline') (row ?? lines).push(inlineText(token.children ?? []))
    if (token.type === 'fence' || token.type === 'code_block') lines.push(token.content.trimEnd())
    if (token.type === 'tr_close') {
      lines.push((row ?? []).join(' '))
      row = null
    }
  }
  return lines
    .join('\n')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n')
}

function inlineText(tokens: Token[]): string {
  let text = ''
  let covered = 0
  for (const token of tokens) {
    if (token.type === 'spoiler_open' && covered++ === 0) text += SPOILER_COVER
    if (token.type === 'spoiler_close') covered--
    if (covered > 0) continue
    text += token.type === 'softbreak' || token.type === 'hardbreak' ? '\n' : token.content
  }
  return text
}

/** Cuts at the end of a word if that loses less than half of `max` UTF-16 units, and never inside a grapheme. */
export function plainExcerpt(plain: string, max: number): string {
  if (plain.length <= max) return plain
  const wordEnd = plain.slice(0, max + 1).search(/\s\S*$/)
  if (wordEnd > max / 2) return plain.slice(0, wordEnd).trimEnd()
  // A grapheme longer than `max` is cut, but not within a surrogate pair.
  const characterStart = graphemes.segment(plain.slice(0, max + 64)).containing(max)?.index
  return plain.slice(0, characterStart || max).replace(/\p{Cs}$/u, '')
}
