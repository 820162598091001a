import { ApiError } from '#shared/api/errors.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Match } from '#shared/rules/filters.ts'
import type { BaseCtx } from '#server/context.ts'
import { inTurn } from '#server/lib/turns.ts'
import { readHistory } from './history-queries.ts'
import { matchTexts } from './matching.ts'
import { isTooBroad } from './rules.ts'

const DAY_MS = 86_400_000
const WEEK_DAYS = 7

type Range = { categoryId: number | null; days: number }

/** What a filter would have caught. Ends early where the client has left. */
export function testMatch(ctx: BaseCtx, match: Match, range: Range) {
  ctx.waitLong()
  return inTurn(ctx.viewer?.id ?? ctx.address, () => matchHistory(ctx, match, range))
}

type Sample = {
  type: 'post' | 'comment'
  id: number
  title: string
  excerpt: string
  author: { username: string } | null
  created_at: Date
}

const newestOf = (samples: Sample[]): Sample[] =>
  samples.toSorted((a, b) => b.created_at.getTime() - a.created_at.getTime()).slice(0, LIMITS.filterSamples)

async function matchHistory({ db, request, now, viewer, address }: BaseCtx, match: Match, { categoryId, days }: Range) {
  const since = new Date(now().getTime() - days * DAY_MS)
  const set = { key: `test ${Bun.hash(JSON.stringify(match))}`, filters: [{ id: 0, match }] }
  let [checked, matched, samples] = [0, 0, [] as Sample[]]
  for (const type of ['post', 'comment'] as const) {
    for await (const read of readHistory(db, type, { categoryId, since })) {
      if (request?.signal.aborted) break
      checked += read.length
      const texts = read.map(({ title, text, link, author }) => ({
        written: { title: type === 'post' ? title : null, text, link },
        author,
      }))
      const outcomes = await matchTexts(set, texts, viewer?.id ?? address)
      // What takes too long would be held.
      const caught = read.filter((_, place) => outcomes[place]!.ids.length > 0 || outcomes[place]!.isCut)
      matched += caught.length
      samples = newestOf([
        ...samples,
        ...caught.map(({ id, at, title, excerpt, username }) => ({
          type,
          id,
          title,
          excerpt,
          author: username === null ? null : { username },
          created_at: new Date(at),
        })),
      ])
    }
  }
  return { checked, matched, samples }
}

/** Throws `too_broad` for a filter that would have caught more than a fifth of the last week. */
export async function requireNarrow(ctx: BaseCtx, match: Match, categoryId: number | null): Promise<void> {
  const { checked, matched } = await testMatch(ctx, match, { categoryId, days: WEEK_DAYS })
  if (isTooBroad({ checked, matched })) throw new ApiError('too_broad', { extra: { checked, matched } })
}
