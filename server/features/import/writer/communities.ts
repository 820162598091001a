import { sql } from 'drizzle-orm'
import { LIMITS } from '#shared/limits.ts'
import { isCategoryName } from '#shared/rules/category-name.ts'
import { cleanText } from '#server/markdown/clean-text.ts'
import { category } from '../../categories/table.ts'
import { communityNamesNear, plausibleTime } from '../names.ts'
import type { RecordOf } from '../records.ts'
import { note, record, refuse, take, type Batch } from './batch.ts'
import { writeNamed } from './named.ts'

type Community = RecordOf<'community'>

const UNKNOWN_START = new Date('2001-01-01T00:00:00Z')

async function findCommunity(batch: Batch, name: string): Promise<{ id: number; is_deleted: boolean } | undefined> {
  const rows = await batch.tx.execute<{ id: number; is_deleted: boolean }>(sql`
    select id, deleted_at is not null as is_deleted from category where name = ${name}`)
  return rows[0]
}

async function freeName(batch: Batch, wanted: string, used: ReadonlySet<string>): Promise<string> {
  for (const name of communityNamesNear(wanted))
    if (isCategoryName(name) && !used.has(name) && !(await findCommunity(batch, name))) return name
  throw new Error('unreachable')
}

const fitting = (text: string, max: number) => cleanText(text).trim().slice(0, max).toWellFormed()

export async function writeCommunities(batch: Batch, communities: Community[]): Promise<void> {
  const used = new Set<string>()
  for (const one of communities) {
    const chosen = batch.map.communities[one.id]
    if (chosen === false || (one.left_out && !chosen)) {
      refuse(batch, 'community', one.id, one.left_out ?? 'left_out')
      continue
    }
    if (chosen?.into) {
      const found = await findCommunity(batch, chosen.into)
      if (!found || found.is_deleted) refuse(batch, 'community', one.id, 'community_of_map_missing')
      else
        record(batch, {
          kind: 'community',
          source_id: one.id,
          outcome: 'merged',
          target: 'category',
          target_id: found.id,
          reason: 'map',
        })
      if (found && !found.is_deleted)
        await writeNamed(batch, 'category', [{ target_id: found.id, addresses: one.addresses }])
      continue
    }
    const name = await freeName(batch, chosen?.name ?? one.name ?? one.title, used)
    used.add(name)
    if (chosen?.name && chosen.name !== name) note(batch, 'community', one.id, `renamed: ${chosen.name} → ${name}`)
    const [id] = await take(batch, 'category', 1)
    await batch.tx
      .insert(category)
      .values({
        id: id!,
        name,
        display_name: fitting(chosen?.title ?? one.title, LIMITS.displayName) || name,
        description: fitting(chosen?.description ?? one.description ?? '', LIMITS.categoryDescription),
        is_nsfw: chosen?.nsfw ?? one.is_nsfw ?? false,
        created_at: plausibleTime(one.created_at, batch.now) ?? UNKNOWN_START,
      })
    record(batch, { kind: 'community', source_id: one.id, outcome: 'imported', target: 'category', target_id: id! })
    await writeNamed(batch, 'category', [{ target_id: id!, addresses: one.addresses }])
  }
}
