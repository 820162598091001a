import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useTexts } from '#shared/texts.ts'
import { moved, without } from './rows.ts'

export function RowButtons<T>({
  list,
  rows,
  at,
  name,
  onRows,
}: {
  /** The form field name of the list. */
  list: string
  rows: T[]
  at: number
  name: string
  onRows: (rows: T[]) => void
}) {
  const text = useTexts('community')
  return (
    <>
      <noscript>
        <label>
          {text.place(name)}{' '}
          <input
            className="input"
            type="number"
            name={`_order.${list}.${at}`}
            defaultValue={at + 1}
            min={1}
            max={rows.length}
          />
        </label>
        <label className="check">
          <input type="checkbox" name="_drop" value={`${list}.${at}`} /> {text.deleteOf(name)}
        </label>
      </noscript>
      <div className="form__actions needs-js">
        <IconButton
          label={text.moveUp(name)}
          icon={<Icon of={ArrowUp} size={18} />}
          aria-disabled={at === 0 || undefined}
          onClick={() => {
            if (at > 0) onRows(moved(rows, at, at - 1))
          }}
        />
        <IconButton
          label={text.moveDown(name)}
          icon={<Icon of={ArrowDown} size={18} />}
          aria-disabled={at === rows.length - 1 || undefined}
          onClick={() => {
            if (at < rows.length - 1) onRows(moved(rows, at, at + 1))
          }}
        />
        <IconButton
          label={text.deleteOf(name)}
          icon={<Icon of={Trash2} size={18} />}
          onClick={() => onRows(without(rows, at))}
        />
      </div>
    </>
  )
}
