import { expect, test } from 'bun:test'
import { plainTextOf } from './post-head.ts'

test('tags go, entities are read, lines become one', () => {
  expect(plainTextOf('<p>Zakwas &amp; mąka: <strong>750</strong>,<br>\nnie &lt;650&gt;.</p>\n<ul><li>raz</li><li>dwa</li></ul>', 200))
    .toBe('Zakwas & mąka: 750, nie <650>. raz dwa')
})

test('a spoiler is not told', () => {
  expect(plainTextOf('<p>Zabił <span class="spoiler" tabindex="0">ogrodnik</span> nocą</p>', 200)).toBe('Zabił … nocą')
})

test('a long text is cut at a word', () => {
  expect(plainTextOf('<p>raz dwa trzy cztery</p>', 10)).toBe('raz dwa…')
})
