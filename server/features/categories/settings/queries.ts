import { and, asc, eq, isNull, notInArray, sql } from 'drizzle-orm'
import { ApiError, invalidField, type ErrorCode } from '#shared/api/errors.ts'
import type { FlairColor } from '#shared/rules/flairs.ts'
import type { DbOrTx } from '#server/db/driver/client.ts'
import { claimUpload, softDeleteUploads } from '../../uploads/queries.ts'
import { staffColumns } from '../queries.ts'
import { category, categoryFlair, categoryRule } from '../table.ts'

type Settings = Partial<
  Pick<
    typeof category.$inferInsert,
    | 'display_name'
    | 'description'
    | 'icon_url'
    | 'banner_url'
    | 'posting'
    | 'downvotes'
    | 'allow_bot'
    | 'hold_newcomers'
  >
>

/** Callers must lock the community before its memberships and moderators. Throws `missing` if it is deleted. */
export async function lockCategory(tx: DbOrTx, id: number, missing: ErrorCode = 'category_not_found') {
  const [row] = await tx
    .select({ icon_url: category.icon_url, banner_url: category.banner_url, creator_id: category.creator_id })
    .from(category)
    .where(and(eq(category.id, id), isNull(category.deleted_at)))
    .for('no key update')
  if (!row) throw new ApiError(missing)
  return row
}

/** A new icon or banner must be an upload of `userId`; an admin without an account (null) can use no uploads. */
export async function updateSettings(
  tx: DbOrTx,
  id: number,
  changes: Settings,
  { userId, now }: { userId: number | null; now: Date },
) {
  const before = await lockCategory(tx, id)
  const replaced: string[] = []
  for (const field of ['icon_url', 'banner_url'] as const) {
    const url = changes[field]
    if (url === undefined || url === before[field]) continue
    if (url?.startsWith('/')) {
      if (userId === null) throw invalidField(field, 'media')
      await claimUpload(tx, { userId, url, kind: 'image', field })
    }
    if (before[field]?.startsWith('/')) replaced.push(before[field])
  }
  if (Object.keys(changes).length > 0) await tx.update(category).set(changes).where(eq(category.id, id))
  await softDeleteUploads(tx, replaced, now)
  const [row] = await tx.select(staffColumns).from(category).where(eq(category.id, id))
  return row!
}

export function listRules(tx: DbOrTx, categoryId: number) {
  return tx
    .select({ id: categoryRule.id, title: categoryRule.title, text: categoryRule.text })
    .from(categoryRule)
    .where(and(eq(categoryRule.category_id, categoryId), isNull(categoryRule.deleted_at)))
    .orderBy(asc(categoryRule.position), asc(categoryRule.id))
}

export function listFlairs(tx: DbOrTx, categoryId: number) {
  return tx
    .select({ id: categoryFlair.id, label: categoryFlair.label, color: categoryFlair.color })
    .from(categoryFlair)
    .where(and(eq(categoryFlair.category_id, categoryId), isNull(categoryFlair.deleted_at)))
    .orderBy(asc(categoryFlair.position), asc(categoryFlair.id))
}

/** Returns the ids of submitted rules or flairs that exist already. Throws `invalid`. */
function keptIds(
  given: { id?: number | undefined }[],
  present: { id: number }[],
  field: string,
  issue: string,
): number[] {
  const ids = given.flatMap(({ id }) => id ?? [])
  const known = new Set(present.map(({ id }) => id))
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id))) throw invalidField(field, issue)
  return ids
}

export async function replaceRules(
  tx: DbOrTx,
  categoryId: number,
  rules: { id?: number | undefined; title: string; text: string }[],
  now: Date,
): Promise<void> {
  await lockCategory(tx, categoryId)
  const kept = keptIds(rules, await listRules(tx, categoryId), 'rules', 'rule_missing')
  await tx
    .update(categoryRule)
    .set({ deleted_at: now })
    .where(
      and(eq(categoryRule.category_id, categoryId), isNull(categoryRule.deleted_at), notInArray(categoryRule.id, kept)),
    )
  const rows = rules.map((rule, position) => ({ ...rule, category_id: categoryId, position }))
  const [old, added] = [rows.filter(({ id }) => id !== undefined), rows.filter(({ id }) => id === undefined)]
  if (old.length > 0) {
    await tx
      .insert(categoryRule)
      .values(old)
      .onConflictDoUpdate({
        target: categoryRule.id,
        set: { position: sql`excluded.position`, title: sql`excluded.title`, text: sql`excluded.text` },
      })
  }
  if (added.length > 0) await tx.insert(categoryRule).values(added)
  await tx.update(category).set({ rules_count: rules.length }).where(eq(category.id, categoryId))
}

export async function replaceFlairs(
  tx: DbOrTx,
  categoryId: number,
  flairs: { id?: number | undefined; label: string; color: FlairColor }[],
  now: Date,
): Promise<void> {
  await lockCategory(tx, categoryId)
  const kept = keptIds(flairs, await listFlairs(tx, categoryId), 'flairs', 'flair_missing')
  await tx
    .update(categoryFlair)
    .set({ deleted_at: now })
    .where(
      and(
        eq(categoryFlair.category_id, categoryId),
        isNull(categoryFlair.deleted_at),
        notInArray(categoryFlair.id, kept),
      ),
    )
  const rows = flairs.map((flair, position) => ({ ...flair, category_id: categoryId, position }))
  const [old, added] = [rows.filter(({ id }) => id !== undefined), rows.filter(({ id }) => id === undefined)]
  if (old.length > 0) {
    await tx
      .insert(categoryFlair)
      .values(old)
      .onConflictDoUpdate({
        target: categoryFlair.id,
        set: { position: sql`excluded.position`, label: sql`excluded.label`, color: sql`excluded.color` },
      })
  }
  if (added.length > 0) await tx.insert(categoryFlair).values(added)
}

/** Throws `invalid` at the field `flair_id`. */
export async function requireFlair(tx: DbOrTx, id: number, categoryId: number): Promise<void> {
  const found = await tx.$count(
    categoryFlair,
    and(eq(categoryFlair.id, id), eq(categoryFlair.category_id, categoryId), isNull(categoryFlair.deleted_at)),
  )
  if (found === 0) throw invalidField('flair_id', 'flair_missing')
}

export async function getRuleTitle(tx: DbOrTx, categoryId: number, ruleId: number): Promise<string> {
  const rule = (await listRules(tx, categoryId)).find(({ id }) => id === ruleId)
  if (!rule) throw invalidField('rule_id', 'rule_missing')
  return rule.title
}
