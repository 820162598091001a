export type Every = 'hour' | '6h' | 'day' | 'off'

/** The newest backup of each day is kept for `daily` days, the newest of each week for `weekly` weeks. */
export type Keep = { daily: number; weekly: number }

const HOUR = 3_600_000
const DAY = 24 * HOUR
const PERIOD = { hour: HOUR, '6h': 6 * HOUR, day: DAY }
/** Milliseconds after midnight in UTC: at night in Europe, after the other nightly jobs. */
const DAILY_BACKUP_AT = 1 * HOUR
const PROOF_AT = 4 * HOUR

const KEEP = /^(\d{1,3})(?: ?d(?:aily)?)?(?:[, ]+(\d{1,3})(?: ?w(?:eekly)?)?)?$/

/** Parses a text such as `7 daily, 4 weekly`, `7d 4w` or `7,4`; null if it is another text or a number is too high. */
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

/** Returns when the latest trial restore was due. */
export const proofStart = (now: Date): Date => new Date(Math.floor((now.getTime() - PROOF_AT) / DAY) * DAY + PROOF_AT)

const AUTOMATIC = /^watek-auto-(\d{4}-\d{2}-\d{2})T(\d{2})(\d{2})(\d{2})Z\.tar\.zst(\.age)?$/

export const backupName = (now: Date, isEncrypted: boolean): string =>
  `watek-auto-${now.toISOString().slice(0, 19).replaceAll(':', '')}Z.tar.zst${isEncrypted ? '.age' : ''}`

/** Null for a file that the schedule did not name, such as a manual backup; these files are never removed. */
export function timeOfBackup(name: string): Date | null {
  const [, day, hour, minute, second] = AUTOMATIC.exec(name) ?? []
  if (day === undefined) return null
  const time = new Date(`${day}T${hour}:${minute}:${second}Z`)
  return Number.isNaN(time.getTime()) ? null : time
}

/** Newest first. */
export const sortBackups = (names: string[]): string[] =>
  names
    .flatMap((name) => {
      const time = timeOfBackup(name)
      return time === null ? [] : [{ name, time: time.getTime() }]
    })
    .sort((a, b) => b.time - a.time)
    .map(({ name }) => name)

/** Weeks begin on Monday. */
const weekOf = (day: number) => Math.floor((day + 3) / 7)

/** Returns backups older than 24 hours that are not the newest of a kept day or week; the newest of all stays. */
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
