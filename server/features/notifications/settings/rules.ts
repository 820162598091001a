import type { NotificationSettings } from '#shared/api/notifications.ts'

const HOUR = 60
const DAY = 24 * HOUR
const MINUTE_MS = 60_000

/** Returns the minutes since midnight; '07:30' is 450. */
export function minutesOf(timeOfDay: string): number {
  const [hours, minutes] = timeOfDay.split(':')
  return Number(hours) * HOUR + Number(minutes)
}

export function timeOfDay(minutes: number): string {
  const twoDigits = (value: number) => String(value).padStart(2, '0')
  return `${twoDigits(Math.floor(minutes / HOUR))}:${twoDigits(minutes % HOUR)}`
}

export function endOfQuiet(quiet: NotificationSettings['quiet_hours'], now: Date): Date | null {
  if (!quiet) return null
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: quiet.time_zone, hour: '2-digit', minute: '2-digit' })
  const localAt = (time: Date) => minutesOf(clock.format(time))
  const local = localAt(now)
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)]
  const since = (start: number) => (local - start + DAY) % DAY
  if (since(from) >= (to - from + DAY) % DAY) return null
  const minute = new Date(now)
  minute.setUTCSeconds(0, 0)
  const end = new Date(minute.getTime() + ((to - local + DAY) % DAY) * MINUTE_MS)
  // If daylight saving time starts or ends before the computed end, that end is off by an hour.
  const moved = ((to - localAt(end) + DAY + DAY / 2) % DAY) - DAY / 2
  const corrected = new Date(end.getTime() + moved * MINUTE_MS)
  return localAt(corrected) === to ? corrected : end
}
