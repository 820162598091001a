import { describe, expect, test } from 'bun:test'
import { createWordAutomaton } from './word-automaton.ts'

const lettersOf = (text: string) => Array.from(text)

function search(words: string[], text: string) {
  const isWord = (letter: string | undefined) => letter !== undefined && /^[\p{L}\p{N}_]$/u.test(letter)
  const places = (word: string) =>
    Array.from({ length: text.length }, (_, at) => at).filter((at) => word !== '' && text.startsWith(word, at))
  return {
    anywhere: words.map((word) => Number(places(word).length > 0)),
    whole: words.map((word) =>
      Number(
        places(word).some(
          (at) => !isWord(lettersOf(text.slice(0, at)).at(-1)) && !isWord(lettersOf(text.slice(at + word.length))[0]),
        ),
      ),
    ),
  }
}

function found(words: string[], text: string) {
  const { anywhere, whole } = createWordAutomaton(words).find(text)
  return { anywhere: [...anywhere], whole: [...whole] }
}

describe('a word automaton, which finds many words at once', () => {
  test.each<[string[], string]>([
    [['he', 'she', 'his', 'hers'], 'ushers'],
    [['a', 'aa', 'aaa', 'aaaa'], 'aaa'],
    [['a', 'ab', 'bab', 'bc', 'bca', 'c', 'caa'], 'abccab'],
    [['żółw', 'ółw', 'ół'], 'to żółw, nie żó'],
    [['kot', 'kot.', '.'], 'kot. kota'],
    [['𝒳y', 'y', '😀'], '𝒳y 😀y'],
    [['dwa słowa', 'słowa'], 'dwa  słowa dwa słowa'],
    [['', 'x'], ''],
    [[], 'x'],
    [['x_', 'x', '1', 'x1'], 'x_ x1 1x x'],
  ])('a word automaton searches for %j in %j, anywhere and as whole words', (words, text) => {
    expect(found(words, text)).toEqual(search(words, text))
  })

  test('a word automaton finds the same random words as a naive search', () => {
    let seed = 7
    const next = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    const text = (length: number) => Array.from({ length }, () => 'aab ąż_1.'[next(9)]).join('')
    for (let round = 0; round < 300; round += 1) {
      const words = [...new Set(Array.from({ length: 1 + next(12) }, () => text(1 + next(6))))]
      const read = text(next(40))
      expect([words, read, found(words, read)]).toEqual([words, read, search(words, read)])
    }
  })
})
