export type VoteValue = -1 | 0 | 1

export type Voted = { upvotes: number; downvotes: number; user_vote: VoteValue }

export function nextVote(current: VoteValue, clicked: 1 | -1): VoteValue {
  return current === clicked ? 0 : clicked
}

export function applyVote(target: Voted, vote: VoteValue): Voted {
  return {
    upvotes: target.upvotes - Number(target.user_vote === 1) + Number(vote === 1),
    downvotes: target.downvotes - Number(target.user_vote === -1) + Number(vote === -1),
    user_vote: vote,
  }
}
