import Columns3 from 'lucide/dist/esm/icons/columns-3.mjs'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Dropdown } from '#shared/ui/Dropdown.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { useAdmin } from './context.ts'
import { choosable, hiddenText, visible } from './hidden-columns.ts'
import { usePlace } from './place.ts'

type ColumnChooserProps = { columns: readonly { key: string; header: string; hideHeader?: boolean }[] }

/** The last visible column cannot be hidden. */
export function ColumnChooser({ columns }: ColumnChooserProps) {
  const { t } = useAdmin()
  const place = usePlace()
  const hidden = place.get('hide')
  const shown = choosable([...visible(columns, hidden)])

  return (
    <Dropdown
      trigger={
        <span className="btn__label">
          <Icon of={Columns3} size={16} />
          {t.kit.columns}
        </span>
      }
      triggerClass={buttonClass('quiet', 'small')}
      panelClass="chooser">
      {choosable(columns).map(({ key, header }) => {
        const isShown = shown.some((column) => column.key === key)
        return (
          <Checkbox
            key={key}
            label={header}
            checked={isShown}
            disabled={isShown && shown.length === 1}
            onChange={(event) => place.set({ hide: hiddenText(columns, hidden, key, event.target.checked) }, 'replace')}
          />
        )
      })}
    </Dropdown>
  )
}
