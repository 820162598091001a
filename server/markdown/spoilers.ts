import type { MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import { replaceBlockRule } from './block-rules.ts'

const OPEN = '>!'
const CLOSE = '!<'
const MARKER = 'spoiler_marker'

/** Adds spoilers like `>!text!<`; without the changed rule, a `>` at the start of a line would begin a quote. */
export function addSpoilers(md: MarkdownIt): void {
  md.inline.ruler.before('link', MARKER, markSpoilers)
  md.core.ruler.after('inline', 'spoilers', pairSpoilers)
  replaceBlockRule(
    md,
    'blockquote',
    ['paragraph', 'reference', 'blockquote', 'list'],
    (original) => (state, line, endLine, silent) =>
      !beginsWithSpoiler(state, line) && original(state, line, endLine, silent),
  )
}

type Finder = (from: number) => number

/** Caches the last result of `indexOf`, so that calls for every position take linear time in total. */
function finder(src: string, needle: string): Finder {
  let asked = 0
  let found = src.indexOf(needle)
  return (from) => {
    if (from < asked || (found !== -1 && from > found)) {
      asked = from
      found = src.indexOf(needle, from)
    }
    return found
  }
}

const finders = new WeakMap<StateBlock, { close: Finder; blank: Finder }>()

function beginsWithSpoiler(state: StateBlock, line: number): boolean {
  const position = (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
  if (!state.src.startsWith(OPEN, position)) return false
  const find = finders.get(state) ?? { close: finder(state.src, CLOSE), blank: finder(state.src, '\n\n') }
  finders.set(state, find)
  const close = find.close(position + OPEN.length)
  const blank = find.blank(position)
  return close !== -1 && (blank === -1 || close < blank)
}

const bounds = new WeakMap<StateInline, { firstOpen: number; lastClose: number }>()

/** Adds a token where a spoiler may begin or end, for `pairSpoilers`. */
function markSpoilers(state: StateInline, silent: boolean): boolean {
  const isOpen = state.src.startsWith(OPEN, state.pos)
  if (!isOpen && !state.src.startsWith(CLOSE, state.pos)) return false
  if (state.linkLevel > 0) return false
  const { firstOpen, lastClose } = bounds.get(state) ?? {
    firstOpen: state.src.indexOf(OPEN),
    lastClose: state.src.lastIndexOf(CLOSE),
  }
  bounds.set(state, { firstOpen, lastClose })
  const canPair = isOpen ? lastClose > state.pos + 1 : firstOpen !== -1 && firstOpen < state.pos
  if (!canPair) return false
  if (!silent) state.push(MARKER, '', 0).content = isOpen ? OPEN : CLOSE
  state.pos += OPEN.length
  return true
}

/** Two markers in the same element with content between them become a spoiler; all other markers become text. */
function pairSpoilers(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.children?.some((token) => token.type === MARKER)) pairMarkers(block.children)
  }
}

function pairMarkers(tokens: Token[]): void {
  const openAt: number[] = [-1]
  const unpaired = new Set<Token>()
  tokens.forEach((token, index) => {
    if (token.nesting === 1) openAt.push(-1)
    if (token.nesting === -1) openAt.pop()
    if (token.type !== MARKER) return
    unpaired.add(token)
    const level = openAt.length - 1
    const begin = openAt[level] ?? -1
    if (token.content === OPEN && begin === -1) openAt[level] = index
    const opening = tokens[begin]
    if (token.content === CLOSE && opening && begin < index - 1) {
      toSpan(opening, 1)
      toSpan(token, -1)
      unpaired.delete(opening)
      unpaired.delete(token)
      openAt[level] = -1
    }
  })
  for (const token of unpaired) token.type = 'text'
}

function toSpan(token: Token, nesting: 1 | -1): void {
  token.type = nesting === 1 ? 'spoiler_open' : 'spoiler_close'
  token.tag = 'span'
  token.nesting = nesting
  token.content = ''
  if (nesting === 1)
    token.attrs = [
      ['class', 'spoiler'],
      ['tabindex', '0'],
    ]
}
