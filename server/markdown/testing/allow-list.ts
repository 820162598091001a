const LINK = /^(https?:\/\/|mailto:|\/(?!\/))/i
const REL = /^nofollow ugc noopener$/
const ALIGN = /^align-(left|center|right)$/

/** Written independently of the sanitiser's own list. */
const ALLOWED: Record<string, Record<string, RegExp>> = {
  p: {},
  br: {},
  hr: {},
  h3: {},
  h4: {},
  h5: {},
  h6: {},
  blockquote: {},
  code: {},
  strong: {},
  em: {},
  s: {},
  ul: {},
  li: { class: /^task$/ },
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  a: { href: LINK, title: /^/, rel: REL },
  ol: { start: /^\d{1,9}$/ },
  pre: { tabindex: /^0$/ },
  div: { class: /^table-scroll$/, tabindex: /^0$/ },
  span: { class: /^spoiler$/, tabindex: /^0$/ },
  th: { class: ALIGN },
  td: { class: ALIGN },
}

/** Lists what `ALLOWED` forbids, with a parser that shares no code with the renderer or the sanitiser. */
export function trespasses(html: string): string[] {
  const found: string[] = []
  new HTMLRewriter()
    .on('*', {
      element(element) {
        const allowed = ALLOWED[element.tagName]
        if (!allowed) found.push(`<${element.tagName}>`)
        for (const [name, value] of element.attributes) {
          if (!allowed?.[name]?.test(value)) found.push(`<${element.tagName} ${name}="${value}">`)
        }
        if (element.tagName === 'a' && !element.hasAttribute('rel')) found.push('<a> without rel')
      },
      comments(comment) {
        found.push(`<!--${comment.text}-->`)
      },
    })
    .onDocument({
      comments(comment) {
        found.push(`<!--${comment.text}-->`)
      },
      doctype(doctype) {
        found.push(`<!${doctype.name}>`)
      },
    })
    .transform(html)
  return found
}
