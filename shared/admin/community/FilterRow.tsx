import type { Filter } from '#shared/api/filters.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'

export function FilterRow({
  filter: { id, name, is_enabled, action, hits_30d },
  busy,
  onToggle,
  onEdit,
  onRemove,
}: {
  filter: Filter
  busy: string | null
  onToggle: () => void
  onEdit: () => void
  onRemove: () => void
}) {
  const text = useTexts('filters')
  return (
    <li className="settings__row settings__row--plain filter-row">
      <div>
        <span className="settings__device">{name}</span>{' '}
        <span className={is_enabled ? 'tag tag--accent' : 'tag'}>{is_enabled ? text.on : text.off}</span>
        <p className="settings__lead">{text.actions[action]}</p>
        <p className="settings__lead">{text.hits(hits_30d)}</p>
      </div>
      <div className="form__actions">
        <Button
          size="small"
          busy={busy === `toggle ${id}`}
          aria-label={is_enabled ? text.disableOf(name) : text.enableOf(name)}
          onClick={onToggle}>
          {is_enabled ? text.disable : text.enable}
        </Button>
        <Button size="small" aria-label={text.editOf(name)} onClick={onEdit}>
          {text.edit}
        </Button>
        <Button size="small" busy={busy === `remove ${id}`} aria-label={text.removeOf(name)} onClick={onRemove}>
          {text.remove}
        </Button>
      </div>
    </li>
  )
}
