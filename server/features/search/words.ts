import type { DbOrTx } from '#server/db/driver/client.ts'
import { foldWord, wordsOf } from './highlights.ts'
import { polishDictionary } from './inflection/polish.ts'
import { readStoredWords } from './queries.ts'
import type { Token } from './rules.ts'

/** More words of a query are compared by their endings alone. */
export const MAX_DICTIONARY_WORDS = 24
const MAX_FORMS = 80

/**
 * The words of each text, each with the other forms of it that the forum has. The dictionary says which they are; what
 * it does not know is compared by its ending (`f_search_stem`), and what is no Polish word by its English plural.
 */
export async function readTokens(db: DbOrTx, texts: string[]): Promise<Token[][]> {
  const dictionary = await polishDictionary()
  const uniqueWords = [...new Set(texts.flatMap((text) => wordsOf(foldWord(text))))].slice(0, MAX_DICTIONARY_WORDS)
  const forms = new Map(uniqueWords.map((word) => [word, dictionary.formsOf(word)]))
  const stored = await readStoredWords(db, texts, forms)
  return stored.map((words) =>
    words.map(({ word, forms: storedForms, similar }) => {
      const isKnown = forms.has(word) && forms.get(word)!.size > 0
      const others = similar.filter((other) => !forms.get(word)?.has(other) && !(isKnown && dictionary.isKnown(other)))
      return { word, forms: [...storedForms, ...others].slice(0, MAX_FORMS) }
    }),
  )
}
