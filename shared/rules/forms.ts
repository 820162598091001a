/** Returns the URL to which a form without JavaScript submits a call; the call and its fields are part of the URL. */
export function formPath(call: string, fields: Record<string, string | number | boolean> = {}): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/act/${call}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Values of a submitted form: text by field name, a list for repeated fields. */
export type FormValues = Record<string, string | string[]>

/** A refused form, to be shown again. Its values contain neither secrets nor files. */
export type FailedForm = {
  call: string
  /** Set if the form is shown again without a refusal, because a file was uploaded or the page shows further fields. */
  is_unfinished?: true
  /** The path of the page that shows the form. */
  path: string
  code: string
  message: string
  /** Error messages by field name. */
  issues: Record<string, string>
  values: FormValues
  /** Names of the submitted fields, also of those whose values are secret. */
  fields: string[]
  /** Further data of the error, such as the challenge of two-step login. */
  extra: Record<string, unknown>
}

/**
 * Name of a cookie that JavaScript can read. It is set when a form opens a login session, because the page then has no
 * access token of this session yet.
 */
export const FORM_SESSION_COOKIE = 'form_session'

/** The URL from which JavaScript fetches the access token of a login session that a form opened. */
export const SESSION_TOKEN_PATH = '/act/session-token'

/** The form target for language and theme without JavaScript: fields `language`, `theme` and `_next`. */
export const PREFERENCES_PATH = '/act/preferences'

/** A message that the next page shows once. */
export type Flash = { kind: 'success' | 'error'; text: string }

/** Form state of a page: the CSRF token, a refused form, and the outcome message of the last form. */
export type FormState = { form_token: string | null; failed_form: FailedForm | null; flash: Flash | null }
