import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { safeNext } from '#shared/rules/next-path.ts'
import { BOUNDS } from './bounds.ts'

export const LINK_REL = 'nofollow ugc noopener'

/** Whether a link may lead there: http, https, mailto, or a path of this site. Takes the address without entities. */
export function isLinkTarget(url: string): boolean {
  if (url.length > BOUNDS.urlLength) return false
  if (/^https?:\/\//i.test(url)) return URL.canParse(url)
  return /^mailto:[^\s/]/i.test(url) || safeNext(url) !== null
}

/** Links lead only where they may, read as they were typed, and say what they are to search engines. */
export function restrictLinks(md: MarkdownIt): void {
  md.validateLink = isLinkTarget
  // Decoding an address for display could bring back the very characters that it hides.
  md.normalizeLinkText = (url) => url
  md.renderer.rules.link_open = (tokens, index, options, _env, renderer) => {
    tokens[index]?.attrSet('rel', LINK_REL)
    return renderer.renderToken(tokens, index, options)
  }
  boundAutolinks(md)
  md.core.ruler.after('inline', 'images_as_links', imagesAsLinks)
}

/** The patterns that find addresses take long over an endless word, so they are not asked about one. */
function boundAutolinks(md: MarkdownIt): void {
  const { linkify } = md
  linkify.set({ fuzzyLink: false, fuzzyIP: false, fuzzyEmail: true })
  linkify.add('www.', {
    validate: (text, position) => {
      const rest = text.slice(position, position + BOUNDS.urlLength)
      return Math.max(0, linkify.testSchemaAt(`//www.${rest}`, 'http:', 0) - '//www.'.length)
    },
    normalize: (match) => { match.url = `http://${match.url}` },
  })
  const test = linkify.test.bind(linkify)
  const matchAtStart = linkify.matchAtStart.bind(linkify)
  linkify.test = (text) => !hasEndlessWord(text) && test(text)
  // An address ends where the spoiler around it does.
  linkify.matchAtStart = (text) => matchAtStart(text.slice(0, BOUNDS.urlLength + 1).split('!<', 1)[0] ?? '')
}

function hasEndlessWord(text: string): boolean {
  return text.length > BOUNDS.urlLength && text.split(/\s+/).some((word) => word.length > BOUNDS.urlLength)
}

/** `![text](address)` becomes a link to the address, or just its text where it stands inside a link. */
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
