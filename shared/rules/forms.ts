/** Returns the URL to which a form without JavaScript sends a call. */
export function formPath(call: string, fields: Record<string, string | number | boolean> = {}): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/act/${call}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Values of a submitted form: text by field name, a list for repeated fields. */
export type FormValues = Record<string, string | string[]>

/** A refused form, to be shown again. Its values contain neither secrets nor files. */
export type FailedForm = {
  call: string
  /** Set if the form was not refused, but a file was uploaded or the page shows further fields. */
  is_unfinished?: true
  path: string
  code: string
  message: string
  /** Error messages by field name. */
  issues: Record<string, string>
  values: FormValues
  /** Names of all submitted fields, also of those whose values are secret. */
  fields: string[]
  /** Further data of the error, such as the challenge of two-step login. */
  extra: Record<string, unknown>
}

/** Set when a form opens a login session, so that JavaScript fetches the access token of this session. */
export const FORM_SESSION_COOKIE = 'form_session'

export const SESSION_TOKEN_PATH = '/act/session-token'

/** The form target for language and theme without JavaScript: fields `language`, `theme` and `_next`. */
export const PREFERENCES_PATH = '/act/preferences'

export type Flash = { kind: 'success' | 'error'; text: string }

export type FormState = { form_token: string | null; failed_form: FailedForm | null; flash: Flash | null }
