import { join } from 'node:path'
import { describe, expect, test } from 'bun:test'
import { plainExcerpt, renderMarkdown, RENDERER_VERSION } from './markdown.ts'
import { sanitize } from './sanitize.ts'
import { maxHtmlLength } from './bounds.ts'
import { trespasses } from './testing/allow-list.ts'
import { COSTLY_TEXTS } from './testing/costly-texts.ts'
import { SCRIPT_PAYLOADS } from './testing/payloads.ts'
import type { Counted } from './testing/steps.ts'

const html = (text: string) => renderMarkdown(text).html
const REL = 'rel="nofollow ugc noopener"'

describe('CommonMark and its extensions', () => {
  test('emphasis, code, quotes, lists, rules and line breaks are rendered', () => {
    expect(html('*a* **b** `c`')).toBe('<p><em>a</em> <strong>b</strong> <code>c</code></p>')
    expect(html('> a')).toBe('<blockquote>\n<p>a</p>\n</blockquote>')
    expect(html('- a\n- b')).toBe('<ul>\n<li>a</li>\n<li>b</li>\n</ul>')
    expect(html('3. a\n4. b')).toBe('<ol start="3">\n<li>a</li>\n<li>b</li>\n</ol>')
    expect(html('a\n\n***\n\nb')).toBe('<p>a</p>\n<hr />\n<p>b</p>')
  })

  test('one line break is a line break, an empty line a new paragraph', () => {
    expect(html('a\nb\n\nc')).toBe('<p>a<br />\nb</p>\n<p>c</p>')
    expect(html('a\r\nb')).toBe('<p>a<br />\nb</p>')
  })

  test('list items that begin with [ ] or [x] are tasks, open or done, in HTML and plain text', () => {
    expect(html('- [ ] a **b**\n- [x] c\n- [X]\td')).toBe(
      '<ul>\n<li class="task">☐ a <strong>b</strong></li>\n<li class="task">☑\uFE0E c</li>\n<li ' +
        'class="task">☑\uFE0E\td</li>\n</ul>',
    )
    expect(html('1. [x] a\n\n2. [ ] b\n   - [ ] c')).toBe(
      '<ol>\n<li class="task">\n<p>☑\uFE0E a</p>\n</li>\n<li class="task">\n<p>☐ b</p>\n<ul>\n<li class="task">☐ ' +
        'c</li>\n</ul>\n</li>\n</ol>',
    )
    expect(renderMarkdown('- [ ] a\n- [x] b').plain).toBe('☐ a\n☑\uFE0E b')
  })

  test('brackets are a task only before the words of a list item, unescaped, with a space or an x in them', () => {
    for (const text of [
      '[ ] a',
      '- a [x] b',
      '- \\[x] a',
      '- [ ]',
      '- [x]a',
      '- [y] a',
      '- [] a',
      '> [x] a',
      '- `[x]` a',
      '-     [x] a',
    ]) {
      expect(html(text)).not.toMatch(/task|[☐☑]/)
    }
  })

  test('strikethrough is rendered', () => {
    expect(html('~~a~~')).toBe('<p><s>a</s></p>')
  })

  test('an empty header cell is rendered as a plain cell', () => {
    expect(html('| | b |\n|-|-|\n| c | d |')).toContain('<tr>\n<td></td>\n<th>b</th>\n</tr>')
  })

  test('tables scroll on their own, and their cells are aligned without inline styles', () => {
    expect(html('|a|b|\n|:-|-:|\n|1|2|')).toBe(
      '<div class="table-scroll" tabindex="0"><table>\n' +
        '<thead>\n<tr>\n<th class="align-left">a</th>\n<th class="align-right">b</th>\n</tr>\n</thead>\n' +
        '<tbody>\n<tr>\n<td class="align-left">1</td>\n<td class="align-right">2</td>\n</tr>\n</tbody>\n</table></div>',
    )
  })

  test('headings begin at h3 and never skip a level', () => {
    expect(html('# a')).toBe('<h3>a</h3>')
    expect(html('#### a\n# b\n### c\n## d\n### e')).toBe('<h3>a</h3>\n<h3>b</h3>\n<h4>c</h4>\n<h4>d</h4>\n<h5>e</h5>')
    expect(html('# a\n## b\n### c\n#### d\n##### e\n###### f')).toBe(
      '<h3>a</h3>\n<h4>b</h4>\n<h5>c</h5>\n<h6>d</h6>\n<h6>e</h6>\n<h6>f</h6>',
    )
  })

  test('code blocks can be scrolled by keyboard and have no language class', () => {
    expect(html('```js\n<a>\n```')).toBe('<pre tabindex="0"><code>&lt;a&gt;\n</code></pre>')
  })
})

