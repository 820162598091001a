import type { Node } from './nodes.ts'
import { isCodeBlock } from './code.ts'
import { withEmoji } from './smilies.ts'

type Element = Exclude<Node, string>

export type Links = {
  /** Returns the path on this forum for a link to the former forum, null if the link stays unchanged. */
  resolve: (address: string) => string | null
  /** Returns the path on this forum of a post of the former forum, null if it was not imported. */
  post: (id: string) => string | null
  quoteBy: (author: string) => string
  /** Adds a note to the import report about markup that Markdown cannot express. */
  note: (note: string) => void
}

type Context = Links & { hasTypedSmilies: boolean; isInLink?: boolean }

const BLOCKS = new Set(
  (
    'quote spoiler details summary ul ol pre p div h1 h2 h3 h4 h5 h6 hr table tr blockquote section article header ' +
    'figure dl dd dt'
  ).split(' '),
)

function escapeText(text: string): string {
  return text
    .replace(/[\\`*_[\]<>~|]/g, (mark) => `\\${mark}`)
    .replace(/(\p{L}|\p{N})\\_(?=\p{L}|\p{N})/gu, '$1_')
    .replace(/(^|\n)([ \t]*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|={2,}|-{2,})/g, '$1$2\\$3')
    .replace(/(^|\n)([ \t]*\d{1,9})([.)])(?=\s|$)/g, '$1$2\\$3')
    .replace(/&(?=#?\w+;)/g, '\\&')
}

const ADDRESS = /(?:https?:\/\/|www\.)[^\s<>"]+|[\w.+-]+@[\w-]+\.[\w.-]+/gi

/** URLs are not escaped, so that Markdown renders them as links. */
function escaped(text: string, links: Context): string {
  const shown = (part: string) => escapeText(links.hasTypedSmilies ? withEmoji(part) : part)
  let made = ''
  let done = 0
  for (const match of text.matchAll(ADDRESS)) {
    made += shown(text.slice(done, match.index))
    done = match.index + match[0].length
    const target = /^https?:/i.test(match[0]) ? links.resolve(match[0]) : null
    made +=
      target === null ? match[0].replace(/[*_~`]{2,}|[`\\[\]]/g, encodeURI) : `[${escapeText(match[0])}](${target})`
  }
  return made + shown(text.slice(done))
}

const target = (href: string): string | null => {
  const address = href.trim().replace(/^www\./i, 'http://www.')
  if (!/^(https?:\/\/|mailto:|\/(?!\/))/i.test(address)) return null
  return address.replace(/[\s<>()\\]/g, (mark) =>
    mark === '(' ? '%28' : mark === ')' ? '%29' : encodeURIComponent(mark),
  )
}

const prefixed = (text: string, prefix: string) =>
  text
    .split('\n')
    .map((line) => (line === '' ? prefix.trimEnd() : prefix + line))
    .join('\n')

/** Moves surrounding spaces outside of marks like **, because Markdown needs a word directly inside them. */
function marked(inner: string, mark: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(inner) ?? []
  return words === '' || words.includes('\n\n') ? inner : `${before}${mark}${words}${mark}${after}`
}

function link(node: Element, links: Context): string {
  const href = node.attributes.href ?? ''
  const unlinked = { ...links, resolve: () => null, isInLink: true }
  const label = inline(merged(node.children, unlinked), unlinked).trim().replaceAll('\n', ' ')
  const to = links.resolve(href) ?? target(href)
  if (to === null) return label || escapeText(href)
  const plain = label.replace(/\\(?=[^\w\s])/g, '')
  if (plain === href && to === href && /^https?:/.test(href)) return plain
  return `[${label === '' || plain === href ? escapeText(href) : label.replace(/(?<!\\)[[\]]/g, '\\$&')}](${to})`
}

function image({ attributes: { src = '', alt = '' } }: Element, links: Context): string {
  const to = links.isInLink ? null : (links.resolve(src) ?? target(src))
  if (to === null) return escapeText(alt || src)
  return `[${escapeText(alt || src)}](${to})`
}

const BARE = /^https?:\/\/[^\s<>]+$/i

function inline(nodes: readonly Node[], links: Context): string {
  return nodes
    .map((node, at) => {
      if (typeof node === 'string') return node
      const made = inlineElement(node, links)
      const next = nodes[at + 1]
      // Angle brackets mark the end of a bare URL that is directly followed by text.
      return BARE.test(made) && typeof next === 'string' && /^[^\s.,;:!?)]/.test(next) ? `<${made}>` : made
    })
    .join('')
}

function inlineElement(node: Element, links: Context): string {
  const inner = () => inline(merged(node.children, links), links)
  switch (node.tag) {
    case 'b':
    case 'strong':
      return marked(inner(), '**')
    case 'i':
    case 'em':
    case 'cite':
      return marked(inner(), '*')
    case 's':
    case 'del':
    case 'strike':
      return marked(inner(), '~~')
    case 'code':
    case 'tt':
      return codeSpan(plainOf(node.children))
    case 'a':
      return link(node, links)
    case 'img':
      return image(node, links)
    case 'br':
      return '\n'
    case 'td':
    case 'th':
      return `${inner()} `
    case '*':
      return `\\* ${inner()}`
    case 'attachment':
      links.note('attachment')
      return inner()
    default:
      return inner()
  }
}

const plainOf = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : node.tag === 'br' ? '\n' : plainOf(node.children))).join('')

function codeSpan(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line === '') return ''
  const ticks = '`'.repeat(Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return line.startsWith('`') || line.endsWith('`') ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`
}

/** Merges adjacent strings and escapes the result. */
function merged(nodes: readonly Node[], links: Context): Node[] {
  const made: Node[] = []
  let text = ''
  const flush = () => {
    if (text !== '') made.push(escaped(text, links))
    text = ''
  }
  for (const node of nodes) {
    if (typeof node === 'string') text += node
    else {
      flush()
      made.push(node)
    }
  }
  flush()
  return made
}

function fenced(code: string): string {
  const text = code.replace(/^\n+|\s+$/g, '')
  const ticks = '`'.repeat(Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)) + 1)
  return `${ticks}\n${text}\n${ticks}`
}

