import type {
  BanFromCommunityResponse,
  CommunityResponse,
  GetCommunityResponse,
  ListCommunitiesResponse,
} from 'lemmy-js-client'
import { LemmyRefusal } from '../errors.ts'
import {
  flagOf,
  idOf,
  isAdultHost,
  pageOf,
  requireId,
  requireViewer,
  textOf,
  readPages,
  wantedOf,
  type Form,
  type Lemmy,
  type LemmyCall,
} from '../lemmy.ts'
import { fromLemmyText } from '../markdown.ts'
import { ownMedia } from '../media.ts'
import { categoryIdByName, requireCategory, requireCommunityView, requirePersonView } from '../views/people.ts'
import { findCategories, moderatorsOf, toCommunityView } from '../views/shared.ts'

async function listCommunities(lemmy: Lemmy, form: Form): Promise<ListCommunitiesResponse> {
  const page = pageOf(form)
  if (page === null || form.type_ === 'ModeratorView') return { communities: [] }
  const nsfw = isAdultHost(lemmy)
  const listed =
    form.type_ === 'Subscribed'
      ? await readPages(page, async (part) => {
          const { categories, next_cursor } = await lemmy.calls.categories.joined({ nsfw, ...part })
          return { items: categories, next_cursor }
        })
      : await lemmy.calls.categories.list({ nsfw, ...page })
  const found = await findCategories(
    lemmy,
    listed.map(({ id }) => id),
  )
  return { communities: found.map((category) => toCommunityView(lemmy, category)) }
}

async function getCommunity(lemmy: Lemmy, form: Form): Promise<GetCommunityResponse> {
  await lemmy.ctx.limiter.take('read', { address: lemmy.ctx.address })
  const name = textOf(form, 'name')
  const id = idOf(form, 'id') ?? (name === undefined ? requireId(form, 'id') : await categoryIdByName(lemmy, name))
  const category = await requireCategory(lemmy, id)
  return {
    community_view: toCommunityView(lemmy, category),
    moderators: await moderatorsOf(lemmy, category),
    discussion_languages: [],
  }
}

const answerOf = async (lemmy: Lemmy, id: number): Promise<CommunityResponse> => ({
  community_view: await requireCommunityView(lemmy, id),
  discussion_languages: [],
})

async function followCommunity(lemmy: Lemmy, form: Form): Promise<CommunityResponse> {
  requireViewer(lemmy)
  const category_id = requireId(form, 'community_id')
  await requireCategory(lemmy, category_id)
  await lemmy.calls.categories[wantedOf(form, 'follow') ? 'join' : 'leave']({ category_id })
  return answerOf(lemmy, category_id)
}

const pictureOf = (lemmy: Lemmy, form: Form, field: string): string | null | undefined => {
  const address = textOf(form, field)
  return address === undefined ? undefined : (ownMedia(lemmy, address) ?? (address || null))
}

async function createCommunity(lemmy: Lemmy, form: Form): Promise<CommunityResponse> {
  requireViewer(lemmy)
  if (flagOf(form, 'nsfw') && !isAdultHost(lemmy)) throw new LemmyRefusal('invalid_community')
  const { id } = await lemmy.calls.categories.create({
    name: textOf(form, 'name') ?? '',
    display_name: textOf(form, 'title') ?? '',
    description: fromLemmyText(lemmy, textOf(form, 'description') ?? '').content,
    icon_url: pictureOf(lemmy, form, 'icon'),
    is_nsfw: isAdultHost(lemmy),
  })
  return answerOf(lemmy, id)
}

async function editCommunity(lemmy: Lemmy, form: Form): Promise<CommunityResponse> {
  const category_id = requireId(form, 'community_id')
  const description = textOf(form, 'description')
  const restricted = form.posting_restricted_to_mods
  await lemmy.calls.categories.edit({
    category_id,
    display_name: textOf(form, 'title'),
    description: description === undefined ? undefined : fromLemmyText(lemmy, description).content,
    icon_url: pictureOf(lemmy, form, 'icon'),
    banner_url: pictureOf(lemmy, form, 'banner'),
    posting: restricted === undefined ? undefined : restricted === true ? 'moderators' : 'members',
  })
  return answerOf(lemmy, category_id)
}

const DAY_SECONDS = 86_400
const MAX_DAYS = 365

/** `expires` is in seconds since 1970; without it the ban is permanent. */
async function banFromCommunity(lemmy: Lemmy, form: Form): Promise<BanFromCommunityResponse> {
  const [user_id, category_id] = [requireId(form, 'person_id'), requireId(form, 'community_id')]
  const { moderation } = lemmy.calls
  const isBanned = wantedOf(form, 'ban')
  const until = idOf(form, 'expires')
  const now = lemmy.ctx.now().getTime() / 1_000
  if (isBanned) {
    const days = until === undefined ? null : Math.min(MAX_DAYS, Math.max(1, Math.ceil((until - now) / DAY_SECONDS)))
    await moderation.ban({ user_id, category_id, days, reason_code: 'other', text: textOf(form, 'reason') })
  } else await moderation.unban({ user_id, category_id })
  return { person_view: await requirePersonView(lemmy, user_id), banned: isBanned }
}

export const communityCalls: Record<string, LemmyCall> = {
  'GET /community/list': listCommunities,
  'GET /community': getCommunity,
  'POST /community': createCommunity,
  'PUT /community': editCommunity,
  'POST /community/follow': followCommunity,
  'POST /community/ban_user': banFromCommunity,
}
