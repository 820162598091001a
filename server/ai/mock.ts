import { catalog } from '#shared/i18n/index.ts'
import type { AiProvider } from './provider.ts'

/** For development and tests: the same prompt always gets the same answer, which says that it is from a mock. */
export const mockProvider: AiProvider = {
  name: 'mock',
  model: 'mock',
  complete: async ({ kind, lang, prompt, system }) => {
    const texts = catalog(lang).botMock
    const number = Number(BigInt(Bun.hash(`${system}\n${prompt}`)) % 10_000n)
    return kind === 'post' ? `${texts.title(number)}\n\n${texts.post}` : texts.answer(number)
  },
}
