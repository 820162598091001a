import { formatNumber } from '#shared/i18n/plural.ts'
import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import type { Services } from '#server/context.ts'
import { originOf } from '#server/http/variant.ts'
import { declareCache } from '#server/lib/caches.ts'
import { langOf } from '#server/lib/settings.ts'
import type { Mail } from '#server/mail/mailer.ts'
import { contentOf, mailTexts } from '#server/mail/templates.ts'
import { getSettings } from '../notifications/settings/queries.ts'
import { unsubscribing } from './footer.ts'
import {
  bestPosts,
  countUnreadPosts,
  findAddressee,
  joinedCategories,
  unreadPosts,
  type RankedPost,
} from './queries.ts'
import type { Digest } from './rules.ts'

const MAX_POSTS = 10
const MAX_ADULT_POSTS = 100
/** Candidate posts per community; a member who has read all of them gets none from that community. */
const CANDIDATES = 50
const BATCH_SIZE = 200

/** Returns null if the member does not want digests of this period or has read everything. */
export async function digestMail(services: Services, userId: number, digest: Digest): Promise<Mail | null> {
  const { db, config } = services
  const addressee = await findAddressee(db, userId)
  if (!addressee || (await getSettings(db, userId)).digest !== digest.period) return null
  const joined = await joinedCategories(db, userId)
  const ofVariant = (is_nsfw: boolean) =>
    candidates(
      services,
      joined.filter((row) => row.is_nsfw === is_nsfw).map((row) => row.id),
      digest,
    )
  const posts = await findUnread(services, userId, await ofVariant(false), digest)
  const adultIds = (await ofVariant(true)).slice(0, 2 * MAX_ADULT_POSTS).map(({ id }) => id)
  const adultPosts = adultIds.length === 0 ? 0 : await countUnreadPosts(db, userId, adultIds, digest.since)
  if (posts.length === 0 && adultPosts === 0) return null

  const { username, email } = addressee
  const lang = langOf(addressee.language, services.settings)
  const { period } = digest
  const t = mailTexts[lang]
  const siteName = services.settings.value('site_name')
  const origin = originOf('normal', config)
  const { footer, unsubscribeUrl } = await unsubscribing(config, lang, { userId, subjects: ['digest'] })
  return {
    to: email,
    id: `digest-${period}-${userId}-${digest.until.getTime()}`,
    unsubscribeUrl,
    ...contentOf({
      lang,
      siteName,
      subject: t.digest.subject[period](siteName),
      parts: [
        t.greeting(username),
        ...(posts.length === 0
          ? []
          : [
              t.digest.lead[period],
              {
                items: posts.map((post) => ({
                  title: post.title,
                  note: t.digest.post(post.category, formatNumber(lang, post.top), post.comment_count),
                  link: origin + paths.post(post.id),
                })),
              },
            ]),
        ...(adultPosts === 0
          ? []
          : [adultPosts > MAX_ADULT_POSTS ? t.digest.adultMany(MAX_ADULT_POSTS) : t.digest.adult(adultPosts)]),
        { label: t.digest.button, link: origin + paths.home() },
      ],
      footer: [t.digest.why[period], ...footer],
    }),
  }
}

const digests = declareCache<RankedPost[]>('digests', { ttlMs: LIFETIME.digestCache, maxEntries: 10_000 })

/** The posts of a community are cached for all its members. */
async function candidates(
  { db, caches }: Services,
  categoryIds: number[],
  { since, until }: Digest,
): Promise<RankedPost[]> {
  const lists = []
  for (const id of categoryIds) {
    lists.push(
      await caches
        .of(digests)
        .load(`${id} ${since.getTime()} ${until.getTime()}`, () => bestPosts(db, id, { since, until }, CANDIDATES)),
    )
  }
  return lists.flat().sort((a, b) => b.top - a.top || b.id - a.id)
}

async function findUnread({ db }: Services, userId: number, ranked: RankedPost[], { since }: Digest) {
  const found: Awaited<ReturnType<typeof unreadPosts>> = []
  for (let from = 0; from < ranked.length && found.length < MAX_POSTS; from += BATCH_SIZE) {
    const ids = ranked.slice(from, from + BATCH_SIZE).map(({ id }) => id)
    found.push(...(await unreadPosts(db, userId, ids, since, MAX_POSTS - found.length)))
  }
  return found
}
