import { editOf, type Mark } from './marks.ts'

/** Marks what is selected in a text area, or takes the mark away. */
export function applyMark(area: HTMLTextAreaElement, mark: Mark, onValue: (value: string) => void): void {
  const { value: text, selectionStart, selectionEnd } = area
  const { from, to, insert, start, end } = editOf(mark, { text, start: selectionStart, end: selectionEnd })
  area.focus()
  area.setSelectionRange(from, to)
  // The only way that keeps the browser's undo.
  const isInserted = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
  const select = () => area.setSelectionRange(start, end)
  if (isInserted) return select()
  onValue(text.slice(0, from) + insert + text.slice(to))
  requestAnimationFrame(select)
}
