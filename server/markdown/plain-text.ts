import type { Token } from 'markdown-it'

/** What stands for a spoiler where nobody can uncover it. */
const COVER = '▒▒▒'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The words of parsed Markdown without markup: a line for each block and table row. */
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
  return lines.filter((line) => line.trim() !== '').join('\n')
}

function inlineText(tokens: Token[]): string {
  let text = ''
  let covered = 0
  for (const token of tokens) {
    if (token.type === 'spoiler_open' && covered++ === 0) text += COVER
    if (token.type === 'spoiler_close') covered--
    if (covered > 0) continue
    text += token.type === 'softbreak' || token.type === 'hardbreak' ? '\n' : token.content
  }
  return text
}

/**
 * The beginning of a plain text, at most `max` UTF-16 units: cut where a word ends if that loses less than half,
 * never inside a character as people see it. No ellipsis is added.
 */
export function plainExcerpt(plain: string, max: number): string {
  if (plain.length <= max) return plain
  const wordEnd = plain.slice(0, max + 1).search(/\s\S*$/)
  if (wordEnd > max / 2) return plain.slice(0, wordEnd).trimEnd()
  // A single 'character' may be a heap of marks longer than all the room; then only surrogate pairs are kept whole.
  const characterStart = graphemes.segment(plain.slice(0, max + 64)).containing(max)?.index
  return plain.slice(0, characterStart || max).replace(/\p{Cs}$/u, '')
}
