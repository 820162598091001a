import { expect, test } from 'bun:test'
import { createBlockLists } from './block-lists.ts'
import type { Member } from './listeners.ts'

const memberOf = (id: number): Member => ({ id, blocked: null, blockChanges: 0, listeners: [] })

test('the block lists of several members are loaded by one query and cached while valid', async () => {
  const queries: number[][] = []
  const lists = createBlockLists(async (ids) => {
    queries.push(ids)
    return new Map([[1, new Set([9])]])
  })
  const [first, second] = [memberOf(1), memberOf(2)]
  await lists.load([first, null, second, first])
  await lists.load([first, second])
  expect(queries).toEqual([[1, 2]])
  expect([...first.blocked!]).toEqual([9])
  expect([...second.blocked!]).toEqual([])
})

test('a block list that changes while it is being loaded is loaded again', async () => {
  const answers = [new Map([[1, new Set([7])]]), new Map([[1, new Set([7, 8])]])]
  const member = memberOf(1)
  const lists = createBlockLists(async () => {
    const answer = answers.shift()!
    if (answers.length === 1) lists.clear(member)
    return answer
  })
  await lists.load([member])
  expect(answers).toEqual([])
  expect([...member.blocked!]).toEqual([7, 8])
})
