import { expect, test } from 'bun:test'
import { SPOILER_COVER } from '#server/markdown/markdown.ts'
import { highlight, textOfHtml } from './highlights.ts'

const found = (words: string[], beginnings: string[] = []) => ({ words: new Set(words), beginnings })

test('FIND-1 words are highlighted whatever their diacritics; a matching prefix highlights the whole word', () => {
  expect(highlight('Żółwie i ŻÓŁW, zolwik', found(['zolw', 'zolwie']))).toBe(
    '<mark>Żółwie</mark> i <mark>ŻÓŁW</mark>, zolwik',
  )
  expect(highlight('Samochody stoją', found([], ['samoch']))).toBe('<mark>Samochody</mark> stoją')
  expect(highlight('Nic tu nie ma', found(['kot']))).toBeNull()
})

test('highlighting escapes all HTML except the highlight marks', () => {
  expect(highlight('<b>kot</b> & "kot" <script>', found(['kot']))).toBe(
    '&lt;b&gt;<mark>kot</mark>&lt;/b&gt; &amp; &quot;<mark>kot</mark>&quot; &lt;script&gt;',
  )
})

test('a long search result is shortened at word boundaries around the first match', () => {
  const html = highlight(`${'przed '.repeat(100)}kot ${'po '.repeat(300)}`.trim(), found(['kot']))!
  expect(html).toMatch(/^…(przed )+<mark>kot<\/mark>( po)+…$/)
  expect(html.length).toBeLessThan(270)
  expect(highlight(`${'x'.repeat(5_000)} kot`, found(['kot']))).toMatch(/^…<mark>kot<\/mark>$/)
  expect(highlight('kot'.padEnd(5_000, 'x'), found([], ['kot']))!.length).toBeLessThan(270)
})

test('the text extracted from HTML for search results hides spoilers', () => {
  const html =
    '<p>Raz <strong>dwa</strong> &amp; &lt;trzy&gt;</p>\n<ul><li>a<span class="spoiler" tabindex="0">kto ' +
    '<em>za</em>bił</span>b</li></ul>'
  expect(textOfHtml(html)).toBe(`Raz dwa & <trzy> a${SPOILER_COVER}b`)
})
