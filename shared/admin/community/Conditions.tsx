import Plus from 'lucide/dist/esm/icons/plus.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { ConditionRowFields } from './ConditionRowFields.tsx'
import { EMPTY_ROW, type ConditionRow } from './filter-form.ts'
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
  return (
    <fieldset className="form">
      <legend className="field__label">{legend}</legend>
      {rows.length > 0 && (
        <ol className="editable">
          {rows.map((row, at) => (
            <ConditionRowFields
              key={at}
              row={row}
              n={first + at}
              onChange={(change) => onRows(changed(rows, at, change))}
              onRemove={() => onRows(without(rows, at))}
            />
          ))}
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