describe('links', () => {
  test('http, https and mailto links get the rel attribute of user links', () => {
    expect(html('[a](http://x.example)')).toBe(`<p><a href="http://x.example" ${REL}>a</a></p>`)
    expect(html('[a](https://x.example "t")')).toBe(`<p><a href="https://x.example" title="t" ${REL}>a</a></p>`)
    expect(html('[a](mailto:a@x.example)')).toBe(`<p><a href="mailto:a@x.example" ${REL}>a</a></p>`)
  })

  test('a path of this site is linked', () => {
    expect(html('[a](/post/1?x=2)')).toBe(`<p><a href="/post/1?x=2" ${REL}>a</a></p>`)
  })

  test('a link with a scheme besides http, https and mailto, or a relative link, is shown as it was typed', () => {
    expect(html('[a](javascript:alert(1))')).toBe('<p>[a](javascript:alert(1))</p>')
    expect(html('[a](ftp://x.example)')).toBe('<p>[a](ftp://x.example)</p>')
    expect(html('<ftp://x.example>')).toBe('<p>&lt;ftp://x.example&gt;</p>')
    expect(html('[a](//x.example)')).toBe('<p>[a](//x.example)</p>')
    expect(html('[a](page.html)')).toBe('<p>[a](page.html)</p>')
  })

  test('URLs in a text are linked without their closing punctuation', () => {
    expect(html('(https://x.example/a_b_c?d=e).')).toBe(
      `<p>(<a href="https://x.example/a_b_c?d=e" ${REL}>https://x.example/a_b_c?d=e</a>).</p>`,
    )
    expect(html('www.x.example/a, ')).toBe(`<p><a href="http://www.x.example/a" ${REL}>www.x.example/a</a>,</p>`)
    expect(html('a@x.example')).toBe(`<p><a href="mailto:a@x.example" ${REL}>a@x.example</a></p>`)
    expect(html('<https://x.example>')).toBe(`<p><a href="https://x.example" ${REL}>https://x.example</a></p>`)
  })

  test('a file name or a bare domain is not linked', () => {
    expect(html('README.md x.example')).toBe('<p>README.md x.example</p>')
  })

  test('the text of a linked URL is what was typed, so that it hides nothing', () => {
    expect(html('https://x.example/%E2%80%AEgpj.exe')).toContain('>https://x.example/%E2%80%AEgpj.exe</a>')
  })

  test('an image becomes a link with its alternative text, or its URL where it has none', () => {
    expect(html('![cat](https://x.example/c.png)')).toBe(`<p><a href="https://x.example/c.png" ${REL}>cat</a></p>`)
    expect(html('![](https://x.example/c.png)')).toContain('>https://x.example/c.png</a>')
  })

  test('an image inside a link becomes its alternative text', () => {
    expect(html('[![cat](https://x.example/c.png)](https://y.example)')).toBe(
      `<p><a href="https://y.example" ${REL}>cat</a></p>`,
    )
  })
})

