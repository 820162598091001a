/** The target of the form of a call: `votes.post` has a path of its own. */
export function formPath(call: string, fields: Record<string, string | number | boolean> = {}): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/act/${call}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** Values of a sent form: text by field name, a list where a field came more than once. */
export type FormValues = Record<string, string | string[]>

/** A form that was refused, as its page shows it again. Secrets and files are not among the values. */
export type FailedForm = {
  call: string
  /** Set where the form is shown again without a refusal: a file was stored, or the page shows further fields. */
  is_unfinished?: true
  /** The path of the page that shows the form. */
  path: string
  /** The code of the call's error. */
  code: string
  message: string
  /** Sentences by field name. */
  issues: Record<string, string>
  values: FormValues
  /** Further data of the error, such as the challenge of a second factor. */
  extra: Record<string, unknown>
}

/** A cookie readable by scripts: a form opened the session, so scripts have no access token yet. */
export const FORM_SESSION_COOKIE = 'form_session'

/** The address from which scripts fetch the access token of a session that a form opened. */
export const SESSION_TOKEN_PATH = '/act/session-token'

/** The target of the form for language and theme without scripts: fields `language`, `theme` and `_next`. */
export const PREFERENCES_PATH = '/act/preferences'

/** A sentence that the next page shows once about the form that led to it. */
export type Flash = { kind: 'success' | 'error'; text: string }

/** The forms of a page: their token, the one that failed, and what the last one did. */
export type FormState = { form_token: string | null; failed_form: FailedForm | null; flash: Flash | null }
