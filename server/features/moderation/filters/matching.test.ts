import { expect, test } from 'bun:test'
import type { Condition } from '#shared/rules/filters.ts'
import { matchText, matchTexts, type FilterSet, type TextToMatch } from './matching.ts'

const children = () =>
  Bun.spawnSync(['pgrep', '-P', String(process.pid), '-f', 'matching-process.ts published'])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)
    .map(Number)

const words = (count: number): Condition[] =>
  Array.from({ length: count }, (_, at) => ({ field: 'text', op: 'word', value: `kasyno${at}` }))

/** Too many conditions for matching in the server's own process. */
const MANY: FilterSet = {
  key: 'many',
  filters: Array.from({ length: 50 }, (_, id) => ({
    id,
    match: { any: words(20).map((one) => ({ ...one, value: `${one.value} ${id}` })) },
  })),
}
const FEW: FilterSet = { key: 'few', filters: [{ id: 7, match: { any: words(3) } }] }

const textOf = (text: string): TextToMatch => ({ text: { title: null, text, link: null }, author: null })

test("a short text is matched with a few filter conditions in the server's own process", async () => {
  const before = children()
  for (const child of before) process.kill(child, 'SIGSTOP')
  expect(await matchText([FEW], textOf('Mam kasyno1'), 1)).toEqual({ ids: [7], isCut: false })
  for (const child of before) process.kill(child, 'SIGCONT')
  expect(children()).toEqual(before)
})

test('a large filter set is matched in a separate process, which compiles it once', async () => {
  expect(await matchText([FEW, MANY], textOf('Mam kasyno1 i kasyno2 8'), 1)).toEqual({ ids: [7, 8], isCut: false })
  const [child] = children()
  expect(await matchText([MANY], textOf('Mam kasyno2 9'), 2)).toEqual({ ids: [9], isCut: false })
  expect(children()).toEqual([child!])
})

test('a long text is matched with filters in a separate process', async () => {
  const [child] = children()
  process.kill(child!, 'SIGSTOP')
  let isDone = false
  const matching = matchText([FEW], textOf(`${'litery '.repeat(5_000)} kasyno1`), 1).finally(() => {
    isDone = true
  })
  await Bun.sleep(0)
  expect(isDone).toBe(false)
  process.kill(child!, 'SIGCONT')
  expect(await matching).toEqual({ ids: [7], isCut: false })
})

test('a text is held for review if the filter process is killed, and a new process matches the next text', async () => {
  const [child] = children()
  process.kill(child!, 'SIGSTOP')
  const matching = matchText([MANY], textOf('Mam kasyno2 9'), 1)
  process.kill(child!, 'SIGKILL')
  expect(await matching).toEqual({ ids: [], isCut: true })
  expect(await matchText([MANY], textOf('Mam kasyno2 9'), 1)).toEqual({ ids: [9], isCut: false })
})

test('texts of a filter test are matched once, in order, and not by the process for published texts', async () => {
  const publishing = children()
  for (const child of publishing) process.kill(child, 'SIGSTOP')
  const texts = Array.from({ length: 30 }, (_, at) => textOf(`${'litery '.repeat(3_000)} kasyno${at % 4}`))
  const answers = await matchTexts(FEW, texts, 1)
  expect(answers.map(({ ids }) => ids.length)).toEqual(texts.map((_, at) => Number(at % 4 < 3)))
  for (const child of publishing) process.kill(child, 'SIGCONT')
  expect(await matchTexts(FEW, [], 1)).toEqual([])
})
