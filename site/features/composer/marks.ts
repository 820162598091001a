export type Mark = 'bold' | 'italic' | 'link' | 'quote' | 'list' | 'code' | 'spoiler'

type Selected = { text: string; start: number; end: number }

/** Replaces the range `from` to `to` by `insert`, then selects `start` to `end`. */
type Edit = { from: number; to: number; insert: string; start: number; end: number }

const AROUND: Partial<Record<Mark, [before: string, after: string]>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  spoiler: ['>!', '!<'],
}

const PREFIX: Partial<Record<Mark, string>> = { quote: '> ', list: '- ' }

const ADDRESS = 'https://'

/** A second click on a toolbar button removes the formatting. */
export function editOf(mark: Mark, selected: Selected): Edit {
  if (mark === 'link') return linkEdit(selected)
  const prefix = PREFIX[mark]
  if (prefix !== undefined) return linesEdit(selected, prefix)
  const isBlock = mark === 'code' && selected.text.slice(selected.start, selected.end).includes('\n')
  return aroundEdit(selected, isBlock ? ['```\n', '\n```'] : AROUND[mark]!)
}

function aroundEdit({ text, start, end }: Selected, [before, after]: [string, string]): Edit {
  const inner = text.slice(start, end)
  if (isAround(text, start, end, before, after)) {
    return {
      from: start - before.length,
      to: end + after.length,
      insert: inner,
      start: start - before.length,
      end: end - before.length,
    }
  }
  return {
    from: start,
    to: end,
    insert: before + inner + after,
    start: start + before.length,
    end: end + before.length,
  }
}

/** An asterisk that belongs to a pair (bold) does not count as italics. */
function isAround(text: string, start: number, end: number, before: string, after: string): boolean {
  if (!text.slice(0, start).endsWith(before) || !text.startsWith(after, end)) return false
  return before !== '*' || text[start - 2] !== '*' || text.slice(start - 3, start) === '***'
}

function linkEdit({ text, start, end }: Selected): Edit {
  const inner = text.slice(start, end)
  if (/^https?:\/\/\S+$/.test(inner))
    return { from: start, to: end, insert: `[](${inner})`, start: start + 1, end: start + 1 }
  const address = start + inner.length + 3
  return { from: start, to: end, insert: `[${inner}](${ADDRESS})`, start: address, end: address + ADDRESS.length }
}

function linesEdit({ text, start, end }: Selected, prefix: string): Edit {
  const from = start === 0 ? 0 : text.lastIndexOf('\n', start - 1) + 1
  const next = text.indexOf('\n', end)
  const to = next === -1 ? text.length : next
  const lines = text.slice(from, to).split('\n')
  const isMarked = lines.every((line) => line.startsWith(prefix))
  const insert = lines.map((line) => (isMarked ? line.slice(prefix.length) : prefix + line)).join('\n')
  const caret = from + insert.length
  return { from, to, insert, start: lines.length > 1 ? from : caret, end: caret }
}
