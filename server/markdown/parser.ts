import Parser from 'markdown-it'
import type { Env, Token } from 'markdown-it'
import { BOUNDS } from './bounds.ts'
import { outlineHeadings } from './headings.ts'
import { restrictLinks } from './links.ts'
import { addMentions } from './mentions.ts'
import { addSpoilers } from './spoilers.ts'
import { restrictTables } from './tables.ts'
import { addTasks } from './tasks.ts'

const markdown = new Parser('default', {
  html: false,
  breaks: true,
  xhtmlOut: true,
  linkify: true,
  maxNesting: BOUNDS.nesting,
})
outlineHeadings(markdown)
restrictLinks(markdown)
addSpoilers(markdown)
addMentions(markdown)
restrictTables(markdown)
addTasks(markdown)
const code = (text: string) => `<pre tabindex="0"><code>${markdown.utils.escapeHtml(text)}</code></pre>\n`
markdown.renderer.rules.fence = (tokens, index) => code(tokens[index]?.content ?? '')
markdown.renderer.rules.code_block = (tokens, index) => code(tokens[index]?.content ?? '')

type Parsed = { tokens: Token[]; env: Env; toHtml: () => string }

export function parse(text: string): Parsed {
  const env: Env = {}
  const tokens = markdown.parse(text, env)
  return { tokens, env, toHtml: () => markdown.renderer.render(tokens, markdown.options, env) }
}

export function isWithinBounds(tokens: Token[]): boolean {
  let linkTargets = 0
  for (const block of tokens) {
    // At this level the parser may have dropped blocks that are nested deeper.
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
