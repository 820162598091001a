import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { safeNext } from '#shared/rules/next-path.ts'
import { BOUNDS } from './bounds.ts'

export const LINK_REL = 'nofollow ugc noopener'

/** Allows http, https, mailto, and paths of this site. */
export function isLinkTarget(url: string): boolean {
  if (url.length > BOUNDS.urlLength) return false
  if (/^https?:\/\//i.test(url)) return URL.canParse(url)
  return /^mailto:[^\s/]/i.test(url) || safeNext(url) !== null
}

export function restrictLinks(md: MarkdownIt): void {
  md.validateLink = isLinkTarget
  // Decoding a URL for display could bring back characters that reorder text.
  md.normalizeLinkText = (url) => url
  md.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
    tokens[index]?.attrSet('rel', LINK_REL)
    return renderer.renderToken(tokens, index, options)
  }
  boundAutolinks(md)
  md.core.ruler.after('inline', 'images_as_links', imagesAsLinks)
}

/** Limits the characters that Linkify scans, since it reads the rest of a word wherever a URL could begin in it. */
function boundAutolinks(md: MarkdownIt): void {
  const { linkify } = md
  let charactersLeft = 0
  md.core.ruler.before('normalize', 'autolink_budget', () => {
    charactersLeft = BOUNDS.autolinkCharacters
  })
  /** Returns null if the word is too long, or if the maximum number of characters has been scanned. */
  const readWord = (text: string): string | null => {
    const rest = text.slice(0, BOUNDS.urlLength + 1)
    // A URL ends where the spoiler around it ends.
    const end = rest.search(/\s|!</)
    const word = end === -1 ? rest : rest.slice(0, end)
    charactersLeft -= word.length
    return word.length > BOUNDS.urlLength || charactersLeft < 0 ? null : word
  }

  linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true })
  linkify.add('www.', {
    validate: (text, position) => {
      const word = readWord(text.slice(position))
      return word === null ? 0 : Math.max(0, linkify.testSchemaAt(`//www.${word}`, 'http:', 0) - '//www.'.length)
    },
    normalize: (match) => {
      match.url = `http://${match.url}`
    },
  })
  const test = linkify.test.bind(linkify)
  const matchAtStart = linkify.matchAtStart.bind(linkify)
  linkify.test = (text) => !hasEndlessWord(text) && test(text)
  linkify.matchAtStart = (text) => {
    const word = readWord(text)
    return word === null ? null : matchAtStart(word)
  }
}

function hasEndlessWord(text: string): boolean {
  return text.length > BOUNDS.urlLength && text.split(/\s+/).some((word) => word.length > BOUNDS.urlLength)
}

/** An image becomes a link, or plain text inside a link. */
function imagesAsLinks(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.children?.some((token) => token.type === 'image')) block.children = withoutImages(block.children, state)
  }
}

function withoutImages(tokens: Token[], state: StateCore): Token[] {
  let linkDepth = 0
  return tokens.flatMap((token) => {
    if (token.type === 'link_open') linkDepth++
    if (token.type === 'link_close') linkDepth--
    if (token.type !== 'image') return [token]

    const src = String(token.attrGet('src') ?? '')
    const text = new state.Token('text', '', 0)
    text.content = state.md.renderer.renderInlineAsText(token.children ?? [], state.md.options, state.env).trim() || src
    text.level = token.level
    if (linkDepth > 0) return [text]

    const open = new state.Token('link_open', 'a', 1)
    open.attrs = [['href', src]]
    const title = token.attrGet('title')
    if (title) open.attrSet('title', String(title))
    const close = new state.Token('link_close', 'a', -1)
    open.level = token.level
    text.level = token.level + 1
    close.level = token.level
    return [open, text, close]
  })
}
