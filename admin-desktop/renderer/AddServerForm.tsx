import { useState, type ReactNode } from 'react'
import { Button } from '../../shared/ui/Button.tsx'
import { Field } from '../../shared/ui/Field.tsx'
import { TextInput } from '../../shared/ui/TextInput.tsx'
import { bridge } from './bridge.ts'
import { useConsole } from './context.ts'
import { useAsk } from './use-ask.ts'

export function AddServerForm({ onAdded, children }: { onAdded?: () => void; children?: ReactNode }) {
  const { t } = useConsole()
  const [address, setAddress] = useState('')
  const { ask, isBusy, issue } = useAsk()

  async function add() {
    const outcome = await ask(() => bridge.addServer(address))
    if (outcome?.ok) onAdded?.()
  }

  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}>
      <Field label={t.server.address} hint={t.server.hint} error={issue}>
        <TextInput
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={500}
          data-autofocus
          autoFocus
          value={address}
          onChange={(event) => setAddress(event.target.value)}
        />
      </Field>
      <div className="form__actions">
        {children}
        <Button type="submit" variant="primary" busy={isBusy} busyLabel={t.server.adding}>
          {t.server.add}
        </Button>
      </div>
    </form>
  )
}
