import { createDice, type Dice } from '../dice.ts'
import { joinedAt, visitorsOf } from './people.ts'
import type { PlannedPost } from './posts.ts'
import type { PlannedComment } from './threads.ts'
import { HOUR, MINUTE } from './time.ts'

export type PlannedVote = { voter: string, value: 1 | -1, at: number }

/** From how many of a hundred visitors there are votes for and against. */
type Taking = { up: [number, number], down: [number, number] }

const TAKEN: Record<PlannedPost['tone'], Taking> = {
  liked: { up: [55, 95], down: [0, 6] },
  usual: { up: [12, 58], down: [0, 9] },
  split: { up: [26, 52], down: [22, 46] },
  small: { up: [2, 34], down: [0, 6] },
  ignored: { up: [0, 8], down: [0, 3] },
}

const QUICK = 7 * HOUR

/** Who votes how; the younger a text is, the fewer have seen it. What is deleted has no votes. */
function votesOn(target: { author: string, at: number, deleted_at: number | null, post: PlannedPost }, taking: Taking, now: number, dice: Dice): PlannedVote[] {
  if (target.deleted_at !== null || target.post.deleted_at !== null) return []
  const visitors = visitorsOf(target.post.community).filter((person) => person.username !== target.author && joinedAt(person, now) < target.at)
  const seen = 1 - Math.exp(-(now - target.at) / QUICK)
  const count = ([low, high]: [number, number]) => Math.round((dice.between(low, high) / 100) * visitors.length * seen)
  const up = count(taking.up)
  const voters = dice.shuffled(visitors).slice(0, up + count(taking.down))
  return voters.map((person, index) => {
    const at = target.at + MINUTE + dice.wait(QUICK)
    return { voter: person.username, value: index < up ? 1 : -1, at: at < now ? at : target.at + (now - target.at) * dice.next() }
  })
}

export function planPostVotes(posts: PlannedPost[], now: number): Map<PlannedPost, PlannedVote[]> {
  const dice = createDice(301)
  return new Map(posts.map((post) => [post, votesOn({ ...post, post }, TAKEN[post.tone], now, dice)]))
}

/** The deeper a comment hangs, the fewer vote on it; a quarrel is voted on by both sides. */
export function planCommentVotes(comments: PlannedComment[], now: number): Map<PlannedComment, PlannedVote[]> {
  const dice = createDice(302)
  return new Map(comments.map((comment) => {
    const luck = dice.next() ** 2
    const top = (comment.isOwn ? 60 : 16) * (comment.post.tone === 'liked' ? 1 : 0.7) / comment.depth ** 0.7
    const taking: Taking = comment.isHeated ? { up: [2, 24], down: [1, 15] } : { up: [0, 3 + top * luck], down: [0, dice.chance(0.2) ? 9 : 2] }
    return [comment, votesOn(comment, taking, now, dice)]
  }))
}
