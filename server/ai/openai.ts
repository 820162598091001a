import { AiFailure, failureOfStatus, textOrFailure, type AiProvider } from './provider.ts'

const NAME = 'openai'

export function openAiProvider({
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
      const { default: OpenAi, APIConnectionError, APIError } = await import('openai')
      const client = new OpenAi({ apiKey, baseURL: baseUrl, maxRetries: 0, organization: null, project: null })
      try {
        const answer = await client.chat.completions.create(
          {
            model,
            messages: [
              { role: 'system', content: system },
              { role: 'user', content: prompt },
            ],
            max_completion_tokens: maxTokens,
          },
          { signal },
        )
        return textOrFailure(NAME, answer?.choices?.[0]?.message?.content)
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
