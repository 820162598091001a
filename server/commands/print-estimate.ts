import { loadConfig } from '#server/config.ts'
import { createDb } from '#server/db/driver/client.ts'
import { estimateCosts, type CostEstimate } from '#server/features/costs/estimate.ts'
import type { Costs } from '#server/features/costs/rules.ts'
import { print } from './console.ts'
import { withDatabase } from './database.ts'

const UNITS = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'] as const

function size(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1_000 ** unit
  return `${value.toFixed(value < 10 && unit > 0 ? 1 : 0)} ${UNITS[unit]}`
}

const ROWS: [name: string, value: (costs: Costs) => string][] = [
  ['cores in the busiest hour', ({ cores }) => cores.toFixed(2)],
  ['memory', ({ memory_bytes }) => size(memory_bytes)],
  ['disk now', ({ disk_bytes }) => size(disk_bytes)],
  ['disk a month', ({ disk_bytes_per_month }) => `+${size(disk_bytes_per_month)}`],
  ['traffic a day', ({ traffic_bytes_per_day }) => size(traffic_bytes_per_day)],
  ['mails a day', ({ mails_per_day }) => mails_per_day.toFixed(0)],
]

export function estimateLines({ measured, now, wanted, growth_bytes_per_month, disk }: CostEstimate): string[] {
  const heads = [now.members, wanted.members].map((members) => `${Math.round(members)} members a day`)
  const cells = [['', ...heads], ...ROWS.map(([name, value]) => [name, value(now), value(wanted)])]
  const widths = [0, 1, 2].map((at) => Math.max(...cells.map((row) => row[at]!.length)))
  const day = (time: Date) => time.toISOString().slice(0, 10)
  return [
    ...cells.map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]!) : cell.padStart(widths[at]!))).join('   '),
    ),
    '',
    `Measured in ${measured.hours} hours since ${day(measured.since)}` +
      (measured.has_database ? '.' : ', without the database, which runs elsewhere.'),
    growth_bytes_per_month === null
      ? 'How fast it grows is known after a few hours.'
      : `It grows by ${size(growth_bytes_per_month)} a month; ${size(disk.free)} of ${size(disk.total)} are free` +
        `${disk.full_at === null ? '.' : ` until ${day(disk.full_at)}.`}`,
  ]
}

/** Returns exit code 1 if nothing was measured yet. */
export async function printEstimate(members: number): Promise<number> {
  const config = loadConfig(process.env)
  let code = 0
  const ended = await withDatabase(
    config,
    () => {},
    async (url) => {
      const { db, close } = createDb(url, { max: 1 })
      try {
        const options = { config, hasOwnDatabase: config.databaseUrl === null, now: new Date() }
        const estimate = await estimateCosts(db, options, members)
        if (estimate) for (const line of estimateLines(estimate)) print(line)
        else {
          print('Nothing was measured yet: the server has to run for an hour, and members to come.')
          code = 1
        }
      } finally {
        await close()
      }
    },
  )
  return ended || code
}
