import { FORMER_HOST } from '../../addresses.ts'

const QUOTE = /\[quote(?:="([^"\]]*)")?\]\n?((?:(?!\[quote)[\s\S])*?)\n?\[\/quote\]/g
const MAX_DEPTH = 10

/** Converts `[quote="name, post:3, topic:12"]`, the only markup of Discourse that is not Markdown, innermost first. */
export function asMarkdownQuotes(raw: string): string {
  let text = raw.replace(/!\[([^\]|]*)(?:\|[^\]]*)?\]\(upload:\/\/[^)]*\)/g, (_, alt: string) => alt)
  for (let depth = 0; depth < MAX_DEPTH && text.includes('[/quote]'); depth += 1) {
    const replaced = text.replace(QUOTE, (_, about: string | undefined, inner: string) => {
      const [name = '', ...rest] = (about ?? '').split(',').map((part) => part.trim())
      const [post, topic] = ['post', 'topic'].map((key) =>
        rest.find((part) => part.startsWith(`${key}:`))?.slice(key.length + 1),
      )
      const label = name.replace(/[[\]\\*_`<>]/g, '\\$&')
      const head = post && topic ? `[${label}](https://${FORMER_HOST}/t/${topic}/${post})` : label
      return `\n${`${head === '' ? '' : `${head}\n\n`}${inner.trim()}`.replace(/^/gm, '> ')}\n`
    })
    if (replaced === text) break
    text = replaced
  }
  return text
}
