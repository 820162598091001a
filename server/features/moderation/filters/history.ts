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
/** The maximum number of posts, and of comments, that a filter test reads. */
const MAX_TEXTS = 5_000
const MAX_CHARACTERS = 10_000_000

type Range = { categoryId: number | null; days: number }

/** `is_cut` is true if older texts were skipped. The test stops if the client disconnects. */
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
  let [checked, matched, samples, isCut] = [0, 0, [] as Sample[], false]
  const onCut = () => {
    isCut = true
  }
  for (const type of ['post', 'comment'] as const) {
    let [texts, characters] = [0, 0]
    for await (const batch of readHistory(db, type, { categoryId, since }, onCut)) {
      if (request?.signal.aborted) break
      if (texts >= MAX_TEXTS || characters >= MAX_CHARACTERS) {
        onCut()
        break
      }
      texts += batch.length
      characters += batch.reduce((sum, { text }) => sum + text.length, 0)
      checked += batch.length
      const asked = batch.map(({ title, text, link, author }) => ({
        text: { title: type === 'post' ? title : null, text, link },
        author,
      }))
      const outcomes = await matchTexts(set, asked, viewer?.id ?? address)
      // A filter in use would hold a text that exceeds the time limit, so the test counts it as matching.
      const matching = batch.filter((_, place) => outcomes[place]!.ids.length > 0 || outcomes[place]!.isCut)
      matched += matching.length
      samples = newestOf([
        ...samples,
        ...matching.map(({ id, at, title, excerpt, username }) => ({
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
  return { checked, matched, samples, ...(isCut && { is_cut: true as const }) }
}

/** Throws `too_broad` if a filter matches more than a fifth of the texts of the last week. */
export async function requireNarrow(ctx: BaseCtx, match: Match, categoryId: number | null): Promise<void> {
  const { checked, matched } = await testMatch(ctx, match, { categoryId, days: WEEK_DAYS })
  if (isTooBroad({ checked, matched })) throw new ApiError('too_broad', { extra: { checked, matched } })
}
