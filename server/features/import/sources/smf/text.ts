import type { SourceText } from '../../records.ts'
import { decodeEntities } from '../../text/html.ts'
import { string, type SourceRow } from '../database.ts'

const SMILIES: Record<string, string> = { '8)': '😎', '???': '😕' }
/** Smilies of SMF alone, between the characters that it wants around them; elsewhere they are words. */
const SMILEY = /(?<=[>:?.\s\u00A0[\]()*\\;]|^)(?:8\)|\?\?\?)(?=[^a-zA-Z0-9]|$)/g

/** Code, which stays as it is, and lists, whose items have marks like those of lines. */
const KEPT = /(\[(code|php|html|nobbc|list)\b[^\]]*\][\s\S]*?\[\/\2\])/gi
const MARKED = /\[(?:[*@+x#oO]|(?<=[;\s>]\[|^\[)0)\]/

/** Short marks like `[x]` make the rest of their line an item of a list. */
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

/** The text of a message as it was typed, with what SMF alone reads into it. */
export function bbcode(value: SourceRow[string] | undefined): SourceText {
  const text = decodeEntities(
    string(value)
      .replace(/<br\s*\/?>/gi, '\n')
      .replaceAll('&nbsp;', ' '),
  )
  // Splitting by two groups yields the text between, the kept part and the name of its tag in turn.
  const parts = text.split(KEPT)
  const made = parts.flatMap((part, at) => (at % 3 === 0 ? [changed(part)] : at % 3 === 1 ? [part] : []))
  return { format: 'bbcode', text: made.join('') }
}
