import { expect, test } from 'bun:test'
import { markdownOf, parseText } from '../../text/convert.ts'
import { bbcode } from './text.ts'

const links = { resolve: () => null, post: () => null, quoteBy: (author: string) => author, note: () => {} }
const markdown = (text: string) => markdownOf(parseText(bbcode(text)), links)

test.each([
  ['fajnie 8) i ???', 'fajnie 😎 i 😕'],
  ['co???<br>???', 'co???\n😕'],
  ['punkt 18) i a8)', 'punkt 18) i a8)'],
  ['[code]x 8) [x]y[/code]', '```\nx 8) [x]y\n```'],
])("IMP-12 SMF's own smilies become emoji where SMF would show them: %s", (text, expected) => {
  expect(markdown(text)).toBe(expected)
})

test.each([
  ['Lista:<br>[*]jeden<br>[@]dwa [b]x[/b]<br>koniec', 'Lista:\n\n- jeden\n- dwa **x**\n\nkoniec'],
  ['a [o]b[+]c', 'a\n\n- b\n- c'],
  ['tablica[0] = 1', 'tablica\\[0\\] = 1'],
  ['[list][li]a[/li][li][x] b[/li][/list]', '- a\n- \\[x\\] b'],
])('IMP-12 short list item marks of SMF become list items: %s', (text, expected) => {
  expect(markdown(text)).toBe(expected)
})
