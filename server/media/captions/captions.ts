/** Start and end in milliseconds, and plain text of one or more lines. */
type Cue = { start: number; end: number; text: string }

type CaptionsProblem = 'encoding' | 'time' | 'order' | 'empty'

/** `line` is counted from 1, or null if the file is refused as a whole. */
export class CaptionsRefused extends Error {
  readonly problem: CaptionsProblem
  readonly line: number | null

  constructor(problem: CaptionsProblem, line: number | null) {
    super(line === null ? problem : `${problem} in line ${line}`)
    this.name = 'CaptionsRefused'
    this.problem = problem
    this.line = line
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ', lrm: '', rlm: '' }

/** Decodes UTF-8, UTF-16 with a byte order mark, or Windows-1250 (old Polish subtitles). @throws CaptionsRefused */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  const wide = first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : null
  if (wide) return new TextDecoder(wide).decode(bytes)
  // Of the accepted encodings only UTF-16 has zero bytes in text.
  if (bytes.includes(0)) throw new CaptionsRefused('encoding', null)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

const TIME = String.raw`(?:(\d{1,2}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})`
const TIMES = new RegExp(String.raw`^[ \t]*${TIME}[ \t]*-->[ \t]*${TIME}(?:[ \t].*)?$`)

function millisecondsOf([hours = '0', minutes, seconds, fraction]: (string | undefined)[]): number | null {
  if (Number(minutes) > 59 || Number(seconds) > 59) return null
  return (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000 + Number(fraction!.padEnd(3, '0'))
}

/** Returns times in milliseconds. @throws CaptionsRefused */
function timesOf(text: string, line: number): { start: number; end: number } {
  const match = TIMES.exec(text)
  const [start, end] = match ? [millisecondsOf(match.slice(1, 5)), millisecondsOf(match.slice(5, 9))] : [null, null]
  if (start === null || end === null) throw new CaptionsRefused('time', line)
  if (end <= start) throw new CaptionsRefused('order', line)
  return { start, end }
}

/** Replaces a voice tag by the speaker's name, and removes other tags and times; other angle brackets are text. */
function withoutTags(text: string): string {
  return text.replaceAll(/<([^<>\n]*)>/g, (whole, inside: string) => {
    const [name = '', ...words] = inside.split(/[ \t]/)
    if (/^v(?:\.|$)/.test(name) && words.length > 0) return `${words.join(' ').trim()}: `
    return /^(?:\/?[a-z]|[\d:.]+$|\/?$)/i.test(inside) ? '' : whole
  })
}

function withoutEntities(text: string): string {
  return text.replaceAll(/&(\w{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole)
}

/** Leaves out tags, positions in the style of SRT (`{\an8}`), control characters and empty lines. */
function plainText(lines: string[], isVtt: boolean): string {
  const text = withoutTags(lines.join('\n').replaceAll(/\{\\[^{}\n]*\}/g, ''))
  return (
    (isVtt ? withoutEntities(text) : text)
      // eslint-disable-next-line no-control-regex
      .replaceAll(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/g, ' ')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .join('\n')
      .toWellFormed()
  )
}

type Block = { at: number; lines: string[] }

/** Blocks are groups of lines between empty lines; `at` is the number of a block's first line. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let open: Block | null = null
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') open = null
    else if (open) open.lines.push(line)
    else blocks.push((open = { at: index + 1, lines: [line] }))
  }
  return blocks
}

const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/

/** Reads WebVTT or SRT in the order of the times, without styles and positions. @throws CaptionsRefused */
export function readCaptions(bytes: Uint8Array): Cue[] {
  const blocks = blocksOf(decode(bytes).replace(/^\uFEFF/, ''))
  const isVtt = /^WEBVTT(?:[ \t]|$)/.test(blocks[0]?.lines[0] ?? '')
  const cues: Cue[] = []
  for (const { at, lines } of isVtt ? blocks.slice(1) : blocks) {
    const [first = '', second] = lines
    if (isVtt && OTHER_BLOCK.test(first) && !first.includes('-->')) continue
    // The line before the times is the number or name of the caption.
    const place = first.includes('-->') || second === undefined ? 0 : 1
    const times = timesOf(lines[place]!, at + place)
    const text = plainText(lines.slice(place + 1), isVtt)
    if (text !== '') cues.push({ ...times, text })
  }
  if (cues.length === 0) throw new CaptionsRefused('empty', null)
  return cues.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

function timeText(milliseconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const seconds = milliseconds / 1_000
  return (
    `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.` +
    String(milliseconds % 1_000).padStart(3, '0')
  )
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export function writeCaptions(cues: readonly Cue[]): string {
  const blocks = cues.map(({ start, end, text }) => `${timeText(start)} --> ${timeText(end)}\n${escaped(text)}\n`)
  return `WEBVTT\n\n${blocks.join('\n')}`
}
