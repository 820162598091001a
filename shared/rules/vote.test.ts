import { describe, expect, test } from 'bun:test'
import { applyVote, nextVote } from './vote.ts'

describe('nextVote', () => {
  test('clicking an arrow without a previous vote sets that vote', () => {
    expect(nextVote(0, 1)).toBe(1)
    expect(nextVote(0, -1)).toBe(-1)
  })

  test('clicking the same arrow again takes the vote back', () => {
    expect(nextVote(1, 1)).toBe(0)
    expect(nextVote(-1, -1)).toBe(0)
  })

  test('clicking the other arrow reverses the vote', () => {
    expect(nextVote(1, -1)).toBe(-1)
    expect(nextVote(-1, 1)).toBe(1)
  })
})

describe('applyVote', () => {
  const unvoted = { upvotes: 3, downvotes: 2, user_vote: 0 } as const

  test('a first vote is added to the count of its direction', () => {
    expect(applyVote(unvoted, 1)).toEqual({ upvotes: 4, downvotes: 2, user_vote: 1 })
    expect(applyVote(unvoted, -1)).toEqual({ upvotes: 3, downvotes: 3, user_vote: -1 })
  })

  test('reversing a vote moves it from one count to the other', () => {
    expect(applyVote({ upvotes: 4, downvotes: 2, user_vote: 1 }, -1)).toEqual({
      upvotes: 3,
      downvotes: 3,
      user_vote: -1,
    })
    expect(applyVote({ upvotes: 3, downvotes: 3, user_vote: -1 }, 1)).toEqual({
      upvotes: 4,
      downvotes: 2,
      user_vote: 1,
    })
  })

  test('taking a vote back restores the counts before the vote', () => {
    expect(applyVote(applyVote(unvoted, 1), 0)).toEqual(unvoted)
    expect(applyVote(applyVote(unvoted, -1), 0)).toEqual(unvoted)
  })

  test('setting the same vote again changes nothing', () => {
    const once = applyVote(unvoted, 1)
    expect(applyVote(once, 1)).toEqual(once)
  })

  test('applyVote does not modify its argument and returns only the three vote fields', () => {
    const post = { id: 7, upvotes: 1, downvotes: 0, user_vote: 0 } as const
    expect(applyVote(post, 1)).toEqual({ upvotes: 2, downvotes: 0, user_vote: 1 })
    expect(post.upvotes).toBe(1)
  })
})
