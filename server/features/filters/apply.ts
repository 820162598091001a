import type { UserCtx } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import type { Reader } from '../moderation/rights.ts'
import { holdThing, removeThing, reportThing } from '../moderation/things/actions.ts'
import { lockThing, type ThingRef } from '../moderation/things/queries.ts'
import { isModeratorOf } from '../moderators/queries.ts'
import { getAuthor, hasActed, insertHits, listEnabled } from './queries.ts'
import { compileMatch, createPause, factsOf, matches, strictest, type AboutAuthor, type CompiledFilter, type Written } from './rules.ts'

/** `former` is the text before an edit. */
type Publication = { thing: ThingRef, categoryId: number, authorId: number | null, written: Written, former?: Written }

function inForce(tx: Tx, { caches }: UserCtx, categoryId: number): Promise<CompiledFilter[]> {
  return caches.filters.load(String(categoryId), async () => {
    const enabled = await listEnabled(tx, categoryId)
    return enabled.map(({ match, ...filter }) => ({ ...filter, ...compileMatch(match) }))
  })
}

async function caughtBy(filters: CompiledFilter[], written: Written, author: AboutAuthor | null): Promise<CompiledFilter[]> {
  const facts = factsOf(written, author)
  const pause = createPause()
  const caught: CompiledFilter[] = []
  for (const filter of filters) if (await matches(filter, facts, pause)) caught.push(filter)
  return caught
}

/** What it did about the former text stands, also where staff decided otherwise since. */
async function withoutDone(tx: Tx, caught: CompiledFilter[], former: Written, author: AboutAuthor | null, thing: ThingRef): Promise<CompiledFilter[]> {
  const left = new Set(caught)
  for (const filter of await caughtBy(caught, former, author)) if (await hasActed(tx, filter.id, thing)) left.delete(filter)
  return [...left]
}

/** Holds, removes or reports what a filter catches, in the transaction that publishes it. Admins are exempt, moderators from those of their community. */
export async function applyFilters(tx: Tx, ctx: UserCtx, reader: Reader, { thing, categoryId, authorId, written, former }: Publication): Promise<void> {
  if (ctx.viewer.is_admin || reader.hasCredential) return
  const filters = await inForce(tx, ctx, categoryId)
  if (filters.length === 0) return
  const now = ctx.now()
  const author = authorId !== null && filters.some(({ needsAuthor }) => needsAuthor) ? await getAuthor(tx, authorId, thing, now) : null
  let caught = await caughtBy(filters, written, author)
  if (caught.length > 0 && await isModeratorOf(tx, ctx.viewer.id, categoryId)) caught = caught.filter(({ category_id }) => category_id === null)
  if (former) caught = await withoutDone(tx, caught, former, author, thing)
  const acting = strictest(caught)
  if (!acting) return
  await insertHits(tx, caught.map(({ id }) => id), thing, now)
  const locked = await lockThing(tx, thing)
  if (acting.action === 'remove') await removeThing(tx, locked, { reason_code: 'other' }, { by: 'filter', now })
  else if (acting.action === 'report') await reportThing(tx, locked, acting.name, now)
  else if (locked.held_at === null) await holdThing(tx, locked, { reason_code: 'other', held_by: acting.name }, { by: 'filter', now })
}
