import { expect, test } from 'bun:test'
import { CaptionsRefused, readCaptions, writeCaptions } from './captions.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const read = (text: string) => readCaptions(bytes(text))
const clean = (text: string) => writeCaptions(read(text))

function refusalOf(file: string | Uint8Array): unknown {
  try {
    return readCaptions(typeof file === 'string' ? bytes(file) : file)
  } catch (error) {
    return error instanceof CaptionsRefused ? [error.problem, error.line] : error
  }
}

test('cleaning a WebVTT file changes neither its times nor its texts', () => {
  expect(clean('WEBVTT\n\n00:01.000 --> 00:02.500\nDzień dobry\n\n1:00:00.000 --> 1:00:01.000\nA\nB\n')).toBe(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nDzień dobry\n\n01:00:00.000 --> 01:00:01.000\nA\nB\n',
  )
})

test('an SRT file becomes WebVTT, whatever its line ends and byte order mark', () => {
  const first = '\uFEFF1\r\n00:00:01,5 --> 00:00:02,000\r\n{\\an8}<i>Cześć</i>\r\n\r\n\r\n'
  expect(clean(`${first}2\r\n0:00:03,000 --> 0:00:04,000\r\nHej`)).toBe(
    'WEBVTT\n\n00:00:01.500 --> 00:00:02.000\nCześć\n\n00:00:03.000 --> 00:00:04.000\nHej\n',
  )
})

test('the text of a caption file has none of its styles, regions, notes, positions, cue names and markup', () => {
  const file = [
    'WEBVTT - title\nKind: captions',
    'STYLE\n::cue { background: url(https://example.org/spy) }',
    'REGION\nid:fred',
    'NOTE a comment\nof two lines',
    'intro\n00:01.000 --> 00:02.000 position:10% region:fred\n<v.loud Anna Nowak>Na<00:00:01.500>resz<c.red>cie</c>',
    '00:03.000 --> 00:04.000\n<script>alert(1)</script><img src=x onerror=alert(1)>',
  ].join('\n\n')
  expect(read(file)).toEqual([
    { start: 1_000, end: 2_000, text: 'Anna Nowak: Nareszcie' },
    { start: 3_000, end: 4_000, text: 'alert(1)' },
  ])
})

test('characters of a caption that look like markup only once decoded stay text', () => {
  const file = 'WEBVTT\n\n00:01.000 --> 00:02.000\n&lt;b&gt;Tom &amp; Jerry&lt;/b&gt; --> 3 < 5\n'
  expect(read(file)[0]!.text).toBe('<b>Tom & Jerry</b> --> 3 < 5')
  expect(clean(file)).toEndWith('&lt;b&gt;Tom &amp; Jerry&lt;/b&gt; --&gt; 3 &lt; 5\n')
  expect(clean(clean(file))).toBe(clean(file))
})

test('cues are put into the order of their times', () => {
  expect(
    read('2\n00:00:03,000 --> 00:00:04,000\nB\n\n1\n00:00:01,000 --> 00:00:02,000\nA').map(({ text }) => text),
  ).toEqual(['A', 'B'])
})

test('reading a caption file drops cues without text and replaces control characters by spaces', () => {
  expect(read('WEBVTT\n\n00:01.000 --> 00:02.000\n<b></b>\n\n00:02.000 --> 00:03.000\nA\u0007\u0085B\tC\n')).toEqual([
    { start: 2_000, end: 3_000, text: 'A  B C' },
  ])
})

test('old Polish subtitles and UTF-16 are decoded', () => {
  const [before, after] = [bytes('1\n00:00:01,000 --> 00:00:02,000\n'), new Uint8Array([0xbf, 0xf3, 0xb3, 0x9e])]
  expect(readCaptions(new Uint8Array([...before, ...after]))[0]!.text).toBe('żółž')
  const wide = Buffer.from('\uFEFF1\n00:00:01,000 --> 00:00:02,000\nżółw', 'utf16le')
  expect(readCaptions(wide)[0]!.text).toBe('żółw')
})

test('a file without valid captions is refused with the line of its first error', () => {
  expect(refusalOf('WEBVTT\n\n00:01.000 --> 00:02.000\nA\n\n00:03 --> 00:04\nB')).toEqual(['time', 6])
  expect(refusalOf('1\n00:00:01,000 --> 00:00:02,000\nA\n\nlost text')).toEqual(['time', 5])
  expect(refusalOf('1\n00:61:01,000 --> 00:62:02,000\nA')).toEqual(['time', 2])
  expect(refusalOf('1\n00:00:02,000 --> 00:00:02,000\nA')).toEqual(['order', 2])
  expect(refusalOf('')).toEqual(['empty', null])
  expect(refusalOf('WEBVTT\n\nNOTE nothing\n')).toEqual(['empty', null])
  expect(refusalOf(new Uint8Array([0x89, 0x50, 0, 0]))).toEqual(['encoding', null])
  expect(refusalOf('<html><script>alert(1)</script></html>')).toEqual(['time', 1])
})

test.each([
  ['angle brackets', '<'],
  ['voices without an end', '<v '],
  ['positions without an end', '{\\'],
  ['ampersands', '&'],
  ['spaces', ' '],
  ['arrows', '-->'],
])('200 kB of %s are read in linear time', (_, piece) => {
  // A parser whose time grows with the square of the length would exceed the time limit of the test.
  const text = piece.repeat(Math.floor(200_000 / piece.length))
  expect(refusalOf(`WEBVTT\n\n${text}x\n\n`)).toEqual(['time', 3])
  expect(read(`WEBVTT\n\n00:01.000 --> 00:02.000\n${text}x`)[0]!.text).toEndWith('x')
})