describe('mentions and communities', () => {
  test('@name links to the profile, r/name to the community', () => {
    expect(html('@Jan_K')).toBe(`<p><a href="/u/Jan_K" ${REL}>@Jan_K</a></p>`)
    expect(html('r/Gry i /r/gry_2')).toBe(
      `<p><a href="/r/gry" ${REL}>r/Gry</a> i <a href="/r/gry_2" ${REL}>/r/gry_2</a></p>`,
    )
  })

  test('mentions are not linked in code, in link texts, and after a backslash', () => {
    expect(html('`@ala r/gry`')).toBe('<p><code>@ala r/gry</code></p>')
    expect(html('```\n@ala r/gry https://x.example\n```')).toBe(
      '<pre tabindex="0"><code>@ala r/gry https://x.example\n</code></pre>',
    )
    expect(html('[@ala r/gry](https://x.example)')).toBe(`<p><a href="https://x.example" ${REL}>@ala r/gry</a></p>`)
    expect(html('\\@ala')).toBe('<p>@ala</p>')
  })

  test('a mention does not begin within a word or a URL', () => {
    expect(renderMarkdown('x@ala x/@ala żółw@ala a_@ala https://x.example/@ala **x**@ala').mentions).toEqual([])
    expect(html('server/r/gry')).toBe('<p>server/r/gry</p>')
  })

  test('a mention is limited to the length and the characters of a username', () => {
    expect(renderMarkdown('@al').mentions).toEqual([])
    expect(renderMarkdown(`@${'a'.repeat(30)}`).mentions).toEqual(['a'.repeat(30)])
    expect(renderMarkdown(`@${'a'.repeat(31)}`).mentions).toEqual([])
    expect(renderMarkdown('@alaż @żółw').mentions).toEqual([])
    expect(html('r/ab')).toBe('<p>r/ab</p>')
  })

  test('mentioned names are returned in order, each once whatever its case', () => {
    expect(renderMarkdown('@ola, (@Ala) **@jan** @OLA.\n\n- @ela!').mentions).toEqual(['ola', 'Ala', 'jan', 'ela'])
  })

  test('at most 20 names count as mentions', () => {
    const names = Array.from({ length: 25 }, (_, index) => `user${index}`)
    expect(renderMarkdown(names.map((name) => `@${name}`).join(' ')).mentions).toEqual(names.slice(0, 20))
  })
})

describe('spoilers', () => {
  const span = (text: string) => `<span class="spoiler" tabindex="0">${text}</span>`

  test('>!text!< is a spoiler within a line and at its start', () => {
    expect(html('a >!b!< c')).toBe(`<p>a ${span('b')} c</p>`)
    expect(html('>!b!<')).toBe(`<p>${span('b')}</p>`)
    expect(html('a\n>!b!<')).toBe(`<p>a<br />\n${span('b')}</p>`)
  })

  test('a spoiler may contain markup, links and line breaks', () => {
    expect(html('>!**b**\n@ala!<')).toBe(`<p>${span(`<strong>b</strong><br />\n<a href="/u/ala" ${REL}>@ala</a>`)}</p>`)
    expect(html('>!https://x.example/a!<')).toBe(
      `<p>${span(`<a href="https://x.example/a" ${REL}>https://x.example/a</a>`)}</p>`,
    )
  })

  test('a quote may contain a spoiler', () => {
    expect(html('> >!b!<')).toBe(`<blockquote>\n<p>${span('b')}</p>\n</blockquote>`)
  })

  test('spoiler markers unpaired, across elements or with nothing between them stay text', () => {
    expect(html('a >!b')).toBe('<p>a &gt;!b</p>')
    expect(html('a!< b')).toBe('<p>a!&lt; b</p>')
    expect(html('a >!!< b')).toBe('<p>a &gt;!!&lt; b</p>')
    expect(html('**>!a** b!<')).toBe('<p><strong>&gt;!a</strong> b!&lt;</p>')
  })

  test('spoiler markers in code and in link texts stay text', () => {
    expect(html('`>!a!<`')).toBe('<p><code>&gt;!a!&lt;</code></p>')
    expect(html('x [>!a!<](https://x.example)')).toBe(`<p>x <a href="https://x.example" ${REL}>&gt;!a!&lt;</a></p>`)
  })

  test('a quote that begins with an exclamation mark is still a quote', () => {
    expect(html('> !b')).toBe('<blockquote>\n<p>!b</p>\n</blockquote>')
    expect(html('>!b')).toBe('<blockquote>\n<p>!b</p>\n</blockquote>')
  })
})

