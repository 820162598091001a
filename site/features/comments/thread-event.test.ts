import { expect, test } from 'bun:test'
import type { Comment } from '#shared/api/shapes.ts'
import { effectOf } from './thread-event.ts'

type ThreadData = Parameters<typeof effectOf>[0]

const shown = [
  { id: 1, author_id: 7, is_deleted: false, can: { moderate: false } },
  { id: 2, author_id: 8, is_deleted: false, can: { moderate: false } },
  { id: 3, author_id: 8, is_deleted: true, can: { moderate: false } },
  { id: 4, author_id: 8, is_deleted: false, can: { moderate: true } },
] as Comment[]
const find = (id: number) => shown.find((comment) => comment.id === id)
const ania = { id: 7, username: 'ania' }
const created = (comment_id: number, author: string) => ({ comment_id, parent_id: null, author })

const effect = (data: Partial<ThreadData>, viewer: typeof ania | null = ania) =>
  effectOf({ post_id: 1, comment_count: 4, new: [], edited: [], removed: [], ...data } as ThreadData, find, viewer)

test('LIVE-2 new comments by others count as new to the reader; own ones are loaded unless already shown', () => {
  const data = { new: [created(10, 'ola'), created(11, 'ania'), created(1, 'ania')] } as Partial<ThreadData>
  expect(effect(data)).toMatchObject({ arrived: [{ comment_id: 10 }], own: [11], gone: [], changed: [] })
  expect(effect(data, null).arrived.map(({ comment_id }) => comment_id)).toEqual([10, 11, 1])
})

test('LIVE-3 a removed comment disappears, but its author and moderators load it again', () => {
  expect(effect({ removed: [1, 2, 4, 99] })).toMatchObject({ gone: [2], changed: [1, 4] })
  expect(effect({ removed: [1, 2, 4, 99] }, null)).toMatchObject({ gone: [1, 2], changed: [4] })
})

test('LIVE-3 edited and restored comments are loaded again if they are shown', () => {
  expect(effect({ edited: [2, 99], new: [created(3, 'ola')] } as Partial<ThreadData>)).toMatchObject({
    gone: [],
    changed: [2, 3],
  })
})
