import { describe, expect, test } from 'bun:test'
import { Dictionary } from './dictionary.ts'
import { polishDictionary } from './polish.ts'

const AFF = `SET UTF-8
PFX b Y 1
PFX b 0 nie .
SFX U Y 3
SFX U ło ła ło
SFX U sło seł sło
SFX U ło łem [^i]ło
SFX M Y 2
SFX M a y [^gk]a
SFX M a 0 [^i]a
SFX J Y 2
SFX J ić ący ić
SFX J ić ię ić
SFX x Y 2
SFX x y ego [^k]y
SFX x i iego [kn]i
`
const DIC = `12
krzesło/U
lista/M
list/M
tani/x
tańszy/x
najtańszy/x
sądzić/J
Sądy/x
sad
człowiek/M
głowa
abc-def/M
`

async function dictionary(irregular = '') {
  let pauses = 0
  const read = await Dictionary.read({
    aff: AFF,
    dic: new TextEncoder().encode(DIC),
    irregular,
    pause: async () => void (pauses += 1),
  })
  return { read, pauses: () => pauses }
}

const sorted = (words: Set<string>) => [...words].toSorted()

describe('a Polish dictionary for inflected forms', () => {
  test('the inflection dictionary finds all forms of a word from any of them, written without diacritics', async () => {
    const { read } = await dictionary()
    for (const form of ['krzeslo', 'krzesel', 'krzesla', 'krzeslem'])
      expect(sorted(read.formsOf(form))).toEqual(['krzesel', 'krzesla', 'krzeslem', 'krzeslo'])
  })

  test('a word is unknown to the dictionary if no rule derives it or its entry has no rules', async () => {
    const { read } = await dictionary()
    for (const word of ['krzesly', 'glowa', 'sad', 'abc', 'abc-def', 'krzesło', '', 'a', 'x'.repeat(500), "d'or"]) {
      expect({ word, forms: read.formsOf(word).size, isKnown: read.isKnown(word) }).toEqual({
        word,
        forms: 0,
        isKnown: false,
      })
    }
  })

  test('a word with a dictionary entry of its own is not taken for a short form of another word', async () => {
    const { read } = await dictionary()
    expect(sorted(read.formsOf('lista'))).toEqual(['lista', 'listy'])
    expect(sorted(read.formsOf('list'))).toEqual(['list'])
  })

  test('the degrees of an adjective are forms of one word, and a participle is a form of its verb', async () => {
    const { read } = await dictionary()
    expect(sorted(read.formsOf('taniego'))).toEqual([
      'najtanszego',
      'najtanszy',
      'tani',
      'taniego',
      'tanszego',
      'tanszy',
    ])
    expect(read.formsOf('najtanszego')).toEqual(new Set(read.formsOf('tanszy')))
    expect(sorted(read.formsOf('sadzac'))).toEqual(['sadzac', 'sadzacy', 'sadzic', 'sadzie'])
    expect(read.formsOf('sadzic').has('sadzac')).toBe(true)
  })

  test('an irregular form also finds the words on its line of the word list, and their regular forms', async () => {
    const { read } = await dictionary('# words\nczłowiek ludzie ludźmi krzesło*\n')
    expect(sorted(read.formsOf('ludzmi'))).toEqual([
      'czlowiek',
      'krzesel',
      'krzesla',
      'krzeslem',
      'krzeslo',
      'ludzie',
      'ludzmi',
    ])
    expect(read.formsOf('krzesel').has('ludzie')).toBe(true)
    expect(read.isKnown('ludzie')).toBe(true)
  })

  test('reading a dictionary pauses at least once in 200 lines', async () => {
    let pauses = 0
    await Dictionary.read({
      aff: AFF,
      dic: new TextEncoder().encode('kot/M\n'.repeat(10_000)),
      irregular: '',
      pause: async () => void (pauses += 1),
    })
    expect(pauses).toBeGreaterThanOrEqual(50)
  })
})

test('forms of a Polish word find each other in both directions', async () => {
  const polish = await polishDictionary()
  const forms = [
    'krzeseł',
    'młodzi',
    'mówią',
    'Kielcach',
    'Niemczech',
    'szedł',
    'ludźmi',
    'najlepszy',
    'piję',
    'list',
    'sklep',
  ].flatMap((word) => [
    ...polish.formsOf(word.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ł', 'l')),
  ])
  expect(forms.length).toBeGreaterThan(200)
  for (const form of forms)
    for (const other of polish.formsOf(form))
      expect({ form, other, isBack: polish.formsOf(other).has(form) }).toMatchObject({ isBack: true })
  expect(await polishDictionary()).toBe(polish)
})
