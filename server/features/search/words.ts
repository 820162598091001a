import type { DbOrTx } from '#server/db/driver/client.ts'
import { foldWord, wordsOf } from './highlights.ts'
import { polishDictionary } from './inflection/polish.ts'
import { readStoredWords } from './queries.ts'
import type { Token } from './rules.ts'

/** Words of a query beyond this number are compared only by stem. */
export const MAX_DICTIONARY_WORDS = 24
const MAX_FORMS = 80

/**
 * Returns the words of each text with other forms that occur on the forum: those of the dictionary, or for unknown
 * words those with the same stem (`f_search_stem`) or the English plural.
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
