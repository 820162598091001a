import { AiFailure, failureOfStatus, textOrFailure, type AiProvider } from './provider.ts'

const NAME = 'anthropic'

export function anthropicProvider({
  apiKey,
  baseUrl,
  model,
}: {
  apiKey: string
  baseUrl: string | null
  model: string
}): AiProvider {
  return {
    name: NAME,
    model,
    async complete({ system, prompt, maxTokens, signal }) {
      // Imported on first use, to keep the start of the server short.
      const { default: Anthropic, APIConnectionError, APIError } = await import('@anthropic-ai/sdk')
      const client = new Anthropic({ apiKey, authToken: null, baseURL: baseUrl, maxRetries: 0 })
      try {
        const answer = await client.messages.create(
          { model, system, messages: [{ role: 'user', content: prompt }], max_tokens: maxTokens },
          { signal },
        )
        const texts = answer?.content?.flatMap((block) =>
          block.type === 'text' && typeof block.text === 'string' ? [block.text] : [],
        )
        return textOrFailure(NAME, texts?.join('\n'))
      } catch (error) {
        if (error instanceof AiFailure) throw error
        if (error instanceof APIConnectionError)
          throw new AiFailure(`${NAME} cannot be reached`, { isPassing: true, cause: error })
        if (error instanceof APIError && error.status)
          throw failureOfStatus(NAME, error.status, error.headers?.get('retry-after') ?? null)
        throw new AiFailure(`${NAME} gave no readable answer`, { cause: error })
      }
    },
  }
}
