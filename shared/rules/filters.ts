export const FILTER_ACTIONS = ['hold', 'remove', 'report'] as const
export type FilterAction = (typeof FILTER_ACTIONS)[number]

export const FILTER_OPS = ['contains', 'word', 'regex', 'is', 'less', 'more'] as const
export type FilterOp = (typeof FILTER_OPS)[number]

export const FILTER_FIELDS = [
  'title',
  'text',
  'link_domain',
  'author_age_days',
  'author_karma',
  'author_trust',
  'links',
  'is_first_post',
  'mentions',
] as const
export type FilterField = (typeof FILTER_FIELDS)[number]

export type Condition = { field: FilterField; op: FilterOp; value: string | number | true }

export type Match = { any?: Condition[] | undefined; all?: Condition[] | undefined }

type ValueKind = 'text' | 'number' | 'flag'

const KINDS: Record<FilterField, ValueKind> = {
  title: 'text',
  text: 'text',
  link_domain: 'text',
  author_age_days: 'number',
  author_karma: 'number',
  author_trust: 'number',
  links: 'number',
  mentions: 'number',
  is_first_post: 'flag',
}

const OPS: Record<ValueKind, readonly FilterOp[]> = {
  text: ['contains', 'word', 'regex', 'is'],
  number: ['less', 'more', 'is'],
  flag: ['is'],
}

export const kindOfField = (field: FilterField): ValueKind => KINDS[field]

export const opsOfField = (field: FilterField): readonly FilterOp[] => OPS[KINDS[field]]

/** Converts a condition's value, which forms send as text, to the number or boolean that the field needs. */
export function ofItsKind(condition: Condition): Condition {
  const { field, value } = condition
  if (typeof value !== 'string') return condition
  const kind = KINDS[field]
  if (kind === 'number' && /^-?\d{1,9}$/.test(value)) return { ...condition, value: Number(value) }
  return kind === 'flag' && value === 'true' ? { ...condition, value: true } : condition
}

export function isCondition({ field, op, value }: Condition): boolean {
  const kind = KINDS[field]
  const isOfKind =
    kind === 'text'
      ? typeof value === 'string' && value !== ''
      : kind === 'number'
        ? typeof value === 'number'
        : value === true
  return isOfKind && OPS[kind].includes(op)
}

export const conditionsOf = ({ any = [], all = [] }: Match): Condition[] => [...any, ...all]

/** Enabling a filter needs confirmation if it would have matched more than this share of a week's texts. */
export const TOO_BROAD = 1 / 5
