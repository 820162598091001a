import { statSync } from 'node:fs'
import type { Unpacked, Workplace } from '../../records.ts'
import { openDumpFile } from '../../scratch/dump-file.ts'
import { createScratchPostgres } from '../../scratch/postgres.ts'
import { findObjects, readMongo } from './mongodb.ts'
import { storeObjects, type Stored } from './objects.ts'
import { readRedis } from './redis.ts'

async function objectsOf(dump: string): Promise<AsyncIterable<Stored> | null> {
  const objects = findObjects(dump)
  if (objects !== null) return readMongo(objects)
  if (statSync(dump).isDirectory()) return null
  const file = await openDumpFile(dump)
  return file.kind === 'redis' ? readRedis(file) : null
}

/** Returns null for a PostgreSQL dump. */
export async function unpackStore(dump: string, { config, print }: Workplace): Promise<Unpacked | null> {
  const objects = await objectsOf(dump)
  if (objects === null) return null
  print(`Reading ${dump} ...`)
  const scratch = await createScratchPostgres(config.dataDir, print)
  try {
    await storeObjects(scratch.url, objects)
    return { database: scratch.url, close: scratch.close }
  } catch (error) {
    await scratch.close()
    throw error
  }
}