describe('plain text', () => {
  const plain = (text: string) => renderMarkdown(text).plain

  test('plain text has the words without the markup, one line per block', () => {
    expect(plain('# a\n\n**b** `c` [d](https://x.example)\n\n- e\n- f\n\n|g|h|\n|-|-|\n|i|j|\n\n```\nk\n```')).toBe(
      'a\nb c d\ne\nf\ng h\ni j\nk',
    )
  })

  test('plain text has a placeholder in place of a spoiler', () => {
    expect(plain('x >!a **b** >!c!< d')).toBe('x ▒▒▒ d')
  })

  test('plain text keeps raw HTML as it was typed', () => {
    expect(plain('<b>a</b> &amp; b')).toBe('<b>a</b> & b')
  })

  test('plain text of an empty text is empty', () => {
    expect(renderMarkdown('')).toEqual({ html: '', plain: '', mentions: [], version: RENDERER_VERSION })
  })
})

describe('excerpts', () => {
  test('an excerpt of a short text is the whole text', () => {
    expect(plainExcerpt('ala ma kota', 11)).toBe('ala ma kota')
  })

  test('an excerpt is cut after a word', () => {
    expect(plainExcerpt('ala ma kota', 10)).toBe('ala ma')
    expect(plainExcerpt('ala ma kota i psa', 11)).toBe('ala ma kota')
  })

  test('an excerpt of an endless word is cut within the word', () => {
    expect(plainExcerpt('a'.repeat(100), 10)).toBe('a'.repeat(10))
    expect(plainExcerpt(`x ${'a'.repeat(100)}`, 10)).toBe(`x ${'a'.repeat(8)}`)
  })

  test('an excerpt never splits a character outside the basic plane', () => {
    expect(plainExcerpt('😀'.repeat(10), 5)).toBe('😀😀')
    expect(plainExcerpt('👩‍👩‍👧‍👦'.repeat(3), 15)).toBe('👩‍👩‍👧‍👦')
  })

  test('an excerpt is cut even within a letter with very many combining marks', () => {
    expect(plainExcerpt(`a${'\u0301'.repeat(100)}`, 10)).toHaveLength(10)
  })
})

describe('hostile characters', () => {
  test('NUL and other control characters are removed', () => {
    expect(html('a\u0000b\u0007c\u009fd')).toBe('<p>abcd</p>')
    expect(html('a\tb')).toBe('<p>a\tb</p>')
  })

  test('lone surrogates are replaced', () => {
    expect(html('a\ud800b\udc00')).toBe('<p>a\ufffdb\ufffd</p>')
    expect(renderMarkdown('a\ud800b').plain).toBe('a\ufffdb')
  })

  test('bidi control characters are removed, typed or as entities', () => {
    expect(html('a\u202eb\u2066c')).toBe('<p>abc</p>')
    expect(html('a&#8238;b&#x2066;c')).toBe('<p>abc</p>')
    expect(renderMarkdown('a&#8238;b').plain).toBe('ab')
  })

  test('emoji of several code points are rendered unchanged', () => {
    expect(html('👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿')).toBe('<p>👩‍👩‍👧‍👦 🏴󠁧󠁢󠁥󠁮󠁧󠁿</p>')
  })
})

describe('raw HTML', () => {
  test('raw HTML is shown as text', () => {
    expect(html('<b>a</b> <!-- b -->')).toBe('<p>&lt;b&gt;a&lt;/b&gt; &lt;!-- b --&gt;</p>')
    expect(html('<div>\na\n</div>')).toBe('<p>&lt;div&gt;<br />\na<br />\n&lt;/div&gt;</p>')
  })

  test.each(SCRIPT_PAYLOADS.map((payload) => [payload]))('raw HTML injects no script: %j', (payload) => {
    expect(trespasses(html(payload))).toEqual([])
  })

  test.each(SCRIPT_PAYLOADS.map((payload) => [payload]))(
    'raw HTML is stopped by the sanitizer alone: %j',
    (payload) => {
      expect(trespasses(sanitize(payload))).toEqual([])
    },
  )

  test('the helper of these tests finds elements and links that are not allowed', () => {
    expect(trespasses('<p onclick="x">a</p>')).toEqual(['<p onclick="x">'])
    expect(trespasses('<script>x</script><!--a--><!doctype html>')).toEqual(['<script>', '<!--a-->', '<!html>'])
    expect(trespasses(`<a href="javascript:x" ${REL}>a</a><a href="//x" ${REL}>a</a>`)).toEqual([
      '<a href="javascript:x">',
      '<a href="//x">',
    ])
  })

  test("the sanitizer changes nothing in the renderer's output", () => {
    const made = html(
      '# a\n\n> b **c** _d_ ~~e~~ `f`\n\n3. g\n\n- h\n- [x] h\n\n---\n\n|i|j|\n|:-:|-|\n|k|l|\n\n```\nm\n```\n\n' +
        '>!n!< [o](https://x.example "p") @ala r/gry ![q](https://x.example/q.png) www.x.example a\nb',
    )
    expect(sanitize(made)).toBe(made)
  })
})

