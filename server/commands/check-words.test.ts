import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkWords, retiredWords } from './check-words.ts'

const root = await mkdtemp(join(tmpdir(), 'watek-words-'))
afterAll(() => rm(root, { recursive: true, force: true }))

test.each([
  ['const MOST_ROWS = 1', 'MOST_ROWS'],
  ['await act()', 'act'],
  ['const REPORTS_EVERY = 1', 'REPORTS_EVERY'],
  ['buryPosts()', 'buryPosts'],
  ['const text = `${say}`', 'say'],
  ['type A = { told: 1 }', 'told'],
  ['// A comment that tells of it.', 'tells'],
])('the check of words finds in the source %s the retired word %s', (source, word) => {
  expect(retiredWords('server/x.ts', source)).toEqual([expect.stringContaining(`server/x.ts:1: '${word}' is retired`)])
})

test.each([
  "const text = 'say it, act, told'",
  'const ALMOST = activity',
  '<p className="form__actions" />',
  'const pattern = /act/',
  "label: 'he told me'",
])('the check of words finds no retired word in the source %s', (source) => {
  expect(retiredWords('server/x.tsx', source)).toEqual([])
})

test.each(['kindsHeard()', 'const told_other = 1', 'type WishList = 1', 'MAX_PATIENCE_MS'])(
  'the check of words finds the retired word that is a part of the identifier in %s',
  (source) => {
    expect(retiredWords('server/x.ts', source)).toContainEqual(expect.stringMatching(/has a retired part|is retired/))
  },
)

test.each(['shearing', 'graceful', 'const foretell = hearty', "t('wishList')"])(
  'the check of words accepts the letters of a retired word within another word or a string: %s',
  (source) => {
    expect(retiredWords('server/x.ts', source)).toEqual([])
  },
)

test.each([
  "test('a reader is told of it', async () => {",
  "describe('who tells', () => {",
  '  test("a cache\'s page that knows", () => {',
  "  'a row of %s that is made anew',",
  "test.skipIf(isMissing)('a decision forgets', async () => {",
])('the check of words refuses the test name in %s for a retired word', (source) => {
  expect(retiredWords('server/x.test.ts', source)).toEqual([expect.stringContaining('is retired')])
})

test.each([
  "test('is not rendered once more', async () => {",
  "  test.each(rows)(\n    'VOTE-1,2 of one member count once',\n    async () => {",
  "describe.skipIf(missing)('in every process', () => {",
])('the check of words refuses the test name in %j, which begins without its subject', (source) => {
  expect(retiredWords('server/x.test.ts', source)).toEqual([expect.stringContaining('without its subject')])
})

test('the check of test names accepts full sentences, and ignores other strings', () => {
  const source = "test('an edit notifies members mentioned for the first time', async () => {\n  wait('is late', 5)"
  expect(retiredWords('server/x.test.ts', source)).toEqual([])
})

test('strings of tests and names in other files are not checked as test names', () => {
  expect(retiredWords('server/x.test.ts', "  content: 'he told me',")).toEqual([])
  expect(retiredWords('server/x.ts', "test('he told me', () => {")).toEqual([])
})

test('the check of words refuses retired names of fixtures in tests and benchmarks only', () => {
  expect(retiredWords('bench/x.ts', 'const world = 1')).toHaveLength(1)
  expect(retiredWords('site/x.ts', 'const world = 1')).toEqual([])
})

test('a file name with a retired word is refused', () => {
  expect(retiredWords('bench/world.ts', '')).toEqual(["bench/world.ts: the file name has the retired word 'world'"])
})

test('the check finds retired words in the files of every folder', async () => {
  await mkdir(join(root, 'site'), { recursive: true })
  await mkdir(join(root, 'server/test'), { recursive: true })
  await writeFile(join(root, 'site/a.ts'), 'act()\n')
  await writeFile(join(root, 'server/test/b.ts'), 'const text = 1\n// It knows.\n')
  expect(await checkWords(root)).toEqual([
    expect.stringContaining("server/test/b.ts:2: 'knows'"),
    expect.stringContaining("site/a.ts:1: 'act'"),
  ])
})
