/** How often backups are made. */
export type Every = 'hour' | '6h' | 'day' | 'off'

/** For how many days, and for how many weeks, the newest backup of each day or week is kept. */
export type Keep = { daily: number; weekly: number }

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PERIOD = { hour: HOUR, '6h': 6 * HOUR, day: DAY }
/**
 * Times of day in UTC, in milliseconds, of daily backups and trial restores: at night in Europe, after the other
 * nightly jobs.
 */
const DAILY_BACKUP_AT = 1 * HOUR
const PROOF_AT = 4 * HOUR

const KEEP = /^(\d{1,3})(?: ?d(?:aily)?)?(?:[, ]+(\d{1,3})(?: ?w(?:eekly)?)?)?$/

/**
 * Parses how many daily and weekly backups to keep, from a text such as `7 daily, 4 weekly`, `7d 4w` or `7,4`. Returns
 * null if the format is another one, or if a number is higher than the panel accepts.
 */
export function parseKeep(text: string): Keep | null {
  const [, daily, weekly = '0'] = KEEP.exec(text.trim()) ?? []
  const keep = { daily: Number(daily), weekly: Number(weekly) }
  return keep.daily >= 1 && keep.daily <= 366 && keep.weekly <= 520 ? keep : null
}

/** Returns the start of the backup period that contains `now`; each period has one backup. */
export function periodStart(every: Exclude<Every, 'off'>, now: Date): Date {
  const offset = every === 'day' ? DAILY_BACKUP_AT : 0
  return new Date(Math.floor((now.getTime() - offset) / PERIOD[every]) * PERIOD[every] + offset)
}

export const nextPeriod = (every: Exclude<Every, 'off'>, now: Date): Date =>
  new Date(periodStart(every, now).getTime() + PERIOD[every])

/** Returns the time at which the latest trial restore was due. */
export const proofStart = (now: Date): Date => new Date(Math.floor((now.getTime() - PROOF_AT) / DAY) * DAY + PROOF_AT)

const AUTOMATIC = /^watek-auto-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.zst(\.age)?$/

export const backupName = (now: Date, isEncrypted: boolean): string =>
  `watek-auto-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.zst${isEncrypted ? '.age' : ''}`

/** Parses the time in the name of a scheduled backup; null for the names of other files, which are never removed. */
export function timeOfBackup(name: string): Date | null {
  const [, day, hour, minute, second] = AUTOMATIC.exec(name) ?? []
  if (day === undefined) return null
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Sorts the names of backups, newest first. */
export const sortBackups = (names: string[]): string[] =>
  names
    .flatMap((name) => {
      const time = timeOfBackup(name)
      return time === null ? [] : [{ name, time: time.getTime() }]
    })
    .sort((a, b) => b.time - a.time)
    .map(({ name }) => name)

/** Returns the week number of a day; weeks begin on Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)

/**
 * Returns the backups to remove: those older than 24 hours that are not the newest of a kept day or week. The newest
 * backup of all is always kept.
 */
export function outdatedBackups(names: string[], { daily, weekly }: Keep, now: Date): string[] {
  const [days, weeks] = [new Set<number>(), new Set<number>()]
  return sortBackups(names).filter((name, at) => {
    const time = timeOfBackup(name)!.getTime()
    const day = Math.floor(time / DAY)
    const week = weekOf(day)
    const isNewestOfDay = !days.has(day) && days.size < daily
    const isNewestOfWeek = !weeks.has(week) && weeks.size < weekly
    if (isNewestOfDay) days.add(day)
    if (isNewestOfWeek) weeks.add(week)
    return at > 0 && !isNewestOfDay && !isNewestOfWeek && time < now.getTime() - DAY
  })
}
