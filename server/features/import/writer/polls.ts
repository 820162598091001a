import { LIMITS } from '#shared/limits.ts'
import { pollOption } from '../../polls/table.ts'
import { oneLine, plausibleTime, plausibleVotes } from '../names.ts'
import type { FormerPoll, RecordOf } from '../records.ts'
import type { ParsedText } from '../text/convert.ts'
import type { Node } from '../text/nodes.ts'
import { note, take, type Batch } from './batch.ts'

const isPossible = ({ options }: FormerPoll) =>
  options.length >= LIMITS.pollOptionsMin &&
  options.length <= LIMITS.pollOptionsMax &&
  options.every(({ text }) => text !== '' && text.length <= LIMITS.pollOption)

export const optionCount = (poll: FormerPoll | undefined): number =>
  poll !== undefined && isPossible(poll) ? poll.options.length : 0

/** A poll that this forum would refuse becomes part of the thread's text, with a note in the import report. */
export function fittingPoll(batch: Batch, { id, poll }: RecordOf<'thread'>): FormerPoll | undefined {
  if (poll === undefined) return undefined
  const fitting = {
    question: oneLine(poll.question),
    options: poll.options.map(({ text, votes }) => ({ text: oneLine(text), votes: plausibleVotes(votes) })),
    // A closing time in the future is dropped, because an imported poll is always closed; without one it counts as
    // closed since the beginning of its thread.
    closed_at: plausibleTime(poll.closed_at, batch.now),
  }
  if (!isPossible(fitting) && fitting.options.length > 0) note(batch, 'thread', id, 'poll_in_text')
  return fitting
}

const element = (tag: string, children: Node[]): Node => ({ tag, attributes: {}, children })

/** Appends the question, for which a post has no field, and the options if they cannot become a poll. */
export function withPoll(text: ParsedText, poll: FormerPoll | undefined): ParsedText {
  if (poll === undefined || text.nodes === null) return text
  const nodes: Node[] = [...text.nodes, element('p', [element('b', [poll.question])])]
  if (!isPossible(poll) && poll.options.length > 0)
    nodes.push(
      element(
        'ul',
        poll.options.map((option) => element('li', [`${option.text} – ${option.votes}`])),
      ),
    )
  return { ...text, nodes }
}

/** Returns null if the thread has no poll, or if the poll became part of the text. */
export const closingOf = (poll: FormerPoll | undefined, at: Date): Date | null =>
  poll !== undefined && isPossible(poll) ? (poll.closed_at ?? at) : null

export async function writePolls(batch: Batch, polls: { post_id: number; poll: FormerPoll }[]): Promise<void> {
  const options = polls
    .filter(({ poll }) => isPossible(poll))
    .flatMap(({ post_id, poll }) => poll.options.map((option) => ({ post_id, ...option })))
  if (options.length === 0) return
  const ids = await take(batch, 'poll_option', options.length)
  await batch.tx.insert(pollOption).values(options.map((option, at) => ({ id: ids[at]!, ...option })))
}
