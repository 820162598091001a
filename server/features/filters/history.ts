import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Match } from '#shared/rules/filters.ts'
import type { BaseCtx } from '#server/context.ts'
import { inTurn } from '#server/lib/turns.ts'
import { matchTexts } from './matching.ts'
import { readSlice, BATCH_SIZE, type Place } from './queries.ts'
import { isTooBroad } from './rules.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

type Range = { categoryId: number | null, days: number }

/** What a filter would have caught. Ends early where the client has left. */
export function testMatch(ctx: BaseCtx, match: Match, range: Range) {
  ctx.waitLong()
  return inTurn(ctx.viewer?.id ?? ctx.address, () => readHistory(ctx, match, range))
}

async function readHistory({ db, request, now, viewer, address }: BaseCtx, match: Match, { categoryId, days }: Range) {
  const since = new Date(now().getTime() - days * DAY_MS)
  const filters = [{ id: 0, match }]
  const set = { key: `test ${Bun.hash(JSON.stringify(match))}`, filters }
  const found: { type: 'post' | 'comment', id: number, title: string, excerpt: string, author: { username: string } | null, created_at: Date }[] = []
  let [checked, matched] = [0, 0]
  for (const type of ['post', 'comment'] as const) {
    let below: Place | null = null
    let samples = 0
    let isMore = true
    while (isMore && !request?.signal.aborted) {
      const slice = await readSlice(db, type, { categoryId, since, below })
      isMore = slice.length === BATCH_SIZE
      below = slice.at(-1) ?? null
      const read = slice.flatMap(({ id, at, content }) => (content === null ? [] : [{ id, at, ...content }]))
      checked += read.length
      const texts = read.map(({ title, text, link, author }) => ({ written: { title: type === 'post' ? title : null, text, link }, author }))
      const outcomes = await matchTexts(set, texts, viewer?.id ?? address)
      for (const [place, { id, at, title, excerpt, username }] of read.entries()) {
        // What takes too long would be held.
        if (outcomes[place]!.ids.length === 0 && !outcomes[place]!.isCut) continue
        matched += 1
        if ((samples += 1) <= LIMITS.filterSamples) found.push({ type, id, title, excerpt, author: username === null ? null : { username }, created_at: new Date(at) })
      }
    }
  }
  const samples = found.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime()).slice(0, LIMITS.filterSamples)
  return { checked, matched, samples }
}

/** Throws `too_broad` for a filter that would have caught more than a fifth of the last week. */
export async function requireNarrow(ctx: BaseCtx, match: Match, categoryId: number | null): Promise<void> {
  const { checked, matched } = await testMatch(ctx, match, { categoryId, days: WEEK_DAYS })
  if (isTooBroad({ checked, matched })) throw new ApiError('too_broad', { extra: { checked, matched } })
}
