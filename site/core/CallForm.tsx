import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { formPath } from '#shared/rules/forms.ts'
import { useFormPlace } from '#site/core/kept-parts.tsx'
import { useSite } from '#site/core/site-context.tsx'
import type { FormCall } from './form-call.ts'

type HiddenFields = {
  fields?: Record<string, string | number | boolean>
  /** Path to open afterwards; by default the same page. */
  next?: string
  /** Id of the element to scroll to when the same page is shown again. */
  at?: string
}

type CallFormProps = HiddenFields &
  Omit<ComponentProps<'form'>, 'action' | 'method'> & { call: FormCall; children: ReactNode }

/**
 * The form of buttons that make a call: by itself without scripts, and by their `withScripts` handlers with them.
 * `fields` stand in its address, since a page has hundreds of such forms. A visitor's leads to the login and back, so
 * it needs no token.
 */
export function CallForm({ call, fields, next, at, children, ...rest }: CallFormProps) {
  const { viewer } = useSite()
  return (
    // Hides the form itself from assistive technology, which only needs its button.
    <form role="none" className="call-form" {...rest} method="post" action={formPath(call, fields)}>
      {viewer !== null && <FormFields next={next} at={at} />}
      {children}
    </form>
  )
}

/** The hidden fields of a form that has its own element. */
export function FormFields({ fields = {}, next, at }: HiddenFields) {
  const { form_token } = useSite()
  const { pathname, search } = useLocation()
  const here = pathname + search
  const place = useFormPlace({ token: form_token ?? '', here })
  const again = at === undefined ? place.here : `${place.here}#${at}`
  return (
    <>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={String(value)} />
      ))}
      <input type="hidden" name="_token" value={place.token} />
      <input type="hidden" name="_next" value={next ?? again} />
      {next !== undefined && next !== here && <input type="hidden" name="_page" value={here} />}
    </>
  )
}

/** Enter presses a form's first button, so this one precedes buttons that do not send it. */
export const DefaultButton = ({ children }: { children: string }) => (
  <noscript>
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  </noscript>
)

/** Runs a handler instead of sending the form of a submit button. */
export const withScripts = (run: () => unknown) => (event: MouseEvent) => {
  event.preventDefault()
  void run()
}
