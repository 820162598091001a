import * as v from 'valibot'
import { AiFailure, failureOfStatus, textOrFailure, type AiProvider } from './provider.ts'

const NAME = 'ollama'

const Answer = v.object({ message: v.object({ content: v.string() }) })

export function ollamaProvider({ url, model }: { url: string; model: string }): AiProvider {
  return {
    name: NAME,
    model,
    async complete({ system, prompt, maxTokens, signal }) {
      const response = await fetch(new URL('api/chat', url.endsWith('/') ? url : `${url}/`), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          model,
          messages: [
            { role: 'system', content: system },
            { role: 'user', content: prompt },
          ],
          stream: false,
          options: { num_predict: maxTokens },
        }),
        signal,
      }).catch((error: unknown) => {
        throw new AiFailure(`${NAME} cannot be reached`, { isPassing: true, cause: error })
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw failureOfStatus(NAME, response.status, response.headers.get('retry-after'))
      }
      const answer = v.safeParse(Answer, await response.json().catch(() => null))
      if (!answer.success) throw new AiFailure(`${NAME} gave no readable answer`)
      return textOrFailure(NAME, answer.output.message.content)
    },
  }
}
