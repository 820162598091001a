import { sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { comment } from '../comments/table.ts'
import { isListed } from '../posts/listed.ts'
import { post, postRank } from '../posts/table.ts'
import { foldWord, type MatchedWords } from './highlights.ts'

/**
 * An excerpt of HTML that does not begin inside a tag. `covered` is the number of spoilers open where it begins, `size`
 * the size in bytes of the whole text and its HTML.
 */
export type Passage = {
  id: number
  size: number
  html: string
  covered: number
  isCutBefore: boolean
  isCutAfter: boolean
}

/** HTML up to this size in bytes is not shortened to an excerpt. */
const WHOLE_BYTES = 1_000
const BYTES_BEFORE = 200
const BYTES_AFTER = 1_000
/** The bytes of HTML searched for one page of results; further texts get no excerpt. */
const MAX_BYTES = 2_000_000
const MAX_WORDS = 100

/** All spellings of a folded letter or pair: 'ą' and 'À' for 'a', 'ß' for 'ss'. */
const variants = new Map<string, string>()
for (const [first, last] of [
  [0xc0, 0x52f],
  [0x1e00, 0x1fff],
] as const) {
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCodePoint(code)
    const folded = foldWord(letter)
    if (/^\p{L}{1,2}$/u.test(folded) && folded !== letter) variants.set(folded, (variants.get(folded) ?? '') + letter)
  }
}

function spellings(word: string): string {
  return word.replace(/ss|ae|oe|th|./gsu, (letters) => {
    const variantLetters = variants.get(letters) ?? ''
    if (letters.length === 1) return `[${letters}${letters.toUpperCase()}${variantLetters}]`
    const each = [...letters].map(spellings).join('')
    return variantLetters === '' ? each : `(?:${each}|[${variantLetters}])`
  })
}

/** Finds the words in HTML text but not inside its tags; null without words. */
function passagePattern({ words, beginnings }: MatchedWords): string | null {
  const isPlain = (word: string) => /^[\p{L}\p{N}]+$/u.test(word)
  const whole = [...words].filter(isPlain).map((word) => `${spellings(word)}(?![[:alnum:]])`)
  const prefixes = beginnings.filter(isPlain).map(spellings)
  const all = [...prefixes, ...whole].slice(0, MAX_WORDS)
  return all.length === 0 ? null : `(?:^|[^[:alnum:]])(?:${all.join('|')})(?![^<>]*>)`
}

const textsOf = {
  // Results show only the title of a post marked as spoiler.
  posts: sql`select ${post.id} as id, ${post.content} as content, case when ${post.is_spoiler} then ''
    else ${post.content_html} end as html
    from ${post} join ${postRank} on ${postRank.post_id} = ${post.id} where ${isListed()}`,
  comments: sql`select ${comment.id} as id, ${comment.content} as content, ${comment.content_html} as html
    from ${comment} where ${comment.is_listed}`,
}

const number = (value: number) => sql.raw(String(value))

/** Loads the excerpts in the order of the ids; `html` is '' for an empty text. */
export async function loadPassages(
  tx: DbOrTx,
  kind: 'posts' | 'comments',
  ids: number[],
  matched: MatchedWords,
): Promise<Passage[]> {
  if (ids.length === 0) return []
  const pattern = passagePattern(matched)
  return tx.execute<Passage>(sql`
    with texts as (
      select id, at, content, html, sum(octet_length(html)) over (order by at) - octet_length(html) as read_before
      from unnest(${sql.param(ids)}::integer[]) with ordinality as asked (id, at) join (${textsOf[kind]}) as text
        using (id)
    )
    select id, octet_length(content) + octet_length(html) as size,
      coalesce(substring(html from first for place - first + ${number(BYTES_AFTER)}), '') as html,
      coalesce((length(head) - length(replace(head, '<span', ''))) / 5 - (length(head) - length(replace(head,
        '</span>', ''))) / 7, 0) as covered,
      coalesce(first > 1, false) as "isCutBefore", coalesce(length(html) >= place + ${number(BYTES_AFTER)},
        false) as "isCutAfter"
    from texts
    cross join lateral (
      select case
        when octet_length(html) <= ${number(WHOLE_BYTES)} then 1
        when read_before < ${number(MAX_BYTES)} then nullif(regexp_instr(html, ${pattern ?? ''}), 0)
      end as place
      offset 0
    ) as found
    cross join lateral (select greatest(1, place - ${number(BYTES_BEFORE)}) as start) as wished
    -- A piece that began within a tag or an entity begins before it.
    cross join lateral (select start - coalesce(length(substring(left(html, start - 1)
      from '(?:<[^<>]*|&[a-z0-9#]*)$')), 0) as first offset 0) as whole
    cross join lateral (select left(html, first - 1) as head offset 0) as before
    order by at`)
}
