import { expect, test } from 'bun:test'
import { markdownOf, parseText, wordsOf } from '../../text/convert.ts'
import { customBbcode } from './custom-bbcodes.ts'
import { storedText } from './text.ts'

const CUSTOM = new Map(
  [
    ['[ramka={TEXT1}]{TEXT2}[/ramka]', '<fieldset><legend>{TEXT1}</legend>{TEXT2}</fieldset>'],
    ['[mapa]{SIMPLETEXT}[/mapa]', '<a href="https://example.org/mapa/{SIMPLETEXT}">Mapa: {SIMPLETEXT}</a>'],
    ['[film={NUMBER}]{URL}[/film]', '<iframe width="{NUMBER}" src="{URL}"></iframe>'],
    ['[spoiler]{TEXT}[/spoiler]', '<div class="hidden">{TEXT}</div>'],
  ].map(([definition, template]) => customBbcode(definition!, template!)!),
)

const markdown = (stored: string) =>
  markdownOf(parseText(storedText(stored, '', CUSTOM)), {
    resolve: () => null,
    post: (id) => `/post/1?comment=${id}`,
    quoteBy: (author) => author || '↑',
    note: () => {},
  })

test.each([
  [
    'a BBCode of the administrator is shown by its own template',
    '<r><RAMKA ramka="Uwaga &amp; x"><s>[ramka=Uwaga &amp; x]</s>Treść <B><s>[b]</s>gruba<e>[/b]</e></B>' +
      '<e>[/ramka]</e></RAMKA></r>',
    'Uwaga & xTreść **gruba**',
  ],
  [
    'text within such a BBCode is part of the address of its template',
    '<r><MAPA content="Łódź"><s>[mapa]</s>Łódź<e>[/mapa]</e></MAPA></r>',
    '[Mapa: Łódź](https://example.org/mapa/Łódź)',
  ],
  [
    'a player becomes a link to what it plays',
    '<r><FILM content="https://example.org/x" film="3"><s>[film=3]</s>https://example.org/x<e>[/film]</e></FILM></r>',
    'https://example.org/x',
  ],
  ['a spoiler is covered', '<r><SPOILER><s>[spoiler]</s>koniec<e>[/spoiler]</e></SPOILER></r>', '>!koniec!<'],
  ['an unknown tag stays as it was typed', '<r><XYZ><s>[xyz=1]</s>a<e>[/xyz]</e></XYZ></r>', '\\[xyz=1\\]a\\[/xyz\\]'],
  ['markup that the forum did not read is text', '<t>[b]nie[/b] :) ::)</t>', '\\[b\\]nie\\[/b\\] :) ::)'],
  ['a smiley that the forum showed is an emoji', '<r>tak <E>:)</E> i :)</r>', 'tak 🙂 i :)'],
  [
    'a picture within a link is the name of the link',
    '<r><URL url="https://example.org/x"><s>[url=https://example.org/x]</s>' +
      '<IMG src="https://example.org/y.png"><s>[img]</s>https://example.org/y.png<e>[/img]</e></IMG>' +
      '<e>[/url]</e></URL></r>',
    '[https://example.org/y.png](https://example.org/x)',
  ],
  [
    'an address ends where the forum ended it',
    '<r>[film]<URL url="https://example.org/a">https://example.org/a</URL>[/film]</r>',
    '\\[film\\]<https://example.org/a>\\[/film\\]',
  ],
  [
    'a quote has its source',
    '<r><QUOTE author="Ola K." post_id="7"><s>[quote="Ola K." post_id=7]</s>a<e>[/quote]</e></QUOTE>\nb</r>',
    '> [Ola K.](/post/1?comment=7)\n>\n> a\n\nb',
  ],
  [
    'code keeps its lines and its indent',
    '<r><CODE><s>[code]</s><i>\n</i>a\n    &lt;b&gt;[b]x[/b]<i>\n</i><e>[/code]</e></CODE></r>',
    '```\na\n    <b>[b]x[/b]\n```',
  ],
  ['a line break is one', '<t>a<br/>\nb<br/>\n<br/>\nc</t>', 'a\nb\n\nc'],
])('IMP-12 phpBB markup is converted to Markdown: %s', (_, stored, expected) => {
  expect(markdown(stored)).toBe(expected)
})

test.each(['<r><B><s>[b]</s>nie zamknięte', '</r></r>x', '<r', '<t></t>', '<r><QUOTE><QUOTE>dno'])(
  'IMP-12 a broken text of phpBB is read without an error: %j',
  (stored) => {
    expect(typeof markdown(stored)).toBe('string')
  },
)

test('IMP-12 the description of a phpBB section is imported as text without markup', () => {
  const stored = '<r>Opis z <B><s>[b]</s>grubym<e>[/b]</e></B> &amp; [nawiasem]</r>'
  expect(wordsOf(storedText(stored, ''))).toBe('Opis z grubym & [nawiasem]')
  expect(wordsOf(storedText('Opis [b:1a]stary[/b:1a]', '1a'))).toBe('Opis stary')
})
