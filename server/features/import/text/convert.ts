import { cleanText } from '#server/markdown/clean-text.ts'
import type { SourceText } from '../records.ts'
import { parseBbcode } from './bbcode.ts'
import { parseHtml } from './html.ts'
import { quotedPosts, type Node } from './nodes.ts'
import { toMarkdown, type Links } from './to-markdown.ts'

/** Longer texts are cut before they are parsed, so that none takes more than a second. */
const MAX_SOURCE = 200_000
const MAX_MARKS = 20_000

export type ParsedText = { nodes: Node[] | null; markdown: string; wasCut: boolean; quoted: string[] }

/** Parses the text once; `markdownOf` converts it when the targets of its links are found. */
export function parseText({ format, text }: SourceText): ParsedText {
  const clean = cleanText(text.slice(0, MAX_SOURCE)).replaceAll(/\r\n?/g, '\n')
  const wasCut = text.length > MAX_SOURCE
  if (format === 'markdown') return { nodes: null, markdown: clean, wasCut, quoted: [] }
  const isCostly = clean.replace(/[^[<]/g, '').length > MAX_MARKS
  const nodes = format === 'plain' || isCostly ? [clean] : format === 'bbcode' ? parseBbcode(clean) : parseHtml(clean)
  return { nodes, markdown: '', wasCut, quoted: quotedPosts(nodes) }
}

const MARKDOWN_LINK = /(\]\(\s*<?)(https?:\/\/[^\s)>]+)|(?<![("'<[\]\w/])(https?:\/\/[^\s)>\]"']+)/g

export function markdownOf({ nodes, markdown }: ParsedText, links: Links): string {
  if (nodes !== null) return toMarkdown(nodes, links)
  return markdown
    .replace(MARKDOWN_LINK, (all, before: string | undefined, linked: string | undefined, bare: string | undefined) => {
      const to = links.resolve(linked ?? bare ?? '')
      if (to === null) return all
      return linked === undefined ? `[${bare}](${to})` : `${before}${to}`
    })
    .trim()
}
