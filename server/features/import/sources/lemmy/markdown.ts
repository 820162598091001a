import { cleanText } from '#server/markdown/clean-text.ts'
import { FORMER_HOST } from '../../addresses.ts'
import { outsideCode } from '../../text/code.ts'
import { covered } from '../../text/to-markdown.ts'

const SPOILER = /^ {0,3}(:{3,})\s*spoiler\s+(.*?)\s*$/
const MAX_DEPTH = 10

/** Replaces spoilers from `::: spoiler title` up to `:::` or the end of the text. */
function withoutSpoilers(text: string, depth = 0): string {
  if (depth > MAX_DEPTH || !/^ {0,3}:{3,}\s*spoiler/m.test(text)) return text
  const made: string[] = []
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const [, colons, title = ''] = SPOILER.exec(lines[at]!) ?? []
    if (colons === undefined) {
      made.push(lines[at]!)
      continue
    }
    const isEnd = (line: string) => /^ {0,3}:{3,}\s*$/.test(line) && line.trim().length >= colons.length
    const found = lines.findIndex((line, place) => place > at && isEnd(line))
    const end = found === -1 ? lines.length : found
    const inner = withoutSpoilers(lines.slice(at + 1, end).join('\n'), depth + 1)
    made.push('', title, '', covered(inner), '')
    at = end
  }
  return made.join('\n')
}

const DEFINITION = /^ {0,3}\[\^([^\]\s]+)\]:[ \t]*(.*(?:\n(?:[ \t]{2,}\S.*|[ \t]*(?=\n[ \t]{4,}\S)))*)\n?/gm
const REFERENCE = /\^\[((?:[^[\]\\]|\\.)+)\]|\[\^([^\]\s]+)\]/g

function withoutFootnotes(typed: string): string {
  if (!typed.includes('[^') && !typed.includes('^[')) return typed
  const notes = new Map<string, string>()
  const body = typed.replace(DEFINITION, (_, label: string, note: string) => {
    if (!notes.has(label)) notes.set(label, note)
    return '\n'
  })
  const listed: string[] = []
  const numbers = new Map<string, number>()
  const numbered = (part: string) =>
    part.replace(REFERENCE, (all, inline: string | undefined, label: string | undefined) => {
      if (inline !== undefined) return `\\[${listed.push(inline)}\\]`
      const note = notes.get(label!)
      if (note === undefined) return all
      const known = numbers.get(label!) ?? listed.push(note)
      numbers.set(label!, known)
      return `\\[${known}\\]`
    })
  const text = numbered(body)
  // A footnote may refer to further footnotes, which are appended to the list while this loop runs.
  const list: string[] = []
  for (const note of listed)
    list.push(
      `${list.length + 1}. ${numbered(note)
        .replace(/\n[ \t]*/g, '\n   ')
        .trim()}`,
    )
  for (const [label, note] of notes) if (!numbers.has(label)) list.push(`${list.length + 1}. ${note.trim()}`)
  return list.length === 0 ? text : `${text.trimEnd()}\n\n${list.join('\n')}`
}

/** Link targets and bare URLs, in which ^ and ~ are no markup. */
const ADDRESS = String.raw`\]\(\s*<?[^\s)]*|https?:\/\/\S+`
const INLINE = new RegExp(
  [
    `(${ADDRESS})`,
    String.raw`(?<!\\)\^((?:[^\s^\\[\]]|\\.)+)\^`,
    String.raw`(?<![~\\])~((?:[^\s~\\]|\\.)+)~(?!~)`,
    String.raw`(?<!\\)\{([^{}|\n]{1,100})\|([^{}|\n]{1,100})\}`,
  ].join('|'),
  'g',
)

type Matched = (string | undefined)[]

/** Removes the marks of superscript, subscript and ruby annotations, which Markdown here lacks. */
const withoutMarks = (text: string) =>
  text.replace(INLINE, (all, ...[address, raised, lowered, base, above]: Matched) => {
    if (address !== undefined) return all
    if (base !== undefined) return `${base}(${above})`
    return (raised ?? lowered!).replace(/\\ /g, ' ')
  })

const NAMED = new RegExp(
  String.raw`\[[^\][]*\]\([^()]*\)|https?:\/\/\S+|` +
    String.raw`(?<![\p{L}\p{N}_.+%@!/[-])(!|@|\/[cmu]\/)([\p{L}\p{N}._%+-]+)@([a-zA-Z\d.-]+\.[a-zA-Z]{2,})`,
  'gu',
)

/** Links `!community@host` and `@person@host` to their pages on the former Lemmy instance. */
const withLinks = (text: string) =>
  text.replace(NAMED, (all, ...[mark, name, host]: Matched) => {
    if (mark === undefined || name === undefined || host === undefined) return all
    const folder = mark === '@' || mark === '/u/' ? 'u' : 'c'
    const label = all.replace(/[\\*_`~]/g, String.raw`\$&`)
    return `[${label}](https://${FORMER_HOST}/${folder}/${encodeURIComponent(name)}@${host})`
  })

/** The maximum length of texts in Lemmy; the import truncates longer texts anyway. */
const MAX_LENGTH = 200_000

export function ourMarkdown(text: string): string {
  if (text.length > MAX_LENGTH) return text
  return outsideCode(cleanText(text).replaceAll(/\r\n?/g, '\n'), (prose) =>
    withLinks(withoutMarks(withoutFootnotes(withoutSpoilers(prose)))),
  )
}
