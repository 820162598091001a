import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createComment, createPost } from '#server/test/factories.ts'
import { comment } from '../comments/table.ts'
import { postRank } from './table.ts'

const t = await createTestApp()
const ranked = await createPost(t.db)
const written = await createComment(t.db, { post: ranked })
const EPOCH = Date.UTC(2024, 0, 1)

async function ranksOf(upvotes: number, downvotes: number, seconds = 0) {
  const [row] = await t.db
    .update(postRank)
    .set({ upvotes, downvotes, created_at: new Date(EPOCH + seconds * 1_000) })
    .where(eq(postRank.post_id, ranked.id))
    .returning({ hot: postRank.hot, top: postRank.top, controversial: postRank.controversial })
  return row!
}

async function bestOf(upvotes: number, downvotes: number): Promise<number> {
  const where = eq(comment.id, written.id)
  const [row] = await t.db.update(comment).set({ upvotes, downvotes }).where(where).returning({ best: comment.best })
  return row!.best
}

describe('the ranks of a post', () => {
  test.each([
    [0, 0, 0, 0],
    [1, 0, 0, 0],
    [150, 50, 0, 2],
    [50, 150, 0, -2],
    [1, 0, 45_000, 1],
    [10, 0, 0, 1],
    [0, 0, 0.5, 0.5 / 45_000],
    [0, 0, -90_000, -2],
  ])(
    'HOME-2 the hot rank of %d upvotes and %d downvotes, %d s after the epoch, is %d',
    async (upvotes, downvotes, seconds, hot) => {
      expect((await ranksOf(upvotes, downvotes, seconds)).hot).toBeCloseTo(hot, 10)
    },
  )

  test("the rank 'top' is upvotes minus downvotes", async () => {
    expect([(await ranksOf(7, 3)).top, (await ranksOf(3, 7)).top]).toEqual([4, -4])
  })

  test.each([
    [0, 0, 0],
    [100, 0, 0],
    [0, 100, 0],
    [50, 50, 100],
    [75, 25, 100 ** (1 / 3)],
    [25, 75, 100 ** (1 / 3)],
  ])('HOME-2 the controversial rank of %d votes up and %d down is %d', async (upvotes, downvotes, controversial) => {
    expect((await ranksOf(upvotes, downvotes)).controversial).toBeCloseTo(controversial, 10)
  })
})

describe("the rank 'best' of a comment", () => {
  test.each([
    [0, 0, 0],
    [0, 10, 0],
    [1, 0, 1 / (1 + 1.2816 ** 2)],
    [40, 20, 0.585148142514163],
    [10, 1, 0.739486866273805],
  ])('the best rank of %d up and %d down is the Wilson lower bound at 80 percent', async (upvotes, downvotes, best) => {
    expect(await bestOf(upvotes, downvotes)).toBeCloseTo(best, 8)
  })

  test('the best rank stays between 0 and 1 for a million votes', async () => {
    expect(await bestOf(1_000_000, 0)).toBeLessThan(1)
    expect(await bestOf(0, 1_000_000)).toBeGreaterThanOrEqual(-1e-12)
  })
})
