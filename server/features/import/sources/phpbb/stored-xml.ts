import { Parser } from 'htmlparser2'
import { showCustom, type CustomBbcodes } from './custom-bbcodes.ts'

/** A longer text is truncated before it is parsed. */
const MAX_STORED = 1_000_000

/** `isTyped` is true for the literal text of a BBCode tag, such as `[b]`, shown only if that BBCode is unknown. */
type Part = { html: string; isTyped: boolean }
type Tag = { name: string; attributes: Record<string, string>; parts: Part[] }

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const attribute = (name: string, value: string | undefined) => (value ? ` ${name}="${escapeHtml(value)}"` : '')

const element = (name: string, attributes: string, inner: string) => `<${name}${attributes}>${inner}</${name}>`

const SIMPLE: Record<string, string> = { B: 'b', I: 'i', U: 'u', S: 's', STRONG: 'b', EM: 'i', LI: 'li', CODE: 'pre' }
const UNMARKED = new Set(['r', 't', 'COLOR', 'SIZE', 'LINK_TEXT', 'EMOJI'])
const ORDERED = /^(decimal|lower|upper)/

function show({ name, attributes, parts }: Tag, custom: CustomBbcodes): string {
  const inner = parts.map(({ html, isTyped }) => (isTyped ? '' : html)).join('')
  if (Object.hasOwn(SIMPLE, name)) return element(SIMPLE[name]!, '', inner)
  if (UNMARKED.has(name)) return inner
  switch (name) {
    case 'br':
      return '<br>'
    case 'E':
      return `<img src="smilies/"${attribute('alt', inner)}>`
    case 'URL':
      return element('a', attribute('href', attributes.url), inner)
    case 'EMAIL':
      return element('a', attribute('href', `mailto:${attributes.email ?? ''}`), inner)
    case 'IMG':
      return `<img${attribute('src', attributes.src)}>`
    case 'QUOTE': {
      const { author, post_id } = attributes
      return element('blockquote', attribute('data-username', author) + attribute('data-post-id', post_id), inner)
    }
    case 'LIST':
      return element(ORDERED.test(attributes.type ?? '') ? 'ol' : 'ul', '', inner)
    case 'SPOILER':
      return element('p', '', escapeHtml(attributes.spoiler ?? '')) + element('div', ' class="spoiler"', inner)
    case 'ATTACHMENT':
      return element('attachment', '', inner || escapeHtml(attributes.filename ?? ''))
  }
  const known = custom.get(name)
  return known ? showCustom(known, attributes, inner) : parts.map(({ html }) => html).join('')
}

/** The XML of phpBB 3.2 and later also contains the typed BBCode of each element. */
export function htmlOfStored(stored: string, custom: CustomBbcodes): string {
  const root: Tag = { name: 'r', attributes: {}, parts: [] }
  const open: Tag[] = [root]
  const isWithin = (...names: string[]) => open.some(({ name }) => names.includes(name))
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open.push({ name, attributes, parts: [] }),
      ontext(text) {
        // Line breaks are `br` elements; newlines matter only in code and in typed BBCode.
        const html = escapeHtml(isWithin('CODE', 's', 'e') ? text : text.replaceAll('\n', ' '))
        open.at(-1)!.parts.push({ html, isTyped: false })
      },
      onclosetag() {
        if (open.length === 1) return
        const tag = open.pop()!
        const isTyped = tag.name === 's' || tag.name === 'e'
        const html = isTyped ? tag.parts.map((part) => part.html).join('') : tag.name === 'i' ? '' : show(tag, custom)
        open.at(-1)!.parts.push({ html, isTyped })
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(stored.slice(0, MAX_STORED).replace(/<br\s*\/?>\n/g, '<br/>'))
  return show(root, custom)
}
