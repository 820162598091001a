import { catalog } from '#shared/i18n/index.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { formatSize } from '#shared/i18n/size.ts'
import { imageSizeOf } from '#shared/rules/media-url.ts'
import { LITE_CLASSES, LITE_STYLE } from './style.ts'

const MEDIA = /\ssrc="(\/media\/[^"]+)"/g
const WORD = /[\p{L}\p{N}]/u
/** Without JavaScript buttons that submit no form do nothing, and tabs have links beside them. */
const UNSEEN =
  'script, style, svg, canvas, .needs-js, [role="tablist"], button[type="button"], .avatar, .logo, ' +
  '.honeypot, meta[property], link:not([rel="canonical"]):not([rel="alternate"])'
const TEXT = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' } as Record<string, string>

const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => TEXT[sign]!)
/** HTMLRewriter returns attributes with their entities still escaped. */
const unescape = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#x27|#39);/g, (_, name: string) =>
    name === 'amp' ? '&' : name === 'lt' ? '<' : name === 'gt' ? '>' : name === 'quot' ? '"' : "'",
  )

type Element = HTMLRewriterTypes.Element

export const mediaOf = (html: string): string[] => [
  ...new Set([...html.matchAll(MEDIA)].map(([, url]) => unescape(url!))),
]

type Given = { lang: Lang; sizes: ReadonlyMap<string, number> }

/** An open element with an accessible name (a link, a button or a summary), and links to insert after it. */
type Named = { label: string; text: string; after: string }

/** Open elements with an accessible name, and the depth of removed elements. */
type Place = { named: Named[]; hidden: number }

/** Noscript tags, whose content HTMLRewriter treats as text, and empty errors, which old browsers show as a border. */
const NOT_LITE = /<\/?noscript>|<div id="[^"]*" class="field__error"[^>]*><\/div>/g

const VOID = new Set(['link', 'meta', 'img', 'input', 'br', 'hr', 'source'])

function removeFrom(place: Place, element: Element): void {
  element.remove()
  if (element.selfClosing || VOID.has(element.tagName)) return
  place.hidden += 1
  element.onEndTag(() => void (place.hidden -= 1))
}

/** Buttons and links that show only an icon get their accessible name as text. */
const saysNames = (place: Place): HTMLRewriterTypes.HTMLRewriterElementContentHandlers => ({
  element(element) {
    if (place.hidden > 0 || element.removed) return
    const own: Named = { label: element.getAttribute('aria-label') ?? '', text: '', after: '' }
    place.named.push(own)
    element.onEndTag((end) => {
      place.named.pop()
      if (!WORD.test(own.text) && own.label !== '') end.before(own.label, { html: true })
      if (own.after !== '') end.after(own.after, { html: true })
    })
  },
  text(chunk) {
    const own = place.named.at(-1)
    if (own && place.hidden === 0) own.text += chunk.text
  },
})

/** `name` lists attributes for the alternative text; the first one that is present is used. */
const asLink = (
  place: Place,
  { lang, sizes }: Given,
  { kind, name }: { kind: string; name: string[] },
): HTMLRewriterTypes.HTMLRewriterElementContentHandlers => ({
  element(element) {
    if (place.hidden > 0 || element.removed) return
    const url = unescape(element.getAttribute('src') ?? '')
    const alt = unescape(name.map((one) => element.getAttribute(one)).find((text) => text !== null) ?? '')
    if (!/^(\/|https?:)/.test(url)) return void element.replace(escape(alt), { html: true })
    const [size, bytes] = [imageSizeOf(url), sizes.get(url)]
    const about = [
      kind,
      ...(size ? [`${size.width} × ${size.height}`] : []),
      ...(bytes === undefined ? [] : [formatSize(lang, bytes)]),
    ].join(', ')
    const link = `<a href="${escape(url)}">${escape(alt === '' ? about : `${alt} (${about})`)}</a>`
    const around = place.named.at(-1)
    if (!around) return void element.replace(link, { html: true })
    // Links cannot be nested, so the link to the file follows the outer link.
    around.after += ` ${link}`
    around.text += alt
    element.replace(escape(alt), { html: true })
  },
})

function keepOwnAttributes(element: Element): void {
  if (element.removed) return
  const attributes = Array.from(element.attributes)
  for (const [name, value] of attributes) {
    if (name === 'class') {
      const kept = value.split(' ').filter((one) => LITE_CLASSES.has(one))
      if (kept.length > 0) element.setAttribute(name, kept.join(' '))
      else element.removeAttribute(name)
    } else if (name === 'style' || name.startsWith('data-')) element.removeAttribute(name)
  }
}

/** A page of the light mode has no JavaScript, pictures or external stylesheets. */
export function toLitePage(html: string, given: Given): string {
  const { lite: t } = catalog(given.lang).layout
  const place: Place = { named: [], hidden: 0 }
  return (
    new HTMLRewriter()
      .onDocument({ comments: (comment) => void comment.remove() })
      .on('head', {
        element: (head) =>
          void head.append(`<link rel="icon" href="data:,"><style>${LITE_STYLE}</style>`, { html: true }),
      })
      .on(UNSEEN, { element: (element) => removeFrom(place, element) })
      .on('[aria-hidden="true"]', {
        element(element) {
          if (element.removed) return
          // The hidden link around the picture repeats a visible link to the same page.
          if (element.tagName === 'a') element.removeAndKeepContent()
          else removeFrom(place, element)
        },
      })
      .on('a:not([aria-hidden]), button, summary', saysNames(place))
      .on('picture', { element: (element) => void element.removeAndKeepContent() })
      .on('source, track', { element: (element) => void element.remove() })
      .on('img', asLink(place, given, { kind: t.picture, name: ['alt'] }))
      .on('video, iframe', asLink(place, given, { kind: t.film, name: ['aria-label', 'title'] }))
      .on('*', { element: keepOwnAttributes })
      // Browsers without support of `details` would join the summary and the next words.
      .on('summary', { element: (element) => void element.after(' ') })
      .transform(html.replace(NOT_LITE, ''))
  )
}