describe('texts made to be slow', () => {
  test('very deep nesting is shown as it was typed, without losing text', () => {
    expect(html(`${'>'.repeat(500)}a`)).toBe(`<p>${'&gt;'.repeat(500)}a</p>`)
    expect(html(`${'*'.repeat(500)}a${'*'.repeat(500)}`)).toBe(`<p>${'*'.repeat(500)}a${'*'.repeat(500)}</p>`)
  })

  test('twenty nested quotes are rendered', () => {
    expect(html(`${'> '.repeat(20)}a`).match(/<blockquote>/g)).toHaveLength(20)
  })

  test('a link definition used thousands of times does not multiply the output', () => {
    const text = `[a]: https://x.example/${'b'.repeat(1900)}\n\n${'[a]'.repeat(10_000)}`
    expect(html(text).length).toBeLessThan(2 * text.length)
  })

  test('an excessively long URL is not linked', () => {
    expect(html(`https://x.example/${'a'.repeat(3000)}`)).not.toContain('<a')
    expect(html(`[a](https://x.example/${'a'.repeat(3000)})`)).not.toContain('<a')
  })

  test('the search for URLs without spaces between them stops after 80,000 searched characters', () => {
    const links = (text: string) => html(text).match(/<a /g)?.length ?? 0
    const word = `${'www.a.bc,'.repeat(80)} `
    expect(links(word)).toBe(80)
    expect(links(word.repeat(20))).toBeLessThan(300)
    expect(links('https://a.b/ '.repeat(2_000))).toBe(2_000)
  })

  test.each(Object.entries(COSTLY_TEXTS))('the HTML of %s grows linearly with the length of the text', (_, make) => {
    const size = (length: number) => html(make(length)).length
    expect(size(40_000)).toBeLessThanOrEqual(8 * size(5_000) + 10_000)
    expect(size(40_000)).toBeLessThanOrEqual(maxHtmlLength(40_000))
  })

  test('repeated characters and costly texts take linear steps and few elements', async () => {
    const counting = Bun.spawn([process.execPath, join(import.meta.dir, 'testing/steps.ts')], {
      stdout: 'pipe',
      stderr: 'inherit',
    })
    const { texts, square } = (await new Response(counting.stdout).json()) as Counted
    expect(texts.length).toBeGreaterThan(150)
    expect(
      texts.filter(
        ({ eighth, whole }) =>
          whole.perCharacter > Math.min(350, 3 * eighth.perCharacter) || whole.elements > whole.length + 10,
      ),
    ).toEqual([])
    expect(square.whole.perCharacter).toBeGreaterThan(7 * square.eighth.perCharacter)
  })

  test('a text whose HTML would be many times as long is shown as it was typed', () => {
    const mentions = '@ala '.repeat(8_000)
    expect(html(mentions)).toBe(`<p>${mentions.trim()}</p>`)
    expect(html('@ala '.repeat(500)).match(/<a /g)).toHaveLength(500)
  })

  test('an endless word in one paragraph does not prevent links in the next one', () => {
    expect(html(`${'a'.repeat(5000)}\n\nwww.x.example`)).toContain('<a href="http://www.x.example"')
  })

  test('tables with very many missing cells are shown as they were typed', () => {
    const table = (rows: number) => `${'|a'.repeat(20)}\n${'|-'.repeat(20)}\n${'x\n'.repeat(rows)}\n`
    expect(html(table(40)).match(/<td/g)).toHaveLength(800)
    expect(html(table(400))).not.toContain('<td')
    expect(html(table(15_000))).toContain('x<br />\nx')
  })
})
