import type { ResolveObjectResponse, SearchResponse, SearchType } from 'lemmy-js-client'
import { ApiError } from '#shared/api/errors.ts'
import type { SearchType as OwnType } from '#shared/rules/search-types.ts'
import {
  idOf,
  isAdultHost,
  pageOf,
  textOf,
  readPages,
  type Form,
  type Lemmy,
  type LemmyCall,
  type Page,
} from '../lemmy.ts'
import { isOwn } from '../media.ts'
import { searchOrderOf } from '../sorts.ts'
import { requireCommentView, toFullCommentViews } from '../views/comments.ts'
import {
  categoryIdByName,
  localUsername,
  requireCategory,
  requireCommunityView,
  requirePersonView,
  requireUser,
} from '../views/people.ts'
import { requirePostView, toFullPostViews } from '../views/posts.ts'
import { findCategories, findUsers, toCommunityView, toPersonView } from '../views/shared.ts'

const TYPES = new Set<SearchType>(['All', 'Comments', 'Posts', 'Communities', 'Users', 'Url'])

const typeOf = (value: unknown): SearchType => (TYPES.has(value as SearchType) ? (value as SearchType) : 'All')

/** Returns the values of the search operators `in:` and `author:`. */
async function limitsOf(lemmy: Lemmy, form: Form): Promise<{ in?: string; author?: string }> {
  const [communityId, name, creatorId] = [
    idOf(form, 'community_id'),
    textOf(form, 'community_name'),
    idOf(form, 'creator_id'),
  ]
  const community = communityId === undefined ? name?.split('@')[0] : (await requireCategory(lemmy, communityId)).name
  return {
    ...(community !== undefined && { in: community }),
    ...(creatorId !== undefined && { author: (await requireUser(lemmy, creatorId)).username }),
  }
}

type Wanted = { q: string; type: OwnType; page: Page; form: Form; limits: { in?: string; author?: string } }

async function idsOf(lemmy: Lemmy, { q, type, page, form, limits }: Wanted): Promise<number[]> {
  const nsfw = isAdultHost(lemmy)
  if (q === '' && Object.keys(limits).length === 0) return unsearched(lemmy, type, page)
  const found = await readPages(page, async (part) => {
    const { results, next_cursor } = await lemmy.calls.search.find({
      q,
      type,
      sort: searchOrderOf(form.sort),
      nsfw,
      ...limits,
      ...part,
    })
    return { items: results, next_cursor }
  })
  return found.map(({ item }) => item.id)
}

/** Lemmy clients list communities and posts by searching for an empty term. */
async function unsearched({ calls, ctx }: Lemmy, type: OwnType, page: Page): Promise<number[]> {
  const nsfw = ctx.variant === 'adult'
  if (type === 'communities') return (await calls.categories.list({ nsfw, ...page })).map(({ id }) => id)
  if (type === 'posts') return (await calls.posts.list({ sort: 'new', nsfw, ...page })).posts.map(({ id }) => id)
  return []
}

async function search(lemmy: Lemmy, form: Form): Promise<SearchResponse> {
  const type_ = typeOf(form.type_)
  const q = (textOf(form, 'q') ?? '').trim()
  const none: SearchResponse = { type_, comments: [], posts: [], communities: [], users: [] }
  const page = pageOf(form)
  if (page === null) return none
  if (type_ === 'Url' || (type_ === 'All' && /^https?:\/\//.test(q))) {
    if (page.offset > 0 || !URL.canParse(q)) return none
    const { posts } = await lemmy.calls.posts.byLink({ url: q, nsfw: isAdultHost(lemmy) })
    return { ...none, posts: await toFullPostViews(lemmy, posts) }
  }
  const limits = await limitsOf(lemmy, form)
  const ids = async (name: SearchType, type: OwnType) =>
    type_ === 'All' || type_ === name ? idsOf(lemmy, { q, type, page, form, limits }) : []
  const isLimited = Object.keys(limits).length > 0
  // One after another, because simultaneous searches of one caller are queued anyway.
  const posts = await ids('Posts', 'posts')
  const comments = await ids('Comments', 'comments')
  const communities = isLimited ? [] : await ids('Communities', 'communities')
  const users = isLimited ? [] : await ids('Users', 'users')
  return {
    type_,
    posts: await toFullPostViews(
      lemmy,
      posts.map((id) => ({ id })),
    ),
    comments: await toFullCommentViews(lemmy, comments),
    communities: (await findCategories(lemmy, communities)).map((category) => toCommunityView(lemmy, category)),
    users: (await findUsers(lemmy, users)).map((user) => toPersonView(lemmy, user)),
  }
}

async function resolveObject(lemmy: Lemmy, form: Form): Promise<ResolveObjectResponse> {
  await lemmy.ctx.limiter.take('read', { address: lemmy.ctx.address })
  const q = (textOf(form, 'q') ?? '').trim()
  const url = /^https?:\/\//.test(q) ? URL.parse(q) : null
  if (url && isOwn(lemmy, url)) return resolvePath(lemmy, url)
  const [, kind, name] = /^([@!])([A-Za-z0-9_]{3,30})(?:@[\w.:-]+)?$/.exec(q) ?? []
  const { host } = new URL(lemmy.origin)
  if (name === undefined || !(q.endsWith(`@${host}`) || !q.slice(1).includes('@'))) throw new ApiError('not_found')
  return kind === '!'
    ? { community: await requireCommunityView(lemmy, await categoryIdByName(lemmy, name)) }
    : { person: await personByName(lemmy, name) }
}

async function personByName(lemmy: Lemmy, name: string) {
  const { user } = await lemmy.lookups.users.get({ username: localUsername(name) })
  return requirePersonView(lemmy, user.id)
}

async function resolvePath(lemmy: Lemmy, url: URL): Promise<ResolveObjectResponse> {
  const [, kind = '', name = ''] = url.pathname.split('/')
  const comment = Number(url.searchParams.get('comment') ?? (kind === 'comment' ? name : ''))
  if (Number.isSafeInteger(comment) && comment > 0) return { comment: await requireCommentView(lemmy, comment) }
  if (kind === 'post' && /^[1-9]\d{0,9}$/.test(name)) return { post: await requirePostView(lemmy, Number(name)) }
  if (name !== '' && ['r', 'c'].includes(kind))
    return { community: await requireCommunityView(lemmy, await categoryIdByName(lemmy, name)) }
  if (name !== '' && ['u', 'user'].includes(kind)) return { person: await personByName(lemmy, name) }
  throw new ApiError('not_found')
}

export const searchCalls: Record<string, LemmyCall> = { 'GET /search': search, 'GET /resolve_object': resolveObject }
