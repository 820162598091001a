import { Parser } from 'htmlparser2'
import { emojiOf } from './smilies.ts'
import type { Node } from './nodes.ts'

const DROPPED = new Set(['script', 'style', 'head', 'title', 'iframe', 'object', 'template', 'noscript', 'svg'])
const EMPTY = new Set(['br', 'hr', 'img'])
const MAX_DEPTH = 60

type Element = Exclude<Node, string>

/** Makes a node. A picture of a smiley becomes the smiley; a quote gets the names of whom and which post it quotes. */
function element(name: string, attributes: Record<string, string>): Node {
  const classes = attributes.class ?? ''
  if (name === 'img' && /\b(smil|emoji|emoticon)/i.test(`${classes} ${attributes.src ?? ''}`))
    return emojiOf(attributes.alt ?? '')
  if (name === 'blockquote' || (name === 'aside' && /\bquote\b/.test(classes))) {
    const post = attributes['data-post-id'] ?? attributes.cite?.match(/(?:[?&]p(?:id)?=|#p(?:id)?|msg)(\d+)/)?.[1]
    const author = attributes['data-username'] ?? ''
    return { tag: 'quote', attributes: { ...(post && { post }), ...(author && { author }) }, children: [] }
  }
  if (/\bspoiler/.test(classes)) return { tag: 'spoiler', attributes: {}, children: [] }
  return { tag: name, attributes, children: [] }
}

/** Never throws; scripts and hidden parts are removed. */
export function parseHtml(html: string): Node[] {
  const root: Element = { tag: '', attributes: {}, children: [] }
  const open: (Element | null)[] = [root]
  let dropped = 0
  const parent = () => open.findLast((one) => one !== null)!
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (DROPPED.has(name)) dropped += 1
        const made = dropped > 0 || open.length > MAX_DEPTH ? null : element(name, attributes)
        if (made !== null) parent().children.push(made)
        open.push(made !== null && typeof made !== 'string' && !EMPTY.has(name) ? made : null)
      },
      ontext(text) {
        if (dropped === 0) parent().children.push(text)
      },
      onclosetag(name) {
        if (DROPPED.has(name)) dropped = Math.max(0, dropped - 1)
        if (open.length > 1) open.pop()
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  )
  parser.end(html)
  return root.children
}

/** Decodes entities only, for forums that store text as it was typed. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  const parts: string[] = []
  const parser = new Parser({ ontext: (part) => parts.push(part) }, { decodeEntities: true, xmlMode: false })
  parser.end(text.replaceAll('<', '&lt;'))
  return parts.join('')
}
