import type { DbOrTx } from '#server/db/driver/client.ts'
import { foldWord, wordsOf } from './highlights.ts'
import { polishDictionary } from './inflection/polish.ts'
import { readStoredWords } from './queries.ts'
import type { Token } from './rules.ts'

/** The most words of a query that the dictionary is used for; further ones are compared only by their endings. */
export const MAX_DICTIONARY_WORDS = 24
const MAX_FORMS = 80

/**
 * Returns the words of each text, each with its other forms that occur on the forum. The dictionary has the forms;
 * unknown words are compared by their ending (`f_search_stem`), and words that are not Polish by their English plural.
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
