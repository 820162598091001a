import { expect, test } from 'bun:test'
import type { Comment } from '#shared/api/shapes.ts'
import { findArrived, type ListComments } from './find-arrived.ts'

const comment = (id: number) => ({ id }) as Comment
const page = (ids: number[], next_cursor: string | null = null) => ({
  comments: ids.map(comment),
  total: ids.length,
  next_cursor,
})

test('LIVE-2 new replies are loaded page by page, newest first, and deeper ones with their parents', async () => {
  const asked: Parameters<ListComments>[0][] = []
  const list: ListComments = async (input) => {
    asked.push(input)
    if (input.include !== undefined) return page([20, 21])
    return input.cursor === undefined ? page([12], 'next') : page([11], 'never asked for')
  }
  const wanted = [
    { comment_id: 11, parent_id: 5 },
    { comment_id: 12, parent_id: 5 },
    { comment_id: 21, parent_id: 20 },
  ]
  const found = await findArrived(list, 5, wanted)
  expect(found.map(({ id }) => id)).toEqual([12, 11, 20, 21])
  expect(asked).toEqual([
    { parent_id: 5, sort: 'new', limit: 3, cursor: undefined },
    { parent_id: 5, sort: 'new', limit: 3, cursor: 'next' },
    { include: 21, limit: 1 },
  ])
})

test('LIVE-2 loading new comments stops after the last page and ten lookups of missing comments', async () => {
  let calls = 0
  const list: ListComments = async () => {
    calls += 1
    return page([])
  }
  const many = Array.from({ length: 30 }, (_, at) => ({ comment_id: at + 1, parent_id: null }))
  expect(await findArrived(list, null, many)).toEqual([])
  expect(calls).toBe(1 + 10)
})
