import sanitizeHtml from 'sanitize-html'
import { isLinkTarget, LINK_REL } from './links.ts'

const ALIGNED = ['align-left', 'align-center', 'align-right']

/** The renderer's output should contain no other elements; the sanitizer checks this independently. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    'p',
    'br',
    'hr',
    'h3',
    'h4',
    'h5',
    'h6',
    'blockquote',
    'pre',
    'code',
    'strong',
    'em',
    's',
    'a',
    'span',
    'ul',
    'ol',
    'li',
    'div',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
  ],
  allowedAttributes: {
    a: ['href', 'title', 'rel'],
    ol: ['start'],
    pre: [{ name: 'tabindex', values: ['0'] }],
    div: [{ name: 'tabindex', values: ['0'] }],
    span: [{ name: 'tabindex', values: ['0'] }],
  },
  allowedClasses: { div: ['table-scroll'], li: ['task'], span: ['spoiler'], th: ALIGNED, td: ALIGNED },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  transformTags: {
    a: (tagName, attribs) => ({ tagName, attribs: linkAttributes(attribs) }),
    ol: (tagName, attribs) => ({ tagName, attribs: listAttributes(attribs) }),
  },
}

function linkAttributes({ href, title }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const attribs: sanitizeHtml.Attributes = {}
  if (href !== undefined && isLinkTarget(href)) attribs.href = href
  if (title) attribs.title = title
  attribs.rel = LINK_REL
  return attribs
}

function listAttributes({ start }: sanitizeHtml.Attributes): sanitizeHtml.Attributes {
  const attribs: sanitizeHtml.Attributes = {}
  if (start !== undefined && /^\d{1,9}$/.test(start)) attribs.start = start
  return attribs
}

export function sanitize(html: string): string {
  return sanitizeHtml(html, ALLOWED)
}
