import type { Filter } from '#shared/api/filters.ts'
import {
  kindOfField,
  opsOfField,
  type Condition,
  type FilterAction,
  type FilterField,
  type FilterOp,
  type Match,
} from '#shared/rules/filters.ts'

export type ConditionRow = { field: FilterField; op: FilterOp; value: string }

export type FilterDraft = {
  isOpen: boolean
  id: number | null
  name: string
  action: FilterAction
  all: ConditionRow[]
  any: ConditionRow[]
}

export const EMPTY_ROW: ConditionRow = { field: 'text', op: 'word', value: '' }

export const CLOSED: FilterDraft = { isOpen: false, id: null, name: '', action: 'hold', all: [], any: [EMPTY_ROW] }

const asRow = ({ field, op, value }: Condition): ConditionRow => ({
  field,
  op,
  value: value === true ? '' : String(value),
})

export function draftOf({ id, name, action, match: { all = [], any = [] } }: Filter): FilterDraft {
  return { isOpen: true, id, name, action, all: all.map(asRow), any: any.map(asRow) }
}

export function withField(row: ConditionRow, field: FilterField): ConditionRow {
  const ops = opsOfField(field)
  const isLike = kindOfField(field) === kindOfField(row.field)
  return { field, op: ops.includes(row.op) ? row.op : ops[0]!, value: isLike ? row.value : '' }
}

const isComplete = ({ field, value }: ConditionRow): boolean => {
  const kind = kindOfField(field)
  return kind === 'flag' || (kind === 'number' ? /^-?\d{1,9}$/.test(value.trim()) : value.trim() !== '')
}

/** Returns the number of the first row without a value, counted from 1 over both lists. */
function incompleteRow({ all, any }: FilterDraft): number | null {
  const at = [...all, ...any].findIndex((row) => !isComplete(row))
  return at === -1 ? null : at + 1
}

export function conditionsIssue(
  draft: FilterDraft,
  text: { withoutConditions: string; incomplete: (row: number) => string },
): string | null {
  if (draft.all.length + draft.any.length === 0) return text.withoutConditions
  const row = incompleteRow(draft)
  return row === null ? null : text.incomplete(row)
}

const valueOf = ({ field, value }: ConditionRow) =>
  kindOfField(field) === 'flag' ? (true as const) : kindOfField(field) === 'number' ? Number(value) : value

const asCondition = (row: ConditionRow): Condition => ({ field: row.field, op: row.op, value: valueOf(row) })

export function matchOf({ all, any }: FilterDraft): Match {
  return { ...(all.length > 0 && { all: all.map(asCondition) }), ...(any.length > 0 && { any: any.map(asCondition) }) }
}
