import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Dictionary } from '#server/features/search/inflection/dictionary.ts'
import { formsAmong, readPairs } from '#server/features/search/testing/forms.ts'
import { createTestDatabase } from '#server/test/database.ts'
import { learnEndings, stem, type Endings } from './search-quality/endings.ts'
import { fold, readLexemes } from './search-quality/hunspell.ts'
import { samplePairs, splitLexemes, type Pair, type Sample } from './search-quality/pairs.ts'
import { print } from './rows.ts'

/*
 * How well each way of comparing words finds the forms of a word, and how often it takes different words for one. The words are those of the
 * Polish Hunspell dictionary, expanded by its affix rules, of which a tenth is kept from whatever learns, and two lists of everyday words written
 * by hand, which nothing learns from. `--endings FILE` writes what `f_search_stem` holds, `--pairs FOLDER` the pairs that its test reads.
 */

type Way = { name: string; isSame: (a: string, b: string) => boolean; cost: string }

const PAIRS = 5_000
const TESTED_PAIRS = 1_000
const folder = new URL('.', import.meta.resolve('dictionary-pl'))
const read = (name: string) => Bun.file(new URL(name, folder)).text()
const started = performance.now()
const lexemes = readLexemes(await read('index.aff'), await read('index.dic'))
const expandedIn = performance.now() - started
const everyday = (await Bun.file(new URL('search-quality/everyday.txt', import.meta.url)).text())
  .trim()
  .split('\n')
  .map((line) => [...new Set(line.split(' ').map(fold))])
const { seen, isUnseen } = splitLexemes(lexemes)
const sample = samplePairs(lexemes, PAIRS)
const [everydayPairs, lookalikes] = [await readPairs('everyday-pairs.txt'), await readPairs('lookalikes.txt')]

function trigrams(word: string): Set<string> {
  const padded = `  ${word} `
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)))
}

function similarity(a: string, b: string): number {
  const [first, second] = [trigrams(a), trigrams(b)]
  const common = [...first].filter((part) => second.has(part)).length
  return common / (first.size + second.size - common)
}

const byStem = (stemmed: (word: string) => string) => (a: string, b: string) => stemmed(a) === stemmed(b)

/** A list of common suffixes, as light stemmers have them. */
const SUFFIXES =
  /(?<=.{3})(?:owaniem|owania|owanie|owalismy|owali|owal|ujacy|ujac|ujemy|uje|alismy|ilismy|alem|alam|ilem|ilam|ala|ali|alo|ila|ili|ilo|ego|emu|ych|ymi|ach|ami|owi|owie|iem|ow|om|em|ej|ym|im|al|il|ac|ic|yc|ie|ia|iu|a|e|i|o|u|y)$/

function inMemory(words: string[][]): Way {
  const before = process.memoryUsage.rss()
  const from = performance.now()
  const owners = new Map<string, number[]>()
  for (const [at, forms] of words.entries())
    for (const form of forms) owners.set(form, [...(owners.get(form) ?? []), at])
  const cost = `${owners.size} forms, ${megabytes(process.memoryUsage.rss() - before)} in each process, start-up ${Math.round(expandedIn + performance.now() - from)} ms`
  return {
    name: 'dictionary in memory',
    isSame: (a, b) => a === b || (owners.get(a)?.some((at) => owners.get(b)?.includes(at)) ?? false),
    cost,
  }
}

