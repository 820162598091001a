import type { SettingValues } from '#shared/api/settings/registry.ts'
import { LIMITS } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { fromLocalTime, toLocalTime } from '../../kit/local-time.ts'
import type { CustomProps } from './custom-props.ts'

type Announcement = SettingValues['announcements'][number]

const EMPTY: Announcement = { text_pl: '', text_en: '', kind: 'info', audience: 'all', starts_at: null, ends_at: null }

export function Announcements({ value, onChange, disabled }: CustomProps<Announcement[]>) {
  const text = useAdmin().t.settings.announcement
  const change = (at: number, part: Partial<Announcement>) => onChange(value.with(at, { ...value[at]!, ...part }))
  return (
    <div className="form">
      {value.map((announcement, at) => (
        <fieldset key={at} className="setting__group">
          <legend className="field__label">{text.title(at + 1)}</legend>
          <AnnouncementFields announcement={announcement} disabled={disabled} onChange={(part) => change(at, part)} />
          <div className="form__actions">
            <Button
              size="small"
              disabled={disabled}
              aria-label={text.removeOf(at + 1)}
              onClick={() => onChange(value.toSpliced(at, 1))}>
              {text.remove}
            </Button>
          </div>
        </fieldset>
      ))}
      {value.length < LIMITS.announcements && (
        <div>
          <Button size="small" disabled={disabled} onClick={() => onChange([...value, EMPTY])}>
            {text.add}
          </Button>
        </div>
      )}
    </div>
  )
}

type FieldsProps = { announcement: Announcement; disabled: boolean; onChange: (part: Partial<Announcement>) => void }

function AnnouncementFields({ announcement, disabled, onChange }: FieldsProps) {
  const text = useAdmin().t.settings.announcement
  const { kind, audience } = announcement
  return (
    <>
      {(['text_pl', 'text_en'] as const).map((name) => (
        <Field key={name} label={text[name]}>
          <TextInput
            value={announcement[name]}
            disabled={disabled}
            maxLength={LIMITS.announcement}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
        </Field>
      ))}
      <Field label={text.kind}>
        <Select
          value={kind}
          disabled={disabled}
          onChange={(event) => onChange({ kind: event.target.value as Announcement['kind'] })}>
          <option value="info">{text.kinds.info}</option>
          <option value="warning">{text.kinds.warning}</option>
        </Select>
      </Field>
      <Field label={text.audience}>
        <Select
          value={audience}
          disabled={disabled}
          onChange={(event) => onChange({ audience: event.target.value as Announcement['audience'] })}>
          {(['all', 'members', 'staff'] as const).map((each) => (
            <option key={each} value={each}>
              {text.audiences[each]}
            </option>
          ))}
        </Select>
      </Field>
      {(['starts_at', 'ends_at'] as const).map((name) => (
        <Field key={name} label={text[name]} hint={text.timeHint}>
          <TextInput
            type="datetime-local"
            value={toLocalTime(announcement[name])}
            disabled={disabled}
            onChange={(event) => onChange({ [name]: fromLocalTime(event.target.value) })}
          />
        </Field>
      ))}
    </>
  )
}
