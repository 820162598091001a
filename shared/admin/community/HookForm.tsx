import { useState } from 'react'
import { HOOK_EVENTS, SITE_EVENTS, type HookEvent } from '#shared/rules/hooks.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { Outcome } from './useRun.ts'

type Values = { url: string; events: HookEvent[] }

export function HookForm({
  isOfSite,
  busy,
  outcome,
  onSend,
  onCancel,
}: {
  isOfSite: boolean
  busy: boolean
  outcome: Outcome | null
  onSend: (values: Values) => Promise<unknown>
  onCancel: () => void
}) {
  const text = useTexts('hooks')
  const [url, setUrl] = useState('https://')
  const [events, setEvents] = useState<HookEvent[]>(['post.created', 'comment.created'])
  const offered = HOOK_EVENTS.filter((event) => isOfSite || !SITE_EVENTS.includes(event))
  const choose = (event: HookEvent, isOn: boolean) =>
    setEvents(isOn ? [...events, event] : events.filter((one) => one !== event))
  return (
    <form
      className="form"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void onSend({ url, events })
      }}>
      <Field label={text.url} hint={text.urlHint}>
        <TextInput type="url" name="url" required value={url} onChange={({ target }) => setUrl(target.value)} />
      </Field>
      <fieldset className="form">
        <legend className="field__label">{text.eventsLabel}</legend>
        {offered.map((event) => (
          <Checkbox
            key={event}
            label={text.events[event]}
            hint={event}
            checked={events.includes(event)}
            onChange={({ target }) => choose(event, target.checked)}
          />
        ))}
      </fieldset>
      <OutcomeNotice outcome={outcome} />
      <div className="form__actions">
        <Button onClick={onCancel}>{text.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy} disabled={events.length === 0}>
          {text.save}
        </Button>
      </div>
    </form>
  )
}
