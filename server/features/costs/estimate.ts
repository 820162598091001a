import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Config } from '#server/config.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { findHours, findSamples } from './queries.ts'
import { costModel, fullAt, growthOf, type Costs, type Measured } from './rules.ts'

const DAY_MS = 86_400_000

export type CostEstimate = {
  measured: Measured
  now: Costs
  per_1000: Costs
  wanted: Costs
  growth_bytes_per_month: number | null
  /** The disk of DATA_DIR; `full_at` is null if the data is stored elsewhere or will never fill the disk. */
  disk: { free: number; total: number; full_at: Date | null }
}

/** Measures the disk of a folder or, if the folder does not exist yet, of its nearest existing parent. */
export async function diskOf(folder: string): Promise<{ free: number; total: number }> {
  const found = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || folder === dirname(folder)) throw error
    return null
  })
  if (!found) return diskOf(dirname(folder))
  const { bavail, blocks, bsize } = found
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Returns null if nothing was measured; `hasOwnDatabase` means that the database is on the disk of DATA_DIR. */
export async function estimateCosts(
  tx: DbOrTx,
  { config, hasOwnDatabase, now }: { config: Pick<Config, 'dataDir' | 's3'>; hasOwnDatabase: boolean; now: Date },
  members = 1_000,
): Promise<CostEstimate | null> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS)
  const hours = await findHours(tx, ago(7))
  const month = await findSamples(tx, ago(30))
  const model = costModel(
    hours,
    month.filter(({ hour }) => hour >= ago(7)),
    month,
  )
  if (!model) return null
  const isHere = { database: Number(hasOwnDatabase), media: Number(config.s3 === null) }
  const growthHere = growthOf(
    month,
    ({ database_bytes, media_bytes }) => database_bytes * isHere.database + media_bytes * isHere.media,
  )
  const disk = await diskOf(config.dataDir)
  return {
    measured: model.measured,
    now: model.at(model.measured.members),
    per_1000: model.at(1_000),
    wanted: model.at(members),
    growth_bytes_per_month: model.growthPerMonth,
    disk: { ...disk, full_at: fullAt(disk.free, growthHere, now) },
  }
}
