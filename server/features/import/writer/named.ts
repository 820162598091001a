import { and, eq, inArray } from 'drizzle-orm'
import { paths } from '#shared/paths.ts'
import { category } from '../../categories/table.ts'
import { user } from '../../users/table.ts'
import { redirect } from '../table.ts'
import type { Batch } from './batch.ts'

export const basePathOf = ({ baseUrl }: Batch): string =>
  baseUrl.host === '' ? '' : baseUrl.pathname.replace(/\/+$/, '')

export async function writeNamed(
  batch: Batch,
  kind: 'user' | 'category',
  things: { target_id: number; addresses: string[] | undefined }[],
): Promise<void> {
  const base = basePathOf(batch)
  const rows = things.flatMap(({ target_id, addresses = [] }) =>
    addresses.map((address) => ({ origin_id: batch.origin, address: base + address, kind, target_id })),
  )
  if (rows.length > 0) await batch.tx.insert(redirect).values(rows).onConflictDoNothing()
}

/** Loads the targets of links in the batch whose URLs contain a name instead of an id. */
export async function loadNamed(batch: Batch, addresses: string[]): Promise<void> {
  if (addresses.length === 0) return
  const base = basePathOf(batch)
  const rows = await batch.tx
    .select({ address: redirect.address, username: user.username, name: category.name })
    .from(redirect)
    .leftJoin(user, and(eq(redirect.kind, 'user'), eq(user.id, redirect.target_id)))
    .leftJoin(category, and(eq(redirect.kind, 'category'), eq(category.id, redirect.target_id)))
    .where(
      and(
        eq(redirect.origin_id, batch.origin),
        inArray(
          redirect.address,
          addresses.map((address) => base + address),
        ),
      ),
    )
  for (const { address, username, name } of rows) {
    const path = username !== null ? paths.user(username) : name !== null ? paths.category(name) : null
    if (path !== null) batch.named.set(address.slice(base.length), path)
  }
}
