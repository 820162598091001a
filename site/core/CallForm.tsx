import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { formPath } from '#shared/rules/forms.ts'
import { useFormPlace } from '#site/core/kept-parts.tsx'
import { useSite } from '#site/core/site-context.tsx'
import type { FormCall } from './form-call.ts'

type HiddenFields = {
  fields?: Record<string, string | number | boolean>
  /** Path to open after the call; by default the current page. */
  next?: string
  /** Id of the element to scroll to when the current page is shown again. */
  at?: string
}

type CallFormProps = HiddenFields &
  Omit<ComponentProps<'form'>, 'action' | 'method'> & { call: FormCall; children: ReactNode }

/**
 * A form around buttons that make an API call. Without JavaScript the form is submitted; with JavaScript the buttons'
 * handlers make the call. `fields` are in the form's URL instead of hidden inputs, because a page has hundreds of such
 * forms. A visitor's form needs no CSRF token, because it only leads to the login.
 */
export function CallForm({ call, fields, next, at, children, ...rest }: CallFormProps) {
  const { viewer } = useSite()
  return (
    // role="none" hides the form from assistive technology, which needs only the button.
    <form role="none" className="call-form" {...rest} method="post" action={formPath(call, fields)}>
      {viewer !== null && <FormFields next={next} at={at} />}
      {children}
    </form>
  )
}

/**
 * Hidden fields for a plain form that is no `CallForm`: its own `fields`, the CSRF token, and the page to show after
 * submitting.
 */
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

/**
 * Without JavaScript, Enter activates the first submit button of a form; this invisible one comes before buttons that
 * do something else.
 */
export const DefaultButton = ({ children }: { children: string }) => (
  <noscript>
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  </noscript>
)

/** Returns a click handler that calls `run` instead of submitting the form. */
export const withScripts = (run: () => unknown) => (event: MouseEvent) => {
  event.preventDefault()
  void run()
}
