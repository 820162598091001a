import type { Env, MarkdownIt, StateBlock } from 'markdown-it'
import { replaceBlockRule } from './block-rules.ts'
import { BOUNDS } from './bounds.ts'

/** Cells are aligned by class, because the sanitizer removes style attributes. */
export function restrictTables(md: MarkdownIt): void {
  replaceBlockRule(md, 'table', ['paragraph', 'reference'], (original) => (state, line, endLine, silent) => {
    if (!original(state, line, endLine, true)) return false
    const cells = countCells(state, line, endLine)
    if (cellsOf(state.env) + cells > BOUNDS.tableCells) return false
    if (silent) return true
    state.env.tableCells = cellsOf(state.env) + cells
    return original(state, line, endLine, false)
  })
  md.renderer.rules.table_open = () => '<div class="table-scroll" tabindex="0"><table>\n'
  md.renderer.rules.table_close = () => '</table></div>\n'
  for (const cell of ['th_open', 'td_open']) {
    md.renderer.rules[cell] = (tokens, index, options, _env, renderer) => {
      const token = tokens[index]
      const align = /^text-align:(left|center|right)$/.exec(String(token?.attrGet('style') ?? ''))?.[1]
      if (token) token.attrs = align ? [['class', `align-${align}`]] : null
      // Screen readers would announce an empty header cell as a header.
      if (tokens[index + 1]?.content === '') for (const part of [token, tokens[index + 2]]) if (part) part.tag = 'td'
      return renderer.renderToken(tokens, index, options)
    }
  }
}

function cellsOf(env: Env): number {
  return typeof env.tableCells === 'number' ? env.tableCells : 0
}

/** Returns an upper bound of the number of cells; counting stops above the limit. */
function countCells(state: StateBlock, line: number, endLine: number): number {
  const header = state.src.slice(state.bMarks[line], state.eMarks[line])
  const columns = header.split('|').length
  let rows = 1
  while (line + rows < endLine && !state.isEmpty(line + rows) && columns * rows <= BOUNDS.tableCells) rows++
  return columns * rows
}
