import { parse } from '@bbob/parser'
import type { Node } from './nodes.ts'

const TAGS = (
  'b i u s strike url link img quote code php html list ul ol * li size color font center left right align justify ' +
  'spoiler hide email youtube video attachment hr table tr td th sub sup flash media h iurl ftp tt pre move glow ' +
  'shadow nobbc me user mention highlight background indent abbr'
).split(' ')
const VERBATIM = ['code', 'php', 'html', 'pre', 'tt', 'nobbc']
const MAX_DEPTH = 60

type Element = Exclude<Node, string>

type Span = { from: number; to: number }
type Tag = { tag: string; start: Span; end?: Span; content: Tree[] | null }
type Tree = string | number | Tag | null

/** Parses attributes like `[quote="A B" post_id=12]`; the value after the first = is stored under ''. */
function attributesOf(opening: string): Record<string, string> {
  const found: Record<string, string> = {}
  const rest = opening.replace(/^\[[^\s=\]]+/, '').replace(/\]$/, '')
  const first = /^=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(.*?)(?=\s+\w+=|$))/s.exec(rest)
  if (first) found[''] = (first[1] ?? first[2] ?? first[3] ?? '').replace(/\\(["'\\])/g, '$1').trim()
  for (const [, name, double, single, bare] of rest
    .slice(first?.[0].length ?? 0)
    .matchAll(/(\w+)=(?:"([^"]*)"|'([^']*)'|([^\s\]].*?)(?=\s+\w+=|$))/gs))
    found[name!.toLowerCase()] = double ?? single ?? bare ?? ''
  return found
}

function quote(given: Record<string, string>): Record<string, string> {
  const author = given[''] || given.author || ''
  const post = given.post_id ?? given.pid ?? given.link?.match(/msg=?(\d+)/)?.[1]
  return { ...(author && { author }), ...(post && /^\d+$/.test(post) && { post }) }
}

const element = (tag: string, attributes: Record<string, string>, children: Node[]): Element => ({
  tag,
  attributes,
  children,
})

const INLINE: Record<string, string> = {
  b: 'b',
  i: 'i',
  s: 's',
  strike: 's',
  sub: 'sub',
  sup: 'sup',
  h: 'h3',
  tr: 'tr',
}

type Place = { source: string; depth: number }

function fromTag(tree: Tag, { source, depth }: Place): Node[] {
  const { tag, start, end, content } = tree
  const opening = source.slice(start.from, start.to)
  const name = String(tag).toLowerCase()
  if (name === 'hr') return [element('hr', {}, [])]
  if (name === '*' || name === 'li') return [element('*', {}, end ? convert(content, { source, depth }) : [])]
  if (!end || depth > MAX_DEPTH)
    return [opening, ...convert(content, { source, depth }), ...(end ? [closing(source, end)] : [])]
  const inner = source.slice(start.to, end.from)
  if (name === 'nobbc') return [inner]
  if (VERBATIM.includes(name)) return [element(inner.includes('\n') || name !== 'tt' ? 'pre' : 'code', {}, [inner])]
  const given = attributesOf(opening)
  const children = convert(content, { source, depth: depth + 1 })
  switch (name) {
    case 'url':
    case 'link':
    case 'iurl':
    case 'ftp': {
      const href = given[''] || inner.trim()
      return [element('a', { href }, children)]
    }
    case 'email':
      return [element('a', { href: `mailto:${given[''] || inner.trim()}` }, children)]
    case 'img':
      return [element('img', { src: inner.trim(), alt: '' }, [])]
    case 'quote':
      return [element('quote', quote(given), children)]
    case 'list':
    case 'ul':
    case 'ol':
      return [listOf(children, name === 'ol' || /^[1aAiI]$|decimal|lower|upper/.test(given[''] || given.type || ''))]
    case 'spoiler':
    case 'hide':
      return [element('spoiler', { title: given[''] ?? '' }, children)]
    case 'youtube':
    case 'video':
    case 'media':
    case 'flash': {
      const video = inner.trim()
      const href = /^[\w-]{11}$/.test(video) ? `https://www.youtube.com/watch?v=${video}` : video
      return [element('a', { href }, [href])]
    }
    case 'attachment':
      return [element('attachment', { number: given[''] ?? '' }, children)]
    case 'td':
    case 'th':
      return [...children, ' ']
    case 'tr':
      return [element('p', {}, children)]
    case 'me':
      return [`* ${given[''] ?? ''} `, ...children]
  }
  const inline = INLINE[name]
  return inline ? [element(inline, {}, children)] : children
}

const closing = (source: string, { from, to }: Span) => source.slice(from, to)

/** An item without a closing tag extends to the next item. */
function listOf(children: Node[], isOrdered: boolean): Element {
  const items: Element[] = []
  for (const child of children) {
    if (typeof child !== 'string' && child.tag === '*') items.push(element('li', {}, [...child.children]))
    else if (items.length > 0) items.at(-1)!.children.push(child)
    else if (typeof child !== 'string' || child.trim() !== '') items.push(element('li', {}, [child]))
  }
  return element(isOrdered ? 'ol' : 'ul', {}, items)
}

function convert(content: Tree | Tree[] | undefined, place: Place): Node[] {
  if (content === null || content === undefined) return []
  const trees = Array.isArray(content) ? content : [content]
  return trees.flatMap((tree): Node[] => {
    if (typeof tree === 'string' || typeof tree === 'number') return [String(tree)]
    return tree && typeof tree === 'object' ? fromTag(tree, place) : []
  })
}

/** Never throws: unknown tags and text that cannot be parsed stay as typed. */
export function parseBbcode(source: string): Node[] {
  if (!source.includes('[')) return [source]
  try {
    const tree = parse(source, { onlyAllowTags: TAGS, contextFreeTags: VERBATIM, caseFreeTags: true })
    return convert(tree as Tree[], { source, depth: 0 })
  } catch {
    return [source]
  }
}
