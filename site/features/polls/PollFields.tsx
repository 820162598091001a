import Plus from 'lucide/dist/esm/icons/plus.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { LIMITS } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { FormFailure } from '#shared/ui/FormFailure.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'

export type PollDraft = { options: string[]; hours: number }

export const EMPTY_POLL: PollDraft = { options: ['', ''], hours: 24 }

export function PollFields({
  poll,
  onPoll,
  error,
}: {
  poll: PollDraft
  onPoll: (poll: PollDraft) => void
  error: string | undefined
}) {
  const t = useTexts('writing')
  const { options, hours } = poll
  const setOptions = (next: string[]) => onPoll({ ...poll, options: next })
  return (
    <fieldset className="poll-fields">
      <legend className="field__label">{t.options}</legend>
      <FormFailure text={error} />
      {options.map((text, at) => (
        <div key={at} className="poll-fields__row">
          <TextInput
            name="poll.options"
            value={text}
            maxLength={LIMITS.pollOption}
            aria-label={t.option(at + 1)}
            placeholder={t.option(at + 1)}
            autoComplete="off"
            onChange={(event) => setOptions(options.with(at, event.target.value))}
          />
          {options.length > LIMITS.pollOptionsMin && (
            <IconButton
              className="needs-js"
              label={t.removeOption(at + 1)}
              icon={<Icon of={X} size={20} />}
              onClick={() => setOptions(options.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {options.length < LIMITS.pollOptionsMax && (
        <noscript>
          {Array.from({ length: LIMITS.pollOptionsMax - options.length }, (_, at) => (
            <TextInput
              key={at}
              name="poll.options"
              maxLength={LIMITS.pollOption}
              aria-label={t.option(options.length + at + 1)}
              placeholder={t.option(options.length + at + 1)}
              autoComplete="off"
            />
          ))}
        </noscript>
      )}
      {options.length < LIMITS.pollOptionsMax && (
        <div className="needs-js">
          <Button size="small" icon={<Icon of={Plus} size={16} />} onClick={() => setOptions([...options, ''])}>
            {t.addOption}
          </Button>
        </div>
      )}
      <Field label={t.duration}>
        <Select
          name="poll.hours"
          value={hours}
          onChange={(event) => onPoll({ ...poll, hours: Number(event.target.value) })}>
          {Object.entries(t.durations).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </fieldset>
  )
}
