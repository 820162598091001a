/** The vote of one person on one thing; 0 is none. */
export type VoteValue = -1 | 0 | 1

export type Voted = { upvotes: number, downvotes: number, user_vote: VoteValue }

/** The vote that is wanted after an arrow was pressed: pressing the same arrow again takes the vote back. */
export function nextVote(current: VoteValue, clicked: 1 | -1): VoteValue {
  return current === clicked ? 0 : clicked
}

/** Counts and own vote after the caller's vote is set to `vote`; setting the same vote again changes nothing. */
export function applyVote(target: Voted, vote: VoteValue): Voted {
  return {
    upvotes: target.upvotes - Number(target.user_vote === 1) + Number(vote === 1),
    downvotes: target.downvotes - Number(target.user_vote === -1) + Number(vote === -1),
    user_vote: vote,
  }
}
