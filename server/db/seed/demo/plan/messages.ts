import { createDice } from '../dice.ts'
import { conversations } from '../messages.ts'
import { HOUR, MINUTE } from './time.ts'

export type PlannedMessage = { from: string, to: string, content: string, at: number, read_at: number | null }

const RECENT = 8 * HOUR

/** All private messages, oldest first; what was read was read within the last hours, else it would have vanished. */
export function planMessages(now: number): PlannedMessage[] {
  const dice = createDice(701)
  return conversations.flatMap(({ between: [one, other], hoursAgo, unread = 0, lines }) => {
    let at = now - hoursAgo * HOUR
    return lines.toReversed().map((line, index): PlannedMessage => {
      const [from, to] = line.startsWith('>') ? [one, other] : [other, one]
      const sent = at
      at -= dice.between(3, 50) * MINUTE
      return { from, to, content: line.slice(2), at: sent, read_at: index < unread ? null : Math.max(sent, now - dice.between(0.2, 1) * RECENT) }
    }).toReversed()
  }).sort((a, b) => a.at - b.at)
}
