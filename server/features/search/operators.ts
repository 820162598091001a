import { invalidField } from '#shared/api/errors.ts'

const HAS = ['image', 'video', 'link', 'poll'] as const
export type Has = (typeof HAS)[number]

/** `isOpen`: the last word may be unfinished, so it matches as a prefix. */
export type Query = {
  words: string[]
  isOpen: boolean
  phrases: string[]
  excluded: string[]
  titles: string[]
  communities: string[]
  authors: string[]
  before: string[]
  after: string[]
  has: Has[]
  /** The parts as typed, from which a query with corrected spelling is built. */
  parts: { text: string; isWord: boolean }[]
}

const PART = /(-)?(?:(in|author|before|after|has|title):)?(?:"([^"]*)(?:"|($))|(\S*))(?:\s+|$)/giy

const emptyQuery = (): Query => ({
  words: [],
  isOpen: false,
  phrases: [],
  excluded: [],
  titles: [],
  communities: [],
  authors: [],
  before: [],
  after: [],
  has: [],
  parts: [],
})

function isDay(text: string): boolean {
  const parseDay = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return (
    parseDay !== null &&
    !Number.isNaN(parseDay.getTime()) &&
    parseDay.toISOString().startsWith(text) &&
    parseDay.getUTCFullYear() > 0
  )
}

function parseDay(text: string): string {
  if (!isDay(text)) throw invalidField('q', 'search_day')
  return text
}

function parseHas(text: string): Has {
  const found = HAS.find((name) => name === text.toLowerCase())
  if (!found) throw invalidField('q', 'search_has')
  return found
}

function addOperator(query: Query, operator: string, value: string): void {
  if (value === '') throw invalidField('q', 'search_value')
  switch (operator) {
    case 'in':
      return void query.communities.push(value.replace(/^\/?r\//i, ''))
    case 'author':
      return void query.authors.push(value.replace(/^(@|\/?u\/)/i, ''))
    case 'before':
      return void query.before.push(parseDay(value))
    case 'after':
      return void query.after.push(parseDay(value))
    case 'has':
      return void query.has.push(parseHas(value))
    default:
      return void query.titles.push(value)
  }
}

const MAX_PHRASES = 3

export function parseQuery(q: string): Query {
  const query = emptyQuery()
  for (const [whole, minus, operator, quoted, unclosed, plain = ''] of q.trim().matchAll(PART)) {
    if (whole === '') continue
    const value = quoted ?? plain
    const isWord = operator === undefined && minus === undefined && quoted === undefined
    query.parts.push({ text: whole.trim(), isWord })
    query.isOpen = isWord && value !== ''
    if (unclosed !== undefined) throw invalidField('q', 'search_quote')
    if (operator !== undefined) {
      if (minus) throw invalidField('q', 'search_minus')
      addOperator(query, operator.toLowerCase(), value)
    } else if (value !== '') (minus ? query.excluded : quoted === undefined ? query.words : query.phrases).push(value)
  }
  if (query.phrases.length > MAX_PHRASES) throw invalidField('q', 'search_phrases')
  return query
}
