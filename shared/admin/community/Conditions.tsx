import Plus from 'lucide/dist/esm/icons/plus.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import { LIMITS } from '#shared/limits.ts'
import { FILTER_FIELDS, kindOfField, opsOfField, type FilterField, type FilterOp } from '#shared/rules/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { EMPTY_ROW, withField, type ConditionRow } from './filter-form.ts'
import { changed, without } from './rows.ts'

export function Conditions({
  legend,
  addLabel,
  rows,
  first,
  canAdd,
  onRows,
}: {
  legend: string
  addLabel: string
  rows: ConditionRow[]
  first: number
  canAdd: boolean
  onRows: (rows: ConditionRow[]) => void
}) {
  const text = useTexts('filters')
  return (
    <fieldset className="form">
      <legend className="field__label">{legend}</legend>
      {rows.length > 0 && (
        <ol className="editable">
          {rows.map((row, at) => {
            const kind = kindOfField(row.field)
            const n = first + at
            return (
              <li key={at} className="editable__row editable__row--condition">
                <span className="editable__number" aria-hidden="true">
                  {n}
                </span>
                <Field label={text.field(n)} hideLabel>
                  <Select
                    value={row.field}
                    onChange={(event) => onRows(changed(rows, at, withField(row, event.target.value as FilterField)))}>
                    {FILTER_FIELDS.map((field) => (
                      <option key={field} value={field}>
                        {text.fields[field]}
                      </option>
                    ))}
                  </Select>
                </Field>
                {kind !== 'flag' && (
                  <Field label={text.op(n)} hideLabel>
                    <Select
                      value={row.op}
                      onChange={(event) => onRows(changed(rows, at, { op: event.target.value as FilterOp }))}>
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
                      onChange={(event) => onRows(changed(rows, at, { value: event.target.value }))}
                    />
                  </Field>
                )}
                <IconButton
                  label={text.removeCondition(n)}
                  icon={<Icon of={Trash2} size={18} />}
                  onClick={() => onRows(without(rows, at))}
                />
              </li>
            )
          })}
        </ol>
      )}
      {canAdd && (
        <div>
          <Button
            variant="quiet"
            size="small"
            icon={<Icon of={Plus} size={18} />}
            onClick={() => onRows([...rows, EMPTY_ROW])}>
            {addLabel}
          </Button>
        </div>
      )}
    </fieldset>
  )
}
