import { Parser } from 'htmlparser2'
import { FORMER_HOST } from '../addresses.ts'
import { emojiOf } from './smilies.ts'
import type { Node } from './nodes.ts'

/** Class names of elements that the former forum added to texts: buttons, icons, avatars, picture sizes. */
const ADDED = /\b(quote-controls|avatar|site-icon|thumbnail|meta|poll-info|hashtag-icon-placeholder|footnote-backref)\b/
const DROPPED = new Set(['script', 'style', 'head', 'title', 'iframe', 'object', 'template', 'noscript', 'svg'])
const EMPTY = new Set(['br', 'hr', 'img'])
const MAX_DEPTH = 60

type Element = Exclude<Node, string>

const isDiscourseQuote = ({ tag, attributes }: Element) => tag === 'quote' && 'address' in attributes

function element(name: string, attributes: Record<string, string>): Node {
  const classes = attributes.class ?? ''
  if (name === 'img' && /\b(smil|emoji|emoticon)/i.test(`${classes} ${attributes.src ?? ''}`))
    return emojiOf(attributes.alt ?? '')
  if (name === 'aside' && /\b(quote|onebox)\b/.test(classes)) return aside(attributes)
  if (name === 'blockquote') {
    const post = attributes['data-post-id'] ?? attributes.cite?.match(/(?:[?&]p(?:id)?=|#p(?:id)?|msg)(\d+)/)?.[1]
    const author = attributes['data-username'] ?? ''
    return { tag: 'quote', attributes: { ...(post && { post }), ...(author && { author }) }, children: [] }
  }
  if (/\bspoiler/.test(classes)) return { tag: 'spoiler', attributes: {}, children: [] }
  return { tag: name, attributes, children: [] }
}

/** Discourse's `aside` is a quoted post or the preview of a linked page. */
function aside(attributes: Record<string, string>): Element {
  const { 'data-username': author, 'data-topic': topic, 'data-post': number } = attributes
  const isQuote = /\bquote\b/.test(attributes.class ?? '')
  const address = isQuote && topic && number ? `https://${FORMER_HOST}/t/${topic}/${number}` : ''
  return { tag: 'quote', attributes: { ...(isQuote && { address }), ...(author && { author }) }, children: [] }
}

/** Never throws. Removes `script` and similar elements, and those that the former forum added to the text. */
export function parseHtml(html: string): Node[] {
  const root: Element = { tag: '', attributes: {}, children: [] }
  const open: (Element | null)[] = [root]
  /** Depths in the stack `open` of the elements that are dropped together with their content. */
  const dropping: number[] = []
  const parent = () => open.findLast((one) => one !== null)!
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const classes = attributes.class ?? ''
        const isInQuote = isDiscourseQuote(open.at(-1) ?? root)
        const isTitle = name === 'div' && classes === 'title' && isInQuote
        const isDropped = DROPPED.has(name) || ADDED.test(classes) || isTitle
        if (isDropped && !EMPTY.has(name)) dropping.push(open.length)
        const isHidden = isDropped || dropping.length > 0
        // The `blockquote` inside of a Discourse quote is redundant.
        const isInner = name === 'blockquote' && isInQuote
        const made = isHidden || isInner || open.length > MAX_DEPTH ? null : element(name, attributes)
        if (made !== null) parent().children.push(made)
        open.push(made !== null && typeof made !== 'string' && !EMPTY.has(name) ? made : null)
      },
      ontext(text) {
        if (dropping.length === 0) parent().children.push(text)
      },
      onclosetag() {
        if (open.length > 1) open.pop()
        if (dropping.at(-1) === open.length) dropping.pop()
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
  return root.children
}

export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const parts: string[] = []
  const parser = new Parser({ ontext: (part) => parts.push(part) }, { decodeEntities: true, xmlMode: false })
  parser.end(text.replaceAll('<', '&lt;'))
  return parts.join('')
}