const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`
const sizeOf = (endings: Endings) =>
  `${endings.size} endings, ${Math.round(JSON.stringify(encode(endings)).length / 1_000)} kB`

/** As `f_search_stem` reads it: the number of lost letters as a letter, 'a' for none, then what is added. */
function encode(endings: Endings): Record<string, string> {
  return Object.fromEntries(
    [...endings]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([end, { lost, added }]) => [end, String.fromCharCode(97 + lost) + added]),
  )
}

function learnt(minGain: number): Way & { endings: Endings } {
  const endings = learnEndings(seen, everyday, minGain)
  const known = new Map<string, string>()
  const stemmed = (word: string) => known.get(word) ?? known.set(word, stem(word, endings)).get(word)!
  return { name: `learnt endings, gain ${minGain}`, isSame: byStem(stemmed), cost: sizeOf(endings), endings }
}

const share = (pairs: Pair[], { isSame }: Way) => (100 * pairs.filter(([a, b]) => isSame(a, b)).length) / pairs.length
const percent = (value: number) => `${value.toFixed(1)} %`

function row(way: Way, { same, sameUnseen, near, random }: Sample): string {
  const columns = [same, sameUnseen, everydayPairs, near, random, lookalikes].map((pairs) => percent(share(pairs, way)))
  return `| ${[way.name, ...columns, way.cost].join(' | ')} |`
}

/** The dictionary as the server has it; what it does not know is compared by its ending. */
async function lookedUp(name: string, irregular: string, stemmed: (word: string) => string): Promise<Way> {
  const source = { aff: await read('index.aff'), dic: await Bun.file(new URL('index.dic', folder)).bytes(), irregular }
  const from = performance.now()
  const dictionary = await Dictionary.read({ ...source, pause: async () => {} })
  const readIn = performance.now() - from
  const words = [...new Set(everydayPairs.flat())]
  const started = performance.now()
  for (const word of words) dictionary.formsOf(word)
  const each = (1_000 * (performance.now() - started)) / words.length
  const isSame = (a: string, b: string) =>
    dictionary.formsOf(a).has(b) || ((!dictionary.isKnown(a) || !dictionary.isKnown(b)) && stemmed(a) === stemmed(b))
  const cost = `read in ${Math.round(readIn)} ms, ${Math.round(each)} µs a word of a query`
  return { name, isSame, cost }
}

async function inSearch(): Promise<Way> {
  const database = await createTestDatabase()
  const words = [...new Set([...Object.values(sample).flat(2), ...everydayPairs.flat(), ...lookalikes.flat()])]
  const from = performance.now()
  const forms = await formsAmong(database.db, words)
  const cost = `${((performance.now() - from) / words.length).toFixed(2)} ms a word, storing and asking`
  await database.drop()
  return { name: 'the search itself', isSame: (a, b) => a === b || (forms.get(a)?.has(b) ?? false), cost }
}

const candidates = [30, 3, 1.5, 1].map(learnt)
const {
  values: { endings, pairs },
} = parseArgs({ options: { endings: { type: 'string' }, pairs: { type: 'string' } } })
if (endings) await Bun.write(endings, JSON.stringify(encode(candidates[1]!.endings)))
if (pairs) {
  for (const [name, kept] of [
    ['same', sample.sameUnseen],
    ['different', sample.near],
  ] as const) {
    await Bun.write(
      join(pairs, `${name}.txt`),
      kept
        .slice(0, TESTED_PAIRS)
        .map((pair) => `${pair.join(' ')}\n`)
        .join(''),
    )
  }
}

print(
  `${lexemes.length} words with ${lexemes.reduce((sum, forms) => sum + forms.length, 0)} forms; ${PAIRS} pairs of each kind`,
)
print('| way | same word | same word, not learnt | everyday | different, alike | different | everyday, alike | cost |')
print('|---|---|---|---|---|---|---|---|')
const ways: Way[] = [
  { name: 'whole word', isSame: (a, b) => a === b, cost: 'none' },
  { name: 'one begins the other', isSame: (a, b) => a.startsWith(b) || b.startsWith(a), cost: 'none' },
  { name: 'trigrams from 0.3 on', isSame: (a, b) => similarity(a, b) >= 0.3, cost: 'the index of trigrams' },
  {
    name: 'three letters cut off',
    isSame: byStem((word) => word.slice(0, Math.max(3, word.length - 3))),
    cost: 'none',
  },
  { name: 'list of suffixes', isSame: byStem((word) => word.replace(SUFFIXES, '')), cost: 'one expression' },
  ...candidates,
  inMemory(lexemes.filter((_, at) => !isUnseen(at))),
]
const stemmed = (word: string) => stem(word, candidates[1]!.endings)
const irregular = await Bun.file(new URL('../server/features/search/inflection/irregular.txt', import.meta.url)).text()
ways.push(
  await lookedUp('dictionary by its rules, endings', '', stemmed),
  await lookedUp('with irregular words', irregular, stemmed),
)
for (const way of ways) print(row(way, sample))
if (!endings) print(row(await inSearch(), sample))
process.exit(0)
