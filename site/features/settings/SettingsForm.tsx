import type { ReactNode } from 'react'
import { Button } from '#shared/ui/Button.tsx'
import { FormFields } from '#site/core/CallForm.tsx'
import type { FormCall } from '#site/core/form-call.ts'
import { useEarlyForm } from '#site/core/useEarlyForm.ts'
import { Outcome } from './Outcome.tsx'
import type { useSettingsForm } from './useSettingsForm.ts'

type SettingsFormProps<T extends object> = {
  call: FormCall
  form: ReturnType<typeof useSettingsForm<T>>
  submit: string
  children: ReactNode
}

export function SettingsForm<T extends object>({ call, form, submit, children }: SettingsFormProps<T>) {
  const { change, failure, done, isBusy } = form
  return (
    <form className="form" {...useEarlyForm<T>(change, call)} onSubmit={(event) => void form.submit(event)} noValidate>
      <FormFields />
      {children}
      <Outcome done={done || null} failure={failure} />
      <div className="form__actions">
        <Button type="submit" variant="primary" busy={isBusy}>
          {submit}
        </Button>
      </div>
    </form>
  )
}
