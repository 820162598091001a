import { expect, test } from 'bun:test'
import { editOf, type Mark } from './marks.ts'

/** In the test text '|' stands at both ends of the selection, or once for the caret. */
function press(mark: Mark, written: string): string {
  const [before, inner = '', after] =
    written.split('|').length === 3
      ? written.split('|')
      : [...written.split('|').slice(0, 1), '', written.split('|')[1]]
  const start = before!.length
  const text = before! + inner + after!
  const edit = editOf(mark, { text, start, end: start + inner.length })
  const next = text.slice(0, edit.from) + edit.insert + text.slice(edit.to)
  const selected = next.slice(edit.start, edit.end)
  return `${next.slice(0, edit.start)}|${selected === '' ? '' : `${selected}|`}${next.slice(edit.end)}`
}

test.each([
  ['bold', 'To |ważne| jest', 'To **|ważne|** jest'],
  ['bold', 'To **|ważne|** jest', 'To |ważne| jest'],
  ['bold', 'To |', 'To **|**'],
  ['italic', '|a|', '*|a|*'],
  ['italic', '*|a|*', '|a|'],
  ['italic', '**|a|**', '***|a|***'],
  ['italic', '***|a|***', '**|a|**'],
  ['code', 'x = |1|', 'x = `|1|`'],
  ['code', '|a\nb|', '```\n|a\nb|\n```'],
  ['code', '```\n|a\nb|\n```', '|a\nb|'],
  ['spoiler', 'On |umiera|.', 'On >!|umiera|!<.'],
  ['spoiler', 'On >!|umiera|!<.', 'On |umiera|.'],
  ['link', 'Zobacz |tu|.', 'Zobacz [tu](|https://|).'],
  ['link', '|https://example.org/a|', '[|](https://example.org/a)'],
  ['link', '|', '[](|https://|)'],
  ['quote', 'raz\ndw|a\ntrzy', 'raz\n> dwa|\ntrzy'],
  ['quote', '|raz\ndwa|', '|> raz\n> dwa|'],
  ['quote', '|> raz\n> dwa|', '|raz\ndwa|'],
  ['list', 'mą|ka', '- mąka|'],
  ['list', '- mą|ka', 'mąka|'],
  ['list', '|', '- |'],
] as const)('WRITE-5 the formatting %s turns %j into %j', (mark, before, after) => {
  expect(press(mark, before)).toBe(after)
})
