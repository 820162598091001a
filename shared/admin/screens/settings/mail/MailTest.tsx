import { useState, type FormEvent } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../../kit/context.ts'
import { useAction } from '../../../kit/useAction.ts'

export function MailTest() {
  const { api, t } = useAdmin()
  const text = t.settings.mailTest
  const { runAction, isBusy } = useAction()
  const [to, setTo] = useState('')

  function submit(event: FormEvent) {
    event.preventDefault()
    void runAction({
      key: 'test',
      call: () => api.adminSettings.testMail({ to }),
      done: ({ delivery }) => text.sent[delivery],
    })
  }

  return (
    <form className="form" onSubmit={submit}>
      <h4>{text.title}</h4>
      <Field label={text.to} hint={text.lead}>
        <TextInput
          type="email"
          required
          autoComplete="email"
          value={to}
          onChange={({ target }) => setTo(target.value)}
        />
      </Field>
      <div className="form__actions">
        <Button type="submit" busy={isBusy('test')}>
          {text.send}
        </Button>
      </div>
    </form>
  )
}
