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

/** `fields` are in the URL instead of hidden inputs to save markup, because a page has hundreds of these forms. */
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

/** Hidden fields of a form: its own `fields`, the CSRF token, and the path of the page to show afterwards. */
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

/** Enter presses the first button of a form, so without JavaScript an invisible copy of the main button comes first. */
export const DefaultButton = ({ children }: { children: string }) => (
  <noscript>
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  </noscript>
)

export const withScripts = (run: () => unknown) => (event: MouseEvent) => {
  event.preventDefault()
  void run()
}
