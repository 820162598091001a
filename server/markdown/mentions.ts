import type { Env, MarkdownIt, StateCore, Token } from 'markdown-it'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'

const END = '(?![\\p{L}\\p{N}_])'
const REFERENCE = new RegExp(
  `(?<![\\p{L}\\p{N}_/])(?:@(?<user>[A-Za-z0-9_]{${LIMITS.usernameMin},${LIMITS.usernameMax}})` +
    `|/?r/(?<community>[A-Za-z0-9_]{${LIMITS.categoryNameMin},${LIMITS.categoryNameMax}}))${END}`,
  'gu',
)

/** Links `@name` to the profile and `r/name` to the community; not in code, links, or after a backslash. */
export function addMentions(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'mentions', (state: StateCore) => {
    for (const block of state.tokens) {
      if (block.children && /@|r\//.test(block.content)) block.children = linkReferences(block.children, state)
    }
  })
}

/** Each name is returned once, regardless of case. */
export function mentionsOf(env: Env): string[] {
  const names = Array.isArray(env.mentions) ? (env.mentions as string[]) : []
  const unique = new Map<string, string>()
  for (const name of names) if (!unique.has(name.toLowerCase())) unique.set(name.toLowerCase(), name)
  return [...unique.values()].slice(0, LIMITS.mentions)
}

function linkReferences(tokens: Token[], state: StateCore): Token[] {
  let linkDepth = 0
  let before = ''
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') linkDepth++
    if (token.type === 'link_close') linkDepth--
    const isText = token.type === 'text' && linkDepth === 0
    const made = isText ? splitAtReferences(token, before, state) : [token]
    if (token.type === 'softbreak' || token.type === 'hardbreak') before = ''
    else if (token.content) before = lastCharacter(token.content)
    return made
  })
}

/** `before` is the character before the token. */
function splitAtReferences(token: Token, before: string, state: StateCore): Token[] {
  const content = before + token.content
  const made: Token[] = []
  let done = before.length
  const addText = (text: string, level: number) => {
    if (!text) return
    const part = new state.Token('text', '', 0)
    part.content = text
    part.level = level
    made.push(part)
  }
  for (const match of content.matchAll(REFERENCE)) {
    if (match.index < before.length) continue
    const { user, community } = match.groups ?? {}
    addText(content.slice(done, match.index), token.level)
    const open = new state.Token('link_open', 'a', 1)
    open.attrs = [['href', user ? paths.user(user) : paths.category((community ?? '').toLowerCase())]]
    open.level = token.level
    made.push(open)
    addText(match[0], token.level + 1)
    const close = new state.Token('link_close', 'a', -1)
    close.level = token.level
    made.push(close)
    done = match.index + match[0].length
    if (user) remember(state.env, user)
  }
  if (made.length === 0) return [token]
  addText(content.slice(done), token.level)
  return made
}

function remember(env: Env, user: string): void {
  if (Array.isArray(env.mentions)) env.mentions.push(user)
  else env.mentions = [user]
}

function lastCharacter(text: string): string {
  return /.$/su.exec(text.slice(-2))?.[0] ?? ''
}
