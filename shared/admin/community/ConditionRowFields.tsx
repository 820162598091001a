import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import { LIMITS } from '#shared/limits.ts'
import { FILTER_FIELDS, kindOfField, opsOfField, type FilterField, type FilterOp } from '#shared/rules/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { withField, type ConditionRow } from './filter-form.ts'

/** `n` is the row's number, counted over all conditions of the filter. */
export function ConditionRowFields({
  row,
  n,
  onChange,
  onRemove,
}: {
  row: ConditionRow
  n: number
  onChange: (change: Partial<ConditionRow>) => void
  onRemove: () => void
}) {
  const text = useTexts('filters')
  const kind = kindOfField(row.field)
  return (
    <li className="editable__row editable__row--condition">
      <span className="editable__number" aria-hidden="true">
        {n}
      </span>
      <Field label={text.field(n)} hideLabel>
        <Select value={row.field} onChange={(event) => onChange(withField(row, event.target.value as FilterField))}>
          {FILTER_FIELDS.map((field) => (
            <option key={field} value={field}>
              {text.fields[field]}
            </option>
          ))}
        </Select>
      </Field>
      {kind !== 'flag' && (
        <Field label={text.op(n)} hideLabel>
          <Select value={row.op} onChange={(event) => onChange({ op: event.target.value as FilterOp })}>
            {opsOfField(row.field).map((op) => (
              <option key={op} value={op}>
                {text.ops[op]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      {kind !== 'flag' && (
        <Field label={text.value(n)} hideLabel hint={row.op === 'regex' ? text.regexHint : undefined}>
          <TextInput
            value={row.value}
            maxLength={LIMITS.filterValue}
            inputMode={kind === 'number' ? 'numeric' : undefined}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange({ value: event.target.value })}
          />
        </Field>
      )}
      <IconButton label={text.removeCondition(n)} icon={<Icon of={Trash2} size={18} />} onClick={onRemove} />
    </li>
  )
}
