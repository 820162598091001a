import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { formPath } from '#shared/rules/forms.ts'
import { useFormPlace } from '#site/core/kept-parts.tsx'
import { useSite } from '#site/core/site-context.tsx'
import type { FormCall } from './form-call.ts'

type HiddenFields = {
  fields?: Record<string, string | number | boolean>
  /** A path of this site; where unset, this page is shown again. */
  next?: string
  /** The id of the element to which the page is scrolled that is shown again. */
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
    // To assistive technology its button is all that it is.
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

/** Enter presses the first button of a form: the one that sends it, where others stand before that one. */
export const DefaultButton = ({ children }: { children: string }) => (
  <noscript>
    <button type="submit" className="visually-hidden" tabIndex={-1} aria-hidden="true">
      {children}
    </button>
  </noscript>
)

/** The handler of a submit button that takes the place of sending its form. */
export const withScripts = (run: () => unknown) => (event: MouseEvent) => {
  event.preventDefault()
  void run()
}
