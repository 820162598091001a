import { decodeEntities } from '../../text/html.ts'

/** A BBCode defined by the forum's administrator, with the HTML template that renders it. */
type CustomBbcode = {
  template: string
  /** Maps each attribute of the tag to its `{NAME}` in the template. */
  attributes: Record<string, string>
  /** The `{NAME}` that stands in the template for the text inside the tag. */
  content: string | null
}

export type CustomBbcodes = ReadonlyMap<string, CustomBbcode>

const DEFINITION = /^\[([\w-]+)((?:[\s=].*?)?)\](?:(.*)\[\/\1\])?$/is
const TOKEN = /\{(\w+)\}/g

/** Parses a definition like `[frame={TEXT1} width={NUMBER}]{TEXT2}[/frame]`; returns null for any other form. */
export function customBbcode(definition: string, template: string): [tag: string, CustomBbcode] | null {
  const [, name, rest = '', inner = ''] = DEFINITION.exec(decodeEntities(definition).trim()) ?? []
  if (name === undefined || template.includes('<xsl:')) return null
  const attributes: Record<string, string> = {}
  for (const [, attribute, token] of rest.matchAll(/([\w-]*)=["']?\{(\w+?)(?:[;=:][^}]*)?\}/g))
    attributes[(attribute || name).toLowerCase()] = token!
  const content = /\{(\w+?)(?:[;=:][^}]*)?\}/.exec(inner)?.[1] ?? null
  return [name.toUpperCase(), { template: withLinkedPlayers(template), attributes, content }]
}

const withLinkedPlayers = (template: string) =>
  template
    .replace(/<(?:iframe|embed|video|audio|source)\b[^>]*?\bsrc="([^"]*)"[^>]*>/gi, '<a href="$1">$1</a>')
    .replace(/<\/?(?:iframe|embed|video|audio|source|object|param|script|style)\b[^>]*>/gi, '')

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** `inner` is HTML. */
export function showCustom(custom: CustomBbcode, given: Record<string, string>, inner: string): string {
  const values: Record<string, { html: string; text: string }> = {}
  for (const [attribute, token] of Object.entries(custom.attributes)) {
    const text = escapeHtml(given[attribute] ?? '')
    values[token] = { html: text, text }
  }
  if (custom.content !== null) values[custom.content] = { html: inner, text: inner.replace(/<[^>]*>/g, '') }
  const filled = (template: string, form: 'html' | 'text') =>
    template.replace(TOKEN, (_, token: string) => (Object.hasOwn(values, token) ? values[token]![form] : ''))
  return custom.template
    .split(/(<[^>]*>)/)
    .map((part) => filled(part, part.startsWith('<') ? 'text' : 'html'))
    .join('')
}
