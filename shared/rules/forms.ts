/** Where the form of a call is sent: `votes.post` has a path of its own. */
export function formPath(call: string, fields: Record<string, string | number | boolean> = {}): string {
  const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
  return `/act/${call}${query.length > 0 ? `?${query.join('&')}` : ''}`
}

/** What a form sent: text by field name, a list where a field came more than once. */
export type FormValues = Record<string, string | string[]>

/** A form that was refused, as its page shows it again. Secrets and files are not among the values. */
export type FailedForm = {
  call: string
  /** Nothing was refused: a file was taken, or the page shows other fields of the form. */
  is_unfinished?: true
  /** Of the page that shows it. */
  path: string
  /** Of the error with which the call failed. */
  code: string
  message: string
  /** Sentences by field. */
  issues: Record<string, string>
  values: FormValues
  /** What the error says besides, such as the challenge of a second factor. */
  extra: Record<string, unknown>
}

/** A cookie that scripts read: the session was opened by a form, so they have no access token yet. */
export const FORM_SESSION_COOKIE = 'form_session'

/** Where scripts get that token. */
export const SESSION_TOKEN_PATH = '/act/session-token'

/** What a page says once about the form that led to it. */
export type Flash = { kind: 'success' | 'error'; text: string }

/** The forms of a page: their token, the one that failed, and what the last one did. */
export type FormState = { form_token: string | null; failed_form: FailedForm | null; flash: Flash | null }
