import type { Lang } from '#shared/i18n/plural.ts'

export type AiRequest = {
  /** What the model is and may do. */
  system: string
  /** What it is asked, with everything that strangers wrote inside of it as quoted data. */
  prompt: string
  /** What is written, and in which language; only the mock has to be told. */
  kind: 'comment' | 'post'
  lang: Lang
  maxTokens: number
  signal: AbortSignal
}

/** Who writes for the bot. `complete` answers with the model's text as it came and throws `AiFailure`. */
export type AiProvider = { name: string, model: string, complete: (request: AiRequest) => Promise<string> }

/** A provider that did not answer, or not with a text. `isPassing` says that a second try may help, `retryAfter` (ms) when. */
export class AiFailure extends Error {
  readonly isPassing: boolean
  readonly retryAfter: number | null

  constructor(message: string, { isPassing = false, retryAfter = null, cause }: { isPassing?: boolean, retryAfter?: number | null, cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'AiFailure'
    this.isPassing = isPassing
    this.retryAfter = retryAfter
  }
}

/** What a provider's HTTP status means; `retryAfter` is the header, in seconds or as a date. */
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

/** The text of an answer; throws where there is none. */
export function textOrFailure(name: string, text: unknown): string {
  if (typeof text !== 'string' || text.trim() === '') throw new AiFailure(`${name} answered without a text`)
  return text
}
