import { expect, test } from 'bun:test'
import { inTurn } from './turns.ts'

test("MOD-9 tasks of one member run in turn, even after one failed, and in parallel to others' tasks", async () => {
  const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
  const started: string[] = []
  const runner = (name: string, result: Promise<string>) => () => {
    started.push(name)
    return result
  }
  const one = inTurn(1, runner('one', first.promise)).catch(() => 'failed')
  const two = inTurn(1, runner('two', second.promise))
  expect(await inTurn(2, runner('other', Promise.resolve('other')))).toBe('other')
  expect(started.toSorted()).toEqual(['one', 'other'])
  first.reject(new Error('x'))
  expect(await one).toBe('failed')
  second.resolve('two')
  expect(await two).toBe('two')
  expect(await inTurn(1, runner('three', Promise.resolve('three')))).toBe('three')
  expect(started.filter((name) => name !== 'other')).toEqual(['one', 'two', 'three'])
})