function list(node: Element, links: Context): string {
  const items = node.children.filter((child): child is Element => typeof child !== 'string' && child.tag === 'li')
  return items
    .map((item, at) => {
      const mark = node.tag === 'ol' ? `${at + 1}. ` : '- '
      const [first = '', ...rest] = blocks(item.children, links).split('\n')
      return [mark + first, ...rest.map((line) => (line === '' ? '' : ' '.repeat(mark.length) + line))].join('\n')
    })
    .join('\n')
}

function block(node: Element, links: Context): string {
  switch (node.tag) {
    case 'quote': {
      const { author, post } = node.attributes
      const { address } = node.attributes
      const from = post ? links.post(post) : address ? links.resolve(address) : null
      const label = escapeText(author ? links.quoteBy(author) : links.quoteBy(''))
      const head = from !== null ? `[${label}](${from})` : author ? label : ''
      const inner = blocks(node.children, links)
      return prefixed(head === '' ? inner : `${head}\n\n${inner}`, '> ')
    }
    case 'spoiler': {
      const inner = blocks(node.children, links)
      const { title } = node.attributes
      return title ? `${escapeText(title)}\n\n${covered(inner)}` : covered(inner)
    }
    case 'pre':
      return fenced(plainOf(node.children))
    case 'ul':
    case 'ol':
      return list(node, links)
    case 'hr':
      return '---'
    case 'table': {
      const made = table(node, links)
      if (made !== null) return made
    }
  }
  const inner = blocks(node.children, links)
  if (node.tag === 'summary') return marked(inner, '**')
  return /^h[1-6]$/.test(node.tag) && inner !== '' ? `### ${inner.replaceAll('\n', ' ')}` : inner
}

const BLOCK_MARKS = /^((?:\s*(?:>|[-*+]|\d+[.)]|#{1,6})(?=\s))*\s*)(.*)$/

/** In this forum's Markdown a spoiler cannot span several lines. */
export function covered(markdown: string): string {
  let isCode = false
  return markdown
    .split('\n')
    .map((line) => {
      const isFence = /^[ >]*(```|~~~)/.test(line)
      if (isFence) isCode = !isCode
      const [, marks = '', words = ''] = BLOCK_MARKS.exec(line) ?? []
      const isOpen = isCode || isFence || words === '' || words.startsWith('|') || isCodeBlock(words)
      return isOpen ? line : `${marks}>!${words}!<`
    })
    .join('\n')
}

const descendants = (nodes: readonly Node[], tags: string[]): Element[] =>
  nodes.flatMap((node) =>
    typeof node === 'string' ? [] : tags.includes(node.tag) ? [node] : descendants(node.children, tags),
  )

/** Returns null for a table with a single column, blocks in cells, or rows of different lengths. */
function table(node: Element, links: Context): string | null {
  const cell = ({ children }: Element) => inline(merged(children, links), links).replace(/\s+/g, ' ').trim()
  const rows = descendants(node.children, ['tr']).map((row) => descendants(row.children, ['td', 'th']))
  const width = rows[0]?.length ?? 0
  if (width < 2 || rows.some((row) => row.length !== width || row.some(({ children }) => children.some(holdsBlock))))
    return null
  const [head, ...lines] = rows.map((row) => `| ${row.map(cell).join(' | ')} |`)
  return [head, `|${' --- |'.repeat(width)}`, ...lines].join('\n')
}

const tidy = (text: string) =>
  text
    .split('\n')
    // Indents are removed, because four spaces would start a code block.
    .map((line) => line.trimEnd().replace(/^[ \t]+/, ''))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()

const holdsBlock = (node: Node): boolean =>
  typeof node !== 'string' && (BLOCKS.has(node.tag) || node.children.some(holdsBlock))

function blocks(nodes: readonly Node[], links: Context): string {
  const made: string[] = []
  let run: Node[] = []
  const flush = () => {
    const text = tidy(inline(merged(run, links), links))
    if (text !== '') made.push(text)
    run = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || !holdsBlock(node)) run.push(node)
    else {
      flush()
      // Bold text that contains a block is not bold, because in Markdown only inline text can be bold.
      const text = BLOCKS.has(node.tag) ? block(node, links) : blocks(node.children, links)
      if (text.trim() !== '') made.push(text)
    }
  }
  flush()
  return made.join('\n\n')
}

export const toMarkdown = (nodes: readonly Node[], links: Context): string => blocks(nodes, links)
