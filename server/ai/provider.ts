import type { Lang } from '#shared/i18n/plural.ts'

export type AiRequest = {
  system: string
  /** Texts of members are quoted in the prompt as data. */
  prompt: string
  kind: 'comment' | 'post'
  lang: Lang
  maxTokens: number
  signal: AbortSignal
}

/** `complete` returns the raw text of the model. @throws AiFailure */
export type AiProvider = { name: string; model: string; complete: (request: AiRequest) => Promise<string> }

/** `isPassing`: the failure may be temporary, so a retry after `retryAfter` ms may help. */
export class AiFailure extends Error {
  readonly isPassing: boolean
  readonly retryAfter: number | null

  constructor(
    message: string,
    {
      isPassing = false,
      retryAfter = null,
      cause,
    }: { isPassing?: boolean; retryAfter?: number | null; cause?: unknown } = {},
  ) {
    super(message, { cause })
    this.name = 'AiFailure'
    this.isPassing = isPassing
    this.retryAfter = retryAfter
  }
}

/** `retryAfter` is the Retry-After header: seconds or a date. */
export function failureOfStatus(name: string, status: number, retryAfter: string | null, now = Date.now()): AiFailure {
  return new AiFailure(`${name} answered with status ${status}`, {
    isPassing: status === 408 || status === 409 || status === 429 || status >= 500,
    retryAfter: readRetryAfter(retryAfter, now),
  })
}

function readRetryAfter(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const wait = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : null
}

export function textOrFailure(name: string, text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '') throw new AiFailure(`${name} answered without a text`)
  return text
}
