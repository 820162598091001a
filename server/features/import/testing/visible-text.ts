import { Parser } from 'htmlparser2'

const HIDDEN = new Set(['script', 'style', 'title'])
/** Emoji are ignored in comparisons, because pictures of smilies are imported as emoji. */
const IGNORED = /\s+|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D}|\u{AD}|\u{200B}|\p{Cc}/gu

/** A picture is replaced by its URL, and a shortened link by its whole URL. */
export function visibleText(html: string): string {
  let text = ''
  let hidden = 0
  let link: { href: string; start: number } | null = null
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        if (HIDDEN.has(name)) hidden += 1
        if (name === 'a') link = { href: attributes.href ?? '', start: text.length }
        const picture = `${attributes.class ?? ''} ${attributes.src ?? ''}`
        if (name === 'img' && !/smil|emoji|emoticon/i.test(picture)) text += attributes.src ?? ''
      },
      ontext(part) {
        if (hidden === 0) text += part
      },
      onclosetag(name) {
        if (HIDDEN.has(name)) hidden -= 1
        if (name !== 'a' || link === null) return
        const [before, after] = text.slice(link.start).split(/ ?\.{3} ?|…/)
        if (after !== undefined && link.href.startsWith(before!) && link.href.endsWith(after))
          text = text.slice(0, link.start) + link.href
        link = null
      },
    },
    { decodeEntities: true },
  )
  parser.end(html)
  return text.normalize('NFC').replace(IGNORED, '')
}
