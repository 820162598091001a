import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Match } from '#shared/rules/filters.ts'
import type { BaseCtx } from '#server/context.ts'
import { readSlice, BATCH_SIZE, type Place } from './queries.ts'
import { compileMatch, createPause, factsOf, isTooBroad, matches } from './rules.ts'
import { inTurn } from './turns.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

type Range = { categoryId: number | null, days: number }

/** What a filter would have caught. Ends early where the client has left. */
export function testMatch(ctx: BaseCtx, match: Match, range: Range) {
  ctx.waitLong()
  return inTurn(ctx.viewer?.id ?? ctx.address, () => readHistory(ctx, match, range))
}

async function readHistory({ db, request, now }: BaseCtx, match: Match, { categoryId, days }: Range) {
  const since = new Date(now().getTime() - days * DAY_MS)
  const [compiled, pause] = [compileMatch(match), createPause()]
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
      for (const { id, at, content } of slice) {
        if (content === null) continue
        checked += 1
        await pause()
        const { title, text, link, author, excerpt, username } = content
        if (!await matches(compiled, factsOf({ title: type === 'post' ? title : null, text, link }, author), pause)) continue
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
