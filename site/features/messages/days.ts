import type { Message } from '#shared/api/shapes.ts'
import { exactTime } from '#shared/rules/relative-time.ts'

const DAY = 86_400_000

type Day = { day: string; name: 'today' | 'yesterday' | null; messages: Message[] }

const dayOf = (at: Date | string, timeZone: string | undefined) => exactTime(at, timeZone).slice(0, 10)

/** Without `timeZone`, days are those of the machine's time zone. */
export function daysOf(messages: readonly Message[], now: number, timeZone: string | undefined): Day[] {
  const today = dayOf(new Date(now), timeZone)
  // Yesterday is computed in UTC, because a day with a clock change does not have 24 hours.
  const yesterday = new Date(Date.parse(today) - DAY).toISOString().slice(0, 10)
  const days: Day[] = []
  for (const message of messages) {
    const day = dayOf(message.created_at, timeZone)
    if (days.at(-1)?.day !== day)
      days.push({ day, name: day === today ? 'today' : day === yesterday ? 'yesterday' : null, messages: [] })
    days.at(-1)!.messages.push(message)
  }
  return days
}

export function timeOfDay(at: string, timeZone: string | undefined): string {
  return exactTime(at, timeZone).slice(11, 16)
}
