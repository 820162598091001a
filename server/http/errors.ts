import { wireCode, type ApiError } from '#shared/api/errors.ts'
import { catalog } from '#shared/i18n/index.ts'
import type { Lang } from '#shared/i18n/plural.ts'

type ErrorBody = { detail: string; code: string; issues?: Record<string, string> } & Record<string, unknown>

export function errorBody(error: ApiError, lang: Lang): ErrorBody {
  const t = catalog(lang)
  const { issues, retryAfter, extra } = error.details
  const sentences =
    issues &&
    Object.fromEntries(
      Object.entries(issues).map(([field, key]) => [
        field,
        (t.issues as Record<string, string>)[key] ?? t.issues.invalid,
      ]),
    )
  const detail =
    error.details.detail ??
    (error.code === 'too_many_requests' && retryAfter !== undefined ? t.tooManyRequests(retryAfter) : undefined) ??
    (error.code === 'newcomer_limit' && retryAfter !== undefined ? t.newcomerLimit(retryAfter) : undefined) ??
    (error.code === 'invalid' && sentences ? Object.values(sentences)[0] : undefined) ??
    t.errors[error.code]
  return { detail, code: wireCode(error.code), ...(sentences && { issues: sentences }), ...extra }
}
