import type { SourceText } from '../../records.ts'
import { decodeEntities } from '../../text/html.ts'
import { string, type SourceRow } from '../database.ts'

const SMILIES: Record<string, string> = { '8)': '😎', '???': '😕' }
/** Matches smilies that only SMF has, in places where SMF shows them as pictures. */
const SMILEY = /(?<=[>:?.\s\u00A0[\]()*\\;]|^)(?:8\)|\?\?\?)(?=[^a-zA-Z0-9]|$)/g

/** Code and lists are left unchanged: SMF ignores item marks in code, and lists have item tags already. */
const KEPT = /(\[(code|php|html|nobbc|list)\b[^\]]*\][\s\S]*?\[\/\2\])/gi
const MARKED = /\[(?:[*@+x#oO]|(?<=[;\s>]\[|^\[)0)\]/

/** Converts lines with short item marks like `[x]` to items of a list. */
function withLists(text: string): string {
  const made: string[] = []
  let items: string[] = []
  const flush = () => {
    if (items.length > 0) made.push(`[list]${items.map((item) => `[li]${item}[/li]`).join('')}[/list]`)
    items = []
  }
  for (const line of text.split('\n')) {
    const [before = '', ...rest] = line.split(MARKED)
    if (rest.length === 0 || before.trim() !== '') flush()
    if (rest.length === 0 || before.trim() !== '') made.push(before)
    items.push(...rest)
  }
  flush()
  return made.join('\n')
}

const changed = (part: string) => withLists(part.replace(SMILEY, (smiley) => SMILIES[smiley]!))

export function bbcode(value: SourceRow[string] | undefined): SourceText {
  const text = decodeEntities(
    string(value)
      .replace(/<br\s*\/?>/gi, '\n')
      .replaceAll('&nbsp;', ' '),
  )
  // Splitting by a pattern with two groups yields three parts in turn: text between matches, the match, its tag name.
  const parts = text.split(KEPT)
  const made = parts.flatMap((part, at) => (at % 3 === 0 ? [changed(part)] : at % 3 === 1 ? [part] : []))
  return { format: 'bbcode', text: made.join('') }
}
