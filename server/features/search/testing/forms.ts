import type { DbOrTx } from '#server/db/driver/client.ts'
import { foldWord } from '../highlights.ts'
import { searchWord } from '../table.ts'
import { MAX_DICTIONARY_WORDS, readTokens } from '../words.ts'

const folder = new URL('.', import.meta.url)

export type Pair = [a: string, b: string]

/** `everyday-pairs.txt` has two forms of one word a line, `lookalikes.txt` two different words. */
export async function readPairs(name: string): Promise<Pair[]> {
  const lines = (await Bun.file(new URL(name, folder)).text())
    .trim()
    .split('\n')
    .filter((line) => !line.startsWith('#'))
  return lines.map((line) => line.split(' ').map(foldWord) as Pair)
}

/** Adds all words to the vocabulary and returns the other forms with which a search finds each. */
export async function formsAmong(db: DbOrTx, words: string[]): Promise<Map<string, Set<string>>> {
  const said = [...new Set(words)]
  const found = new Map<string, Set<string>>()
  for (let at = 0; at < said.length; at += 5_000) {
    await db
      .insert(searchWord)
      .values(said.slice(at, at + 5_000).map((word) => ({ word })))
      .onConflictDoNothing()
  }
  for (let at = 0; at < said.length; at += MAX_DICTIONARY_WORDS) {
    for (const [asked] of await readTokens(db, said.slice(at, at + MAX_DICTIONARY_WORDS)))
      found.set(asked!.word, new Set(asked!.forms))
  }
  return found
}

export const shareFound = (pairs: Pair[], forms: Map<string, Set<string>>) =>
  pairs.filter(([a, b]) => a === b || forms.get(a)?.has(b)).length / pairs.length
