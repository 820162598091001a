import Parser from 'markdown-it'
import type { Env, MarkdownIt, Token } from 'markdown-it'
import { BOUNDS } from './bounds.ts'
import { outlineHeadings } from './headings.ts'
import { restrictLinks } from './links.ts'
import { addMentions } from './mentions.ts'
import { addSpoilers } from './spoilers.ts'
import { restrictTables } from './tables.ts'

const options = { html: false, breaks: true, xhtmlOut: true, maxNesting: BOUNDS.nesting } as const

const markdown = new Parser('default', { ...options, linkify: true })
outlineHeadings(markdown)
restrictLinks(markdown)
addSpoilers(markdown)
addMentions(markdown)
restrictTables(markdown)
const code = (text: string) => `<pre tabindex="0"><code>${markdown.utils.escapeHtml(text)}</code></pre>\n`
markdown.renderer.rules.fence = (tokens, index) => code(tokens[index]?.content ?? '')
markdown.renderer.rules.code_block = (tokens, index) => code(tokens[index]?.content ?? '')

/** Paragraphs and line breaks, nothing else. */
const unformatted = new Parser('zero', options)
unformatted.enable('newline')

export type Parsed = { tokens: Token[], env: Env, toHtml: () => string }

/** Parses Markdown; a text beyond the bounds counts as one without markup, so that none of its words is lost. */
export function parse(text: string): Parsed {
  const parsed = parseWith(markdown, text)
  return isWithinBounds(parsed.tokens) ? parsed : parseWith(unformatted, text)
}

function parseWith(md: MarkdownIt, text: string): Parsed {
  const env: Env = {}
  const tokens = md.parse(text, env)
  return { tokens, env, toHtml: () => md.renderer.render(tokens, md.options, env) }
}

function isWithinBounds(tokens: Token[]): boolean {
  let linkTargets = 0
  for (const block of tokens) {
    // The parser leaves out what is nested deeper than its own bound.
    if (block.level >= BOUNDS.nesting - 1) return false
    for (const token of block.children ?? []) {
      if (token.level >= BOUNDS.nesting) return false
      if (token.type === 'link_open') linkTargets += attributesLength(token)
    }
  }
  return linkTargets <= BOUNDS.linkTargets
}

function attributesLength(token: Token): number {
  return (token.attrs ?? []).reduce((length, [, value]) => length + String(value).length, 0)
}
