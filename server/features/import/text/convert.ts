import { cleanText } from '#server/markdown/clean-text.ts'
import type { SourceText } from '../records.ts'
import { parseBbcode } from './bbcode.ts'
import { outsideCode } from './code.ts'
import { parseHtml } from './html.ts'
import { quotedPosts, textOf, type Node } from './nodes.ts'
import { toMarkdown, type Links } from './to-markdown.ts'

/** Longer texts are truncated, so that parsing takes less than a second. */
const MAX_SOURCE = 200_000
const MAX_MARKS = 20_000

export type ParsedText = {
  nodes: Node[] | null
  markdown: string
  wasCut: boolean
  quoted: string[]
  /** Whether typed characters like :) become emoji; in HTML smilies are pictures. */
  hasTypedSmilies: boolean
}

/** `markdownOf` converts the result later, when the content to which the text links is loaded. */
export function parseText({ format, text }: SourceText): ParsedText {
  const clean = cleanText(text.slice(0, MAX_SOURCE)).replaceAll(/\r\n?/g, '\n')
  const wasCut = text.length > MAX_SOURCE
  const hasTypedSmilies = format !== 'html'
  if (format === 'markdown') return { nodes: null, markdown: clean, wasCut, quoted: [], hasTypedSmilies }
  const isCostly = clean.replace(/[^[<]/g, '').length > MAX_MARKS
  const nodes = format === 'plain' || isCostly ? [clean] : format === 'bbcode' ? parseBbcode(clean) : parseHtml(clean)
  return { nodes, markdown: '', wasCut, quoted: quotedPosts(nodes), hasTypedSmilies }
}

export function wordsOf(text: SourceText): string {
  const { nodes, markdown } = parseText(text)
  return (nodes === null ? markdown : textOf(nodes)).trim()
}

/** Links relative to their page are removed, because the page has another URL here; their text stays. */
const RELATIVE_LINK = /(?<!\\)!?\[([^\][\\]*)\]\((?!\/|<)[^\s():<>]+(?:[ \t]+"[^"\n]*")?\)/g

/** Targets of links and link definitions, URLs in angle brackets, and bare URLs. */
const MARKDOWN_LINK = new RegExp(
  [
    String.raw`(\]\(\s*<?|^ {0,3}\[[^\]\n]{1,200}\]:[ \t]*<?)((?:https?:\/\/|\/)[^\s)>]+)`,
    String.raw`<(https?:\/\/[^\s>]+)>`,
    String.raw`(?<![("'<[\]\w/])(https?:\/\/[^\s)>\]"']+)`,
  ].join('|'),
  'gm',
)

export function markdownOf({ nodes, markdown, hasTypedSmilies }: ParsedText, links: Links): string {
  if (nodes !== null) return toMarkdown(nodes, { ...links, hasTypedSmilies })
  return outsideCode(markdown, (prose) =>
    prose
      .replace(RELATIVE_LINK, '$1')
      .replace(MARKDOWN_LINK, (all, before?: string, linked?: string, angled?: string, bare?: string) => {
        const typed = linked ?? angled ?? bare ?? ''
        const to = links.resolve(typed)
        if (to === null) return all
        return linked === undefined ? `[${typed.replace(/[[\]\\]/g, '\\$&')}](${to})` : `${before}${to}`
      }),
  ).trim()
}
