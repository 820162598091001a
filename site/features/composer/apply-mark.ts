import { editOf, type Mark } from './marks.ts'

/** Adds the formatting to the selected text, or removes it. */
export function applyMark(area: HTMLTextAreaElement, mark: Mark, onValue: (value: string) => void): void {
  const { value: text, selectionStart, selectionEnd } = area
  const { from, to, insert, start, end } = editOf(mark, { text, start: selectionStart, end: selectionEnd })
  area.focus()
  area.setSelectionRange(from, to)
  // `execCommand` is deprecated, but nothing else keeps the browser's undo history.
  const isInserted = insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
  const select = () => area.setSelectionRange(start, end)
  if (isInserted) return select()
  onValue(text.slice(0, from) + insert + text.slice(to))
  requestAnimationFrame(select)
}
