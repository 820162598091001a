import { DELAY } from '#shared/limits.ts'
import type { Config } from '#server/config.ts'
import { anthropicProvider } from './anthropic.ts'
import { mockProvider } from './mock.ts'
import { ollamaProvider } from './ollama.ts'
import { openAiProvider } from './openai.ts'
import { AiFailure, type AiProvider, type AiRequest } from './provider.ts'
import { cutAtWord, tidy } from './text.ts'

export const PROVIDERS = ['openai', 'anthropic', 'ollama'] as const

const MODELS = { openai: 'gpt-5.4-mini', anthropic: 'claude-haiku-4-5', ollama: 'llama3.2' }

/** Maximum number of tokens of an answer, including reasoning tokens. */
const TOKEN_BUDGET = 2_000

const RETRY_DELAY = 500

export type Question = Pick<AiRequest, 'system' | 'prompt' | 'kind' | 'lang'> & {
  /** The length of the answer in UTF-16 units. */
  maxLength: number
  /** Milliseconds that the caller can still wait, if shorter than the usual time limit. */
  timeLeft?: number
}

export type Ai = {
  provider: AiProvider
  /** Returns the model's answer as publishable text. @throws AiFailure */
  ask: (question: Question) => Promise<string>
}

/** Clients get the result as `has_api_key`. */
export function hasKey({ aiProvider, openaiApiKey, anthropicApiKey, ollamaUrl }: Config): boolean {
  return (
    { openai: openaiApiKey, anthropic: anthropicApiKey, ollama: ollamaUrl, none: null }[aiProvider ?? 'none'] !== null
  )
}

/** The mock answers if the chosen provider has no key or URL. */
export function chooseProvider(config: Config): AiProvider {
  const { aiProvider, aiModel, openaiApiKey, anthropicApiKey, ollamaUrl } = config
  const model = aiModel ?? MODELS[aiProvider ?? 'openai']
  if (aiProvider === 'openai' && openaiApiKey)
    return openAiProvider({ apiKey: openaiApiKey, baseUrl: config.openaiBaseUrl, model })
  if (aiProvider === 'anthropic' && anthropicApiKey) {
    return anthropicProvider({ apiKey: anthropicApiKey, baseUrl: config.anthropicBaseUrl, model })
  }
  return aiProvider === 'ollama' && ollamaUrl ? ollamaProvider({ url: ollamaUrl, model }) : mockProvider
}

/** A request is retried once if its failure may be temporary. */
export function createAi(provider: AiProvider, { timeLimit = DELAY.aiAnswer }: { timeLimit?: number } = {}): Ai {
  return {
    provider,
    async ask({ maxLength, timeLeft = timeLimit, ...question }) {
      const time = Math.max(0, Math.min(timeLimit, timeLeft))
      const deadline = performance.now() + time
      const signal = AbortSignal.timeout(time)
      const request = { ...question, maxTokens: TOKEN_BUDGET, signal }
      const answer = await within(signal, provider.complete(request))
        .catch(async (error: unknown) => {
          const failure = asFailure(error)
          const wait = failure.retryAfter ?? RETRY_DELAY
          if (!failure.isPassing || signal.aborted || performance.now() + wait >= deadline) throw failure
          await Bun.sleep(wait)
          return within(signal, provider.complete(request))
        })
        .catch((error: unknown) => {
          throw asFailure(error)
        })
      const text = cutAtWord(tidy(answer), maxLength)
      if (text === '') throw new AiFailure(`${provider.name} answered without a text`)
      return text
    },
  }
}

function asFailure(error: unknown): AiFailure {
  return error instanceof AiFailure ? error : new AiFailure('The provider failed', { cause: error })
}

/** Rejects when the signal is aborted, even if the provider ignores it. */
function within<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const late = () => reject(new AiFailure('The provider did not answer in time'))
    if (signal.aborted) late()
    signal.addEventListener('abort', late, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', late))
  })
}
