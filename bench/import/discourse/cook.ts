import Parser from 'markdown-it'
import sanitize from 'sanitize-html'
import { nameToEmoji } from 'gemoji'

/** Targets that texts can refer to: people, categories by slug, uploads by short URL. */
export type Known = {
  people: Set<string>
  categories: Map<string, { id: number; title: string }>
  uploads: Map<string, { url: string; name: string; isPicture: boolean }>
}

const markdown = new Parser({ html: true, breaks: true, linkify: true, typographer: true })
markdown.validateLink = (url) => /^(https?:|mailto:|upload:|\/|[^:]*$)/i.test(url)

const OURS = {
  allowedTags: false as const,
  allowedAttributes: false as const,
  disallowedTagsMode: 'discard' as const,
  allowedSchemes: ['http', 'https', 'mailto'],
  allowVulnerableTags: true,
}
const ALLOWED =
  'b i u s em strong kbd sup sub ins del mark big small br hr a img details summary p div span blockquote'.split(' ')
const TYPED = new RegExp(`</?(?!/?(?:${ALLOWED.join('|')})\\b)[a-z][^>]*>`, 'gi')

const SHORTCUTS: Record<string, string> = { ':)': 'slight_smile', ';)': 'wink', ':-)': 'slight_smile' }

const emoji = (name: string) =>
  `<img src="/images/emoji/twitter/${name}.png?v=12" title=":${name}:" class="emoji" alt=":${name}:" width="20">`

/** Applies `change` to all text outside of code and links. */
function inWords(html: string, change: (words: string) => string): string {
  return html.replace(/<(pre|code|a)\b[^]*?<\/\1>|<[^>]*>|[^<]+/g, (part) =>
    part.startsWith('<') ? part : change(part),
  )
}

function blocks(raw: string): string {
  return raw
    .replace(/\[quote(?:="([^"\]]*)")?\]\n?([^]*?)\n?\[\/quote\]/g, (_, about: string | undefined, inner: string) => {
      const [name = '', ...rest] = (about ?? '').split(',').map((part) => part.trim())
      const data = rest.map((part) => ` data-${part.replace(':', '="')}"`).join('')
      const face = `<img alt="" src="/user_avatar/x/${name}/48/1_2.png" class="avatar">`
      const title = `<div class="title">\n<div class="quote-controls"></div>\n${face} ${name}:</div>\n`
      const opening = `<aside class="quote no-group" data-username="${name}"${data}>\n${name === '' ? '' : title}`
      return `\n\n${opening}<blockquote>\n\n${inner}\n\n</blockquote>\n</aside>\n\n`
    })
    .replace(
      /\[details="([^"]*)"\]\n([^]*?)\n\[\/details\]/g,
      '\n\n<details>\n<summary>\n$1</summary>\n\n$2\n\n</details>\n\n',
    )
    .replace(/\[spoiler\]\n([^]*?)\n\[\/spoiler\]/g, '\n\n<div class="spoiler">\n\n$1\n\n</div>\n\n')
    .replace(/\[spoiler\](.*?)\[\/spoiler\]/g, '<span class="spoiler">$1</span>')
    .replace(/\[u\](.*?)\[\/u\]/g, '<span class="bbcode-u">$1</span>')
    .replace(/\[poll\]\n([^]*?)\n\[\/poll\]/g, (_, inner: string) => poll(inner.split('\n')))
}

function poll(lines: string[]): string {
  const items = lines.map((line) => `<li data-poll-option-id="a">${markdown.renderInline(line.slice(2))}</li>`)
  const info = '<span class="info-number">0</span><span class="info-label">voters</span>'
  const list = `<div class="poll-container"><ul>${items.join('')}</ul></div><div class="poll-info">${info}</div>`
  return `\n\n<div class="poll" data-poll-name="poll">${list}</div>\n\n`
}

const picture = (alt: string, url: string) => {
  const small = url.replace('/original/', '/optimized/').replace(/\.(\w+)$/, '_2_690x388.$1')
  return (
    `<div class="lightbox-wrapper"><a class="lightbox" href="${url}" title="${alt}">` +
    `<img src="${small}" alt="${alt}" width="690" height="388"><div class="meta">` +
    `<svg class="fa"><use href="#far-image"></use></svg><span class="filename">${alt}</span>` +
    `<span class="informations">1920×1012 327 KB</span></div></a></div>`
  )
}

const preview = (url: string) =>
  `<aside class="onebox allowlistedgeneric" data-onebox-src="${url}"><header class="source">` +
  `<img src="https://example.org/favicon.ico" class="site-icon" width="16"><a href="${url}">example.org</a></header>` +
  '<article class="onebox-body"><img src="https://example.org/x.png" class="thumbnail">' +
  `<h3><a href="${url}">Artykuł o rowerach</a></h3><p>Jak wybrać rower &amp; kask.</p></article></aside>`

/** Renders a text with only those rules of Discourse that change words or links. */
export function cook(raw: string, { people, categories, uploads }: Known): string {
  const html = markdown.render(blocks(raw.replace(TYPED, '')))
  const pictured = html
    .replace(/<img src="(upload:[^"]*)" alt="([^"|]*)[^"]*">/g, (_, short: string, alt: string) => {
      const found = uploads.get(short)
      return found ? picture(alt, found.url) : alt
    })
    .replace(/<a href="(upload:[^"]*)">(.*?)\|attachment<\/a>/g, (_, short: string, name: string) => {
      const path = short.replace('upload://', '/uploads/short-url/')
      return `<a class="attachment" href="${path}">${name}</a>`
    })
    .replace(/<p><a href="(https:\/\/example\.org\/artykul[^"]*)">\1<\/a><\/p>/g, (_, url: string) => preview(url))
  const named = inWords(pictured, (words) =>
    words
      .replace(/(?<![\w@/])@([\w.-]*\w)/g, (all, name: string) =>
        people.has(name.toLowerCase())
          ? `<a class="mention" href="/u/${name.toLowerCase()}">${all}</a>`
          : `<span class="mention">${all}</span>`,
      )
      .replace(/(?<![\w&#/])#([\w-]+)/g, (all, slug: string) => {
        const found = categories.get(slug)
        if (!found) return `<span class="hashtag-raw">${all}</span>`
        const icon =
          '<span class="hashtag-icon-placeholder"><svg class="fa"><use href="#square-full"></use></svg></span>'
        const name = `${icon}<span>${found.title}</span>`
        return `<a class="hashtag-cooked" href="/c/${slug}/${found.id}" data-type="category">${name}</a>`
      })
      .replace(/:([\w+-]+):(t[2-6]:)?/g, (all, name: string, tone = '') =>
        Object.hasOwn(nameToEmoji, name) ? emoji(name + (tone && `:${tone.slice(0, -1)}`)) : all,
      )
      .replace(/(?<=^|\s)(:\)|;\)|:-\))(?=\s|$)/g, (all) => emoji(SHORTCUTS[all]!))
      .replace(/(?<=^|\s)\[(x| )\](?= )/g, (_, mark: string) =>
        mark === 'x'
          ? '<span class="chcklst-box checked fa fa-square-check-o fa-fw"></span>'
          : '<span class="chcklst-box fa fa-square-o fa-fw"></span>',
      ),
  )
  return sanitize(named, OURS)
}
