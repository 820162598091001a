import { LIMITS } from '#shared/limits.ts'
import { absolute, ownMedia } from './media.ts'
import type { Lemmy } from './lemmy.ts'

type Picture = { url: string; alt: string }

const FENCE = /^ {0,3}(`{3,}|~{3,})/
const SPOILER_OPEN = /^ {0,3}::: *spoiler *(.*)$/
const SPOILER_CLOSE = /^ {0,3}:::\s*$/
const CODE_SPAN = /(`[^`]+`)/
const PICTURE = /!\[([^\]]{0,300})\]\(([^\s()]{1,2000})(?: "[^"]{0,300}")?\)/g

const NAMES = `[A-Za-z0-9_]{3,${LIMITS.usernameMax}}`
const OWN_MENTION = new RegExp(`(?<![\\w/@.[\\\\])@(${NAMES})(?![\\w@])`, 'g')
const OWN_COMMUNITY = new RegExp(`(?<![\\w/@.[\\\\])/?r/(${NAMES})(?!\\w)`, 'g')
const MENTION = new RegExp(`\\[([@!])(${NAMES})(?:@[\\w.:-]{1,253})?\\]\\((https?://[^\\s()]{1,300})\\)`, 'g')
const NAMED = new RegExp(`(?<![\\w/])([@!])(${NAMES})@([\\w-]{1,63}(?:\\.[\\w-]{1,63}){0,8}(?::\\d{1,5})?)`, 'g')

/** Changes the text outside of code blocks and code spans. */
function mapProse(text: string, change: (prose: string) => string): string {
  let fence: string | null = null
  const lines = text.split('\n').map((line) => {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark && (fence === null || (mark[0] === fence[0] && mark.length >= fence.length))) {
      fence = fence === null ? mark : null
      return line
    }
    if (fence !== null) return line
    return line
      .split(CODE_SPAN)
      .map((part, at) => (at % 2 === 1 ? part : change(part)))
      .join('')
  })
  return lines.join('\n')
}

const hostOf = ({ origin }: Lemmy) => new URL(origin).host

/** Lemmy has no inline spoilers, so only paragraphs that consist of a spoiler are converted. */
function spoilersToBlocks(text: string): string {
  return text
    .split('\n\n')
    .map((paragraph) => {
      const inner = paragraph.startsWith('>!') && paragraph.endsWith('!<') ? paragraph.slice(2, -2) : null
      return inner === null || inner.includes('!<') ? paragraph : `::: spoiler spoiler\n${inner}\n:::`
    })
    .join('\n\n')
}

function blocksToSpoilers(text: string): string {
  const out: string[] = []
  let block: string[] | null = null
  for (const line of text.split('\n')) {
    const [, title] = SPOILER_OPEN.exec(line) ?? []
    if (block === null && title !== undefined) {
      block = []
      const name = title.trim()
      if (name !== '' && name.toLowerCase() !== 'spoiler') out.push(`**${name}**`, '')
    } else if (block !== null && SPOILER_CLOSE.test(line)) {
      out.push(hidden(block))
      block = null
    } else (block ?? out).push(line)
  }
  if (block) out.push(hidden(block))
  return out.join('\n')
}

const hidden = (lines: string[]) =>
  lines
    .join('\n')
    .split('\n\n')
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => `>!${paragraph.trim()}!<`)
    .join('\n\n')

/** Appends `pictures` to the text, because Lemmy has no field for them. */
export function toLemmyText(lemmy: Lemmy, content: string, pictures: Picture[] = []): string {
  const host = hostOf(lemmy)
  const named = mapProse(content, (prose) =>
    prose
      .replace(OWN_MENTION, (_, name: string) => `@${name}@${host}`)
      .replace(OWN_COMMUNITY, (_, name: string) => `!${name}@${host}`),
  )
  const shown = pictures.map(({ url, alt }) => `![${alt.replace(/[[\]]/g, '')}](${absolute(lemmy, url)})`)
  return [spoilersToBlocks(named), ...shown].filter((part) => part !== '').join('\n\n')
}

/** Extracts the pictures uploaded here, which are separate fields of a post. */
export function fromLemmyText(lemmy: Lemmy, text: string): { content: string; pictures: Picture[] } {
  const host = hostOf(lemmy)
  const pictures: Picture[] = []
  const content = mapProse(text, (prose) =>
    prose
      .replace(PICTURE, (whole, alt: string, address: string) => {
        const url = ownMedia(lemmy, address)
        if (url === null) return whole
        pictures.push({ url, alt })
        return ''
      })
      .replace(MENTION, (whole, kind: string, name: string, address: string) =>
        URL.parse(address)?.host === host ? nameHere(kind, name) : whole,
      )
      .replace(NAMED, (whole, kind: string, name: string, at: string) => (at === host ? nameHere(kind, name) : whole)),
  )
  return { content: blocksToSpoilers(content).trim(), pictures }
}

const nameHere = (kind: string, name: string) => (kind === '@' ? `@${name}` : `r/${name}`)

/** Formats the pictures beyond the maximum number of a post or comment as links. */
export const asLinks = (lemmy: Lemmy, pictures: Picture[]): string =>
  pictures.map(({ url, alt }) => `\n\n[${alt || '🖼'}](${absolute(lemmy, url)})`).join('')
