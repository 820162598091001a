import { useState } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { useAction } from '../../kit/useAction.ts'

export function TestMail({ onSent }: { onSent: () => void }) {
  const { api, t } = useAdmin()
  const text = t.setup.testMail
  const [email, setEmail] = useState('')
  const { runAction, isBusy } = useAction()

  async function send() {
    const sent = await runAction({
      key: 'test mail',
      call: () => api.setupChecklist.sendTestMail({ email }),
      done: text.sent,
    })
    if (sent) onSent()
  }

  return (
    <form
      className="steps__form"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}>
      <Field label={text.label} hideLabel>
        <TextInput
          type="email"
          name="email"
          required
          value={email}
          placeholder={text.label}
          autoComplete="email"
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" size="small" busy={isBusy('test mail')}>
        {text.send}
      </Button>
    </form>
  )
}
