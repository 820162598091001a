/** Usage in one hour, summed over all processes. `seconds` is how much of the hour was measured. */
export type CostHour = {
  hour: Date
  seconds: number
  processes: number
  requests: number
  bytes: number
  mails: number
  cpu_ms: number
  memory: number
  database_cpu_ms: number | null
  database_memory: number | null
}

export type CostSample = {
  hour: Date
  members: number
  database_bytes: number
  media_bytes: number
  disk_free: number
  disk_total: number
}

/** Resources for a number of daily members; `cores` is the CPU load of the busiest hour. */
export type Costs = {
  members: number
  cores: number
  memory_bytes: number
  disk_bytes: number
  disk_bytes_per_month: number
  traffic_bytes_per_day: number
  mails_per_day: number
}

export type Measured = {
  since: Date
  hours: number
  members: number
  /** Whether CPU and memory include the database; only the built-in database is measured. */
  has_database: boolean
}

type CostModel = { measured: Measured; at: (members: number) => Costs; growthPerMonth: number | null }

const DAY_SECONDS = 86_400
const MONTH_MS = 30 * DAY_SECONDS * 1_000
/** Minimum measured time, in milliseconds, for computing the monthly growth. */
const LEAST_SPAN_MS = 2 * 3_600_000
/** The CPU load, in cores, at which one process still has room for peaks. */
const PROCESS_LOAD = 0.7

const sumOf = <T>(rows: readonly T[], value: (row: T) => number) => rows.reduce((sum, row) => sum + value(row), 0)

/** Fits the line `base + slope * x` by least squares, with neither `base` nor `slope` negative. */
export function fitLine(points: readonly { x: number; y: number; weight: number }[]): { base: number; slope: number } {
  const weight = sumOf(points, (point) => point.weight)
  if (weight === 0) return { base: 0, slope: 0 }
  const [meanX, meanY] = (['x', 'y'] as const).map((axis) => sumOf(points, (p) => p[axis] * p.weight) / weight)
  const spread = sumOf(points, (p) => p.weight * (p.x - meanX!) ** 2)
  const through = { base: 0, slope: meanX! > 0 ? meanY! / meanX! : 0 }
  // With almost equal load in all hours, the cost of an idle hour is unknown, so `base` is 0.
  if (spread < weight * (meanX! * 0.1) ** 2 || points.length < 3) return through
  const slope = sumOf(points, (p) => p.weight * (p.x - meanX!) * (p.y - meanY!)) / spread
  if (slope < 0) return { base: meanY!, slope: 0 }
  const base = meanY! - slope * meanX!
  return base < 0 ? through : { base, slope }
}

/** Returns the average of all days except the last, which is not over yet, unless it is the only measured day. */
export function dailyMembers(samples: readonly CostSample[]): number {
  const days = new Map<string, number>()
  for (const { hour, members } of samples) {
    const day = hour.toISOString().slice(0, 10)
    days.set(day, Math.max(days.get(day) ?? 0, members))
  }
  const counts = [...days.values()]
  const whole = counts.length > 1 ? counts.slice(0, -1) : counts
  return whole.length === 0 ? 0 : sumOf(whole, (count) => count) / whole.length
}

const sizeOf = ({ database_bytes, media_bytes }: CostSample) => database_bytes + media_bytes

/** Returns bytes per month; null if less than `LEAST_SPAN_MS` was measured. */
export function growthOf(samples: readonly CostSample[], size: (sample: CostSample) => number = sizeOf): number | null {
  const [first, last] = [samples[0], samples.at(-1)]
  if (!first || !last) return null
  const span = last.hour.getTime() - first.hour.getTime()
  return span < LEAST_SPAN_MS ? null : (Math.max(0, size(last) - size(first)) / span) * MONTH_MS
}

/** Returns null if the data does not grow, or if the disk will last for more than a century. */
export function fullAt(free: number, growthPerMonth: number | null, now: Date): Date | null {
  if (growthPerMonth === null || growthPerMonth <= 0) return null
  const months = free / growthPerMonth
  return months > 1_200 ? null : new Date(now.getTime() + months * MONTH_MS)
}

/** Traffic, mails and growth are proportional to the number of daily members, CPU only in part. */
export function costModel(hours: readonly CostHour[], samples: readonly CostSample[], month: readonly CostSample[]) {
  const members = dailyMembers(samples)
  const seconds = sumOf(hours, (hour) => hour.seconds)
  if (members === 0 || seconds === 0) return null
  const cores = (hour: CostHour) => (hour.cpu_ms + (hour.database_cpu_ms ?? 0)) / 1_000 / hour.seconds
  const rate = (hour: CostHour) => hour.requests / hour.seconds
  const line = fitLine(hours.map((hour) => ({ x: rate(hour), y: cores(hour), weight: hour.seconds })))
  const peak = Math.max(...hours.map(rate))
  const perDay = (value: (hour: CostHour) => number) => (sumOf(hours, value) / seconds) * DAY_SECONDS
  const most = (value: (hour: CostHour) => number) => Math.max(...hours.map(value))
  const processes = Math.max(1, Math.round(most((hour) => hour.processes)))
  const processMemory = most((hour) => hour.memory) / processes
  const databaseMemory = most((hour) => hour.database_memory ?? 0)
  const growth = growthOf(month)
  const size = samples.length > 0 ? sizeOf(samples.at(-1)!) : 0
  const [bytes, mails] = [perDay((hour) => hour.bytes), perDay((hour) => hour.mails)]

  const model: CostModel = {
    measured: {
      since: hours[0]!.hour,
      hours: hours.length,
      members,
      has_database: hours.some((hour) => hour.database_cpu_ms !== null),
    },
    growthPerMonth: growth,
    at(count) {
      const share = count / members
      const needed = line.base + line.slope * peak * share
      return {
        members: count,
        cores: needed,
        memory_bytes: processMemory * Math.max(processes, Math.ceil(needed / PROCESS_LOAD)) + databaseMemory,
        disk_bytes: size,
        disk_bytes_per_month: (growth ?? 0) * share,
        traffic_bytes_per_day: bytes * share,
        mails_per_day: mails * share,
      }
    },
  }
  return model
}
