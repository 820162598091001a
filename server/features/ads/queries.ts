import { desc, eq, inArray, sql } from 'drizzle-orm'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { category } from '../categories/table.ts'
import { ad, adDay } from './table.ts'

export type DayCount = { ad_id: number; day: string; views: number; clicks: number }
export type AdRow = typeof ad.$inferSelect

const withCounts = (tx: DbOrTx) => {
  const sumOf = (column: typeof adDay.views | typeof adDay.clicks) =>
    sql`(select coalesce(sum(${column}), 0) from ${adDay} where ${adDay.ad_id} = ${ad.id})`.mapWith(Number)
  return tx
    .select({
      id: ad.id,
      name: ad.name,
      title: ad.title,
      text: ad.text,
      image_url: ad.image_url,
      url: ad.url,
      variant: ad.variant,
      category_ids: ad.category_ids,
      categories: sql<{ id: number; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', ${category.id}, 'name', ${category.name})
          order by ${category.name}), '[]')
        from ${category} where ${category.id} = any(${ad.category_ids}))`,
      starts_at: ad.starts_at,
      ends_at: ad.ends_at,
      is_enabled: ad.is_enabled,
      weight: ad.weight,
      views: sumOf(adDay.views),
      clicks: sumOf(adDay.clicks),
    })
    .from(ad)
}

export const listAds = (tx: DbOrTx) => withCounts(tx).orderBy(desc(ad.id))

export async function getAd(tx: DbOrTx, id: number) {
  return (await withCounts(tx).where(eq(ad.id, id)))[0]!
}

/** Lists the enabled ads in a stable order, on which the choice by `adAt` depends. */
export const listEnabled = (tx: DbOrTx): Promise<AdRow[]> =>
  tx.select().from(ad).where(eq(ad.is_enabled, true)).orderBy(ad.id)

export async function lockAd(tx: DbOrTx, id: number): Promise<AdRow | null> {
  const [row] = await tx.select().from(ad).where(eq(ad.id, id)).for('update')
  return row ?? null
}

export async function insertAd(tx: DbOrTx, values: typeof ad.$inferInsert): Promise<number> {
  const [row] = await tx.insert(ad).values(values).returning({ id: ad.id })
  return row!.id
}

export async function updateAd(tx: DbOrTx, id: number, changes: Partial<typeof ad.$inferInsert>): Promise<void> {
  await tx.update(ad).set(changes).where(eq(ad.id, id))
}

export async function deleteAd(tx: DbOrTx, id: number): Promise<void> {
  await tx.delete(ad).where(eq(ad.id, id))
}

export async function areCategories(tx: DbOrTx, ids: number[]): Promise<boolean> {
  if (ids.length === 0) return true
  return (await tx.$count(category, inArray(category.id, ids))) === ids.length
}

/** Inserts in the order of ad ids, so that processes do not deadlock; counts of ads deleted meanwhile are dropped. */
export async function addCounts(tx: DbOrTx, counts: DayCount[]): Promise<void> {
  await tx.execute(sql`
    insert into ${adDay} (ad_id, day, views, clicks)
    select ad_id, day, views, clicks
    from jsonb_to_recordset(${JSON.stringify(counts)}::text::jsonb)
      as counted (ad_id int, day date, views bigint, clicks bigint)
    join ${ad} on ${ad.id} = counted.ad_id
    order by ad_id, day
    on conflict (ad_id, day) do update
    set views = ${adDay.views} + excluded.views, clicks = ${adDay.clicks} + excluded.clicks`)
}
