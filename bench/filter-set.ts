import { LIMITS } from '#shared/limits.ts'
import type { Condition, Match } from '#shared/rules/filters.ts'

/** Contains each filter word some 20,000 times inside longer words, the costliest input for all filters together. */
export const costlyText = (length: number): string =>
  `${'xa'.repeat(48)}c`.repeat(Math.ceil(length / 97)).slice(0, length)

/** Regular expressions with a total size just below `LIMITS.regexSizeTotal`. */
const REGEXES = Array.from({ length: 11 }, (_, at): Condition => ({
  field: 'text',
  op: 'regex',
  value: `[ax].{7${at % 10}}[cd]\\b`,
}))

const MAX_LENGTH = LIMITS.filterValue / 2

const WORDS: ((at: number) => Condition)[] = [
  (at) => ({
    field: 'text',
    op: 'word',
    value: 'xa'.repeat(MAX_LENGTH).slice(at % 2, (at % 2) + 1 + (at % MAX_LENGTH)),
  }),
  (at) => ({
    field: 'text',
    op: 'word',
    value: 'ax'.repeat(MAX_LENGTH).slice(at % 2, (at % 2) + 1 + (at % MAX_LENGTH)),
  }),
  (at) => ({ field: 'text', op: 'contains', value: `darmowe spiny ${at}` }),
  (at) => ({ field: 'link_domain', op: 'contains', value: `sklep${at}` }),
]

/** As many filters with as many conditions as allowed, none of which an ordinary text matches. */
export const fullSet = (): Match[] =>
  Array.from({ length: LIMITS.filters }, (_, filter) => ({
    any: Array.from(
      { length: LIMITS.filterConditions },
      (_one, at) =>
        (at === 0 ? REGEXES[filter] : undefined) ?? WORDS[at % WORDS.length]!(filter * LIMITS.filterConditions + at),
    ),
  }))
