import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { formPath } from '#shared/rules/forms.ts'
import { useFormPlace } from '#site/core/kept-parts.tsx'
import { useSite } from '#site/core/site-context.tsx'
import type { FormCall } from './form-call.ts'

type CallFormProps = Omit<ComponentProps<'form'>, 'action' | 'method' | 'onSubmit'> & {
  call: FormCall
  /** Sent besides the visible fields. */
  fields?: Record<string, string | number | boolean>
  /** A path of this site; where unset, this page is shown again. */
  next?: string
  /** Takes the place of sending the form where scripts run. */
  onSend: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** A form that works by itself and calls the API where scripts run. */
export function CallForm({ call, fields = {}, next, onSend, children, ...rest }: CallFormProps) {
  return (
    <form
      {...rest}
      method="post"
      action={formPath(call)}
      onSubmit={(event) => {
        event.preventDefault()
        onSend(event)
      }}>
      <FormFields fields={fields} next={next} />
      {children}
    </form>
  )
}

/** The hidden fields of a form that has its own element. */
export function FormFields({ fields = {}, next }: Pick<CallFormProps, 'fields' | 'next'>) {
  const { form_token } = useSite()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const place = useFormPlace({ token: form_token ?? '', here })
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <input type="hidden" name="_token" value={place.token} />
      <input type="hidden" name="_next" value={next ?? place.here} />
      {next !== undefined && next !== here && <input type="hidden" name="_page" value={here} />}
    </>
  )
}
