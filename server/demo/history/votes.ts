import { handlers } from '#server/features/handlers.ts'
import { HOUR, type Plan, type Text } from './plan.ts'

type Range = [number, number]

const POST_VOTES: Record<Text['tone'], { up: Range; down: Range }> = {
  liked: { up: [0.55, 0.95], down: [0, 0.06] },
  usual: { up: [0.02, 0.42], down: [0, 0.07] },
  split: { up: [0.26, 0.52], down: [0.22, 0.46] },
  ignored: { up: [0, 0.08], down: [0, 0.03] },
}
const QUARREL = { up: [0.02, 0.24], down: [0.01, 0.15] } satisfies Record<string, Range>
const DELAY = 7 * HOUR

/** Returns the shares of readers who vote for and against a text; deeper comments get fewer votes. */
function sharesOf({ dice }: Plan, { kind, tone, depth }: Text): { up: number; down: number } {
  const ranges = kind === 'post' ? POST_VOTES[tone] : tone === 'split' && depth > 1 ? QUARREL : null
  if (ranges) return { up: dice.between(...ranges.up), down: dice.between(...ranges.down) }
  const liking = (dice.next() ** 2 * (tone === 'liked' ? 0.35 : 0.17)) / depth ** 0.7
  return { up: 0.02 + liking, down: dice.chance(0.2) ? dice.between(0, 0.1) : 0.01 }
}

export function planVotes(plan: Plan): void {
  const { add, after, dice, now, readersOf, texts } = plan
  for (const text of texts.filter(({ isVotable }) => isVotable)) {
    const { kind, key, at, by, home } = text
    const readers = readersOf(home, at).filter(({ username }) => username !== by)
    const seen = readers.length * (1 - Math.exp(-(now - at) / DELAY))
    const { up, down } = sharesOf(plan, text)
    const [upvotes, downvotes] = [Math.round(up * seen), Math.round(down * seen)]
    for (const [index, { username }] of dice
      .shuffled(readers)
      .slice(0, upvotes + downvotes)
      .entries()) {
      const value = index < upvotes ? 1 : -1
      add(after(at, DELAY), username, [key, `u/${by}`], ({ ctx, ids }) =>
        kind === 'post'
          ? handlers.votes.post(ctx, { post_id: ids[key]!, value })
          : handlers.votes.comment(ctx, { comment_id: ids[key]!, value }),
      )
    }
  }
}
