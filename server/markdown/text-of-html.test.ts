import { expect, test } from 'bun:test'
import { renderMarkdown } from './markdown.ts'
import { textOfHtml } from './text-of-html.ts'

test.each([
  'Ala *ma* **kota** & <psa> "x"\ndruga\n\ntrzecia',
  '# Tytuł\n\n> cytat\n>> w cytacie\n\n- a\n  - b\n- c\n\n1. d',
  '|a|b|\n|-|-|\n|c|d|\n|e|f|',
  '```\nkod <b>\n\n  dalej\n```\n\n`&amp;` [link](/post/1 "a > b") @ala https://a.example',
  'x >!a **b** c!< d\n>!e\nf!<',
])('the text of the stored HTML of %j is the plain text of its source', (text) => {
  const { html, plain } = renderMarkdown(text)
  expect(textOfHtml(html, 1_000)).toBe(plain)
})

test('text is read from HTML up to the requested length, and a spoiler without an end is still hidden', () => {
  expect(textOfHtml('<p>Ala</p>\n<p>ma</p>\n<p>kota</p>', 6)).toBe('Ala\nma')
  expect(textOfHtml('<p>a <span class="spoiler" tabindex="0">taj', 100)).toBe('a ▒▒▒')
})
