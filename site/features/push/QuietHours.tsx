import type { NotificationSettings } from '#shared/api/notifications.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'

type Value = NotificationSettings['quiet_hours']

export const nightIn = (time_zone: string) => ({ from: '22:00', to: '07:00', time_zone })

/** Times are in the time zone of the browser in which they were chosen. */
export function QuietHours({
  value,
  error,
  onChange,
}: {
  value: Value
  error: string | undefined
  onChange: (value: Value) => void
}) {
  const text = useTexts('push')
  const here = () => Intl.DateTimeFormat().resolvedOptions().timeZone
  const changeTimes = (times: { from?: string; to?: string }) =>
    value && onChange({ ...value, ...times, time_zone: here() })
  return (
    <div>
      <Checkbox
        className="needs-js"
        label={text.quiet}
        hint={text.quietHint}
        checked={value !== null}
        onChange={({ target }) => onChange(target.checked ? nightIn(here()) : null)}
      />
      {value === null ? (
        <p className="no-js-only">
          <a href={`${paths.settings('notifications')}?quiet=on`}>{text.quietOn}</a>
        </p>
      ) : (
        <>
          <noscript>
            <Checkbox name="_drop" value="quiet_hours" label={text.quietOff} />
          </noscript>
          <div className="quiet-hours">
            {/* If the quiet hours are switched off, only this empty value is sent. */}
            <input type="hidden" name="quiet_hours" value="" />
            <input type="hidden" name="quiet_hours.time_zone" value={value.time_zone} />
            <Time
              name="quiet_hours.from"
              label={text.from}
              value={value.from}
              onChange={(from) => changeTimes({ from })}
            />
            <Time
              name="quiet_hours.to"
              label={text.to}
              value={value.to}
              error={error}
              onChange={(to) => changeTimes({ to })}
            />
          </div>
          <p className="check__hint">{text.zone(value.time_zone)}</p>
        </>
      )}
    </div>
  )
}

type TimeProps = {
  name: string
  label: string
  value: string
  error?: string | undefined
  onChange: (value: string) => void
}

function Time({ name, label, value, error, onChange }: TimeProps) {
  return (
    <Field label={label} error={error}>
      <TextInput type="time" name={name} required value={value} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}
