import { SCRIPT_PAYLOADS } from './payloads.ts'

const PIECES = [
  '<',
  '>',
  '</',
  '/>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?',
  '?>',
  '<script',
  '</script>',
  '<img src=x',
  '<svg ',
  '<math>',
  '<style>',
  '<a href=',
  '<p ',
  '<br>',
  '<div>',
  '<table>',
  '<textarea>',
  '<title>',
  '<noscript>',
  '<template>',
  '<iframe ',
  ' onerror=',
  ' onclick="',
  'alert(1)',
  'javascript:',
  'vbscript:',
  'data:text/html,',
  'java\tscript:',
  'javascript&colon;',
  'https://x.example/',
  'http://',
  'www.',
  'mailto:',
  'ftp://',
  '//x.example',
  '/\\x',
  'a@x.example',
  '/r/gry',
  'r/gry',
  '@ala',
  '@',
  '"',
  "'",
  '`',
  '``',
  '```',
  '~~~',
  '~~',
  '*',
  '**',
  '***',
  '_',
  '__',
  '[',
  ']',
  '(',
  ')',
  '](',
  '![',
  '[x]',
  '[x]:',
  '][',
  '<x>',
  '>!',
  '!<',
  '>!a!<',
  '\n>!',
  '#',
  '## ',
  '\n# ',
  '\n===',
  '\n---',
  '- ',
  '\n- ',
  '- [ ] ',
  '\n- [x] ',
  '\n1. [X]\t',
  '1. ',
  '\n1) ',
  '> ',
  '\n> ',
  '    ',
  '\t',
  '\n\n',
  '\n',
  ' ',
  '  \n',
  '\\',
  '\\\n',
  '|',
  '|-|',
  '\n|a|b|\n|-|:-:|\n|',
  '\n|',
  ':-:',
  '&',
  '&amp;',
  '&lt;',
  '&#60;',
  '&#x3c;',
  '&#0;',
  '&#8238;',
  '&quot;',
  '&colon;',
  '&Tab;',
  '&NewLine;',
  '\u0000',
  '\u0001',
  '\u0008',
  '\u000b',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u00ad',
  '\u200b',
  '\u200d',
  '\u200e',
  '\u2028',
  '\u202e',
  '\u2066',
  '\ufeff',
  '\ufffe',
  '\ud800',
  '\udc00',
  '😀',
  'ż',
  'İ',
  'K',
  '＜',
  '﹤',
  'a',
  'b c',
  '0',
  '100%',
  '%0a',
  '%3c',
  'x'.repeat(50),
  '='.repeat(5),
  'class=',
  'style="',
  'id=',
  ' rel="x"',
  ' tabindex=',
  'https://x.example/"onmouseover="alert(1)',
  '[a](https://x.example "t',
  '<https://x.example/"',
  ...SCRIPT_PAYLOADS,
]

/** Returns a text of fragments that have broken renderers, the same for an equal `seed` and `run`. */
export function hostileText(seed: number, run: number): string {
  const random = mulberry32(Math.imul(seed, 0x9e3779b1) ^ run)
  const below = (end: number) => Math.floor(random() * end)
  const few = below(4) === 0 ? Array.from({ length: 4 }, () => PIECES[below(PIECES.length)]) : PIECES
  const text = Array.from({ length: 1 + below(40) }, () => few[below(few.length)]).join('')
  return below(8) === 0 ? mangle(text, below) : text
}

/** Repeats fragments, so that a rendering time that grows faster than the length of the text becomes visible. */
export function repetitiveText(seed: number, run: number, length: number): string {
  const random = mulberry32(Math.imul(seed, 0x85ebca6b) ^ run)
  const below = (end: number) => Math.floor(random() * end)
  const some = (most: number) => Array.from({ length: 1 + below(most) }, () => PIECES[below(PIECES.length)]).join('')
  const fill = (piece: string, end: number) => piece.repeat(Math.ceil(end / piece.length)).slice(0, end)
  const [start, end] = [below(3) === 0 ? some(2) : '', below(3) === 0 ? some(2) : '']
  const middle = length - start.length - end.length
  const body =
    below(3) === 0
      ? fill(some(2), Math.ceil(middle / 2)) + fill(some(2), Math.floor(middle / 2))
      : fill(some(4), middle)
  return start + body + end
}

/** Leaves incomplete pieces of Markdown in the text. */
function mangle(text: string, below: (end: number) => number): string {
  const from = below(text.length)
  const stretch = text.slice(from, from + 1 + below(20))
  const at = below(text.length)
  return text.slice(0, at) + stretch.repeat(1 + below(30)) + text.slice(at + below(10))
}

/** The random generator Mulberry32 by Tommy Ettinger returns the same numbers on every machine. */
function mulberry32(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
