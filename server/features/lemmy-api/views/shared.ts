import type { Community, CommunityModeratorView, CommunityView, Person, PersonView } from 'lemmy-js-client'
import type { FoundCategory, FoundUser } from '#shared/api/lookups.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { toLemmyText } from '../markdown.ts'
import { absolute } from '../media.ts'
import type { Lemmy } from '../lemmy.ts'

export const INSTANCE_ID = 1

const EPOCH = new Date(0).toISOString()

export function toPerson(lemmy: Lemmy, user: FoundUser): Person {
  return {
    id: user.id,
    name: user.username,
    avatar: absolute(lemmy, user.avatar_url),
    banned: false,
    published: user.created_at,
    actor_id: lemmy.origin + paths.user(user.username),
    bio: user.bio === '' ? undefined : toLemmyText(lemmy, user.bio),
    local: true,
    deleted: false,
    bot_account: user.is_ai,
    instance_id: INSTANCE_ID,
  }
}

export const deletedPerson = ({ origin }: Lemmy): Person => ({
  id: 0,
  name: 'deleted',
  banned: false,
  published: EPOCH,
  actor_id: origin + paths.user('deleted'),
  local: true,
  deleted: true,
  bot_account: false,
  instance_id: INSTANCE_ID,
})

type Counts = { posts: number; comments: number }

export function toPersonView(lemmy: Lemmy, user: FoundUser, counts: Counts = { posts: 0, comments: 0 }): PersonView {
  return {
    person: toPerson(lemmy, user),
    counts: { person_id: user.id, post_count: counts.posts, comment_count: counts.comments },
    is_admin: user.is_admin,
  }
}

export function toCommunity(lemmy: Lemmy, category: FoundCategory): Community {
  return {
    id: category.id,
    name: category.name,
    title: category.display_name,
    description: category.description === '' ? undefined : toLemmyText(lemmy, category.description),
    removed: false,
    published: category.created_at,
    deleted: false,
    nsfw: category.is_nsfw,
    actor_id: lemmy.origin + paths.category(category.name),
    local: true,
    icon: absolute(lemmy, category.icon_url),
    banner: absolute(lemmy, category.banner_url),
    hidden: false,
    posting_restricted_to_mods: category.posting === 'moderators',
    instance_id: INSTANCE_ID,
    visibility: 'Public',
  }
}

export function toCommunityView(lemmy: Lemmy, category: FoundCategory): CommunityView {
  return {
    community: toCommunity(lemmy, category),
    subscribed: category.is_member ? 'Subscribed' : 'NotSubscribed',
    blocked: false,
    counts: {
      community_id: category.id,
      subscribers: category.member_count,
      posts: category.post_count,
      comments: 0,
      published: category.created_at,
      users_active_day: 0,
      users_active_week: 0,
      users_active_month: 0,
      users_active_half_year: 0,
      subscribers_local: category.member_count,
    },
    banned_from_community: false,
  }
}

export type Shared = { users: Map<number, FoundUser>; categories: Map<number, FoundCategory> }

const piecesOf = (ids: Iterable<number | null>): string[] => {
  const known = [...new Set(ids)].filter((id) => id !== null)
  return Array.from({ length: Math.ceil(known.length / LIMITS.lookup) }, (_, at) =>
    known.slice(at * LIMITS.lookup, (at + 1) * LIMITS.lookup).join(','),
  )
}

const byId = <Row extends { id: number }>(rows: Row[]) => new Map(rows.map((row) => [row.id, row]))

export async function findUsers({ lookups }: Lemmy, ids: Iterable<number | null>): Promise<FoundUser[]> {
  return (await Promise.all(piecesOf(ids).map((piece) => lookups.lookups.users({ ids: piece })))).flatMap(
    ({ users }) => users,
  )
}

export async function findCategories({ lookups }: Lemmy, ids: Iterable<number>): Promise<FoundCategory[]> {
  return (await Promise.all(piecesOf(ids).map((piece) => lookups.lookups.categories({ ids: piece })))).flatMap(
    ({ categories }) => categories,
  )
}

export const findFullPosts = async ({ lookups }: Lemmy, ids: Iterable<number>) =>
  (await Promise.all(piecesOf(ids).map((piece) => lookups.lookups.posts({ ids: piece })))).flatMap(({ posts }) => posts)

export const findFullComments = async ({ lookups }: Lemmy, ids: Iterable<number>) =>
  (await Promise.all(piecesOf(ids).map((piece) => lookups.lookups.comments({ ids: piece })))).flatMap(
    ({ comments }) => comments,
  )

export async function loadShared(
  lemmy: Lemmy,
  { users, categories }: { users: Iterable<number | null>; categories: Iterable<number> },
): Promise<Shared> {
  const foundCategories = findCategories(lemmy, categories)
  const foundUsers = findUsers(lemmy, users)
  return { users: byId(await foundUsers), categories: byId(await foundCategories) }
}

export function creatorOf(lemmy: Lemmy, { users }: Shared, id: number | null, category: FoundCategory) {
  const user = id === null ? undefined : users.get(id)
  return {
    creator: user ? toPerson(lemmy, user) : deletedPerson(lemmy),
    creator_banned_from_community: false,
    banned_from_community: false,
    creator_is_moderator: id !== null && category.moderator_ids.includes(id),
    creator_is_admin: user?.is_admin ?? false,
    creator_blocked: user?.is_blocked ?? false,
    subscribed: category.is_member ? ('Subscribed' as const) : ('NotSubscribed' as const),
  }
}

export async function moderatorsOf(lemmy: Lemmy, category: FoundCategory): Promise<CommunityModeratorView[]> {
  const community = toCommunity(lemmy, category)
  const users = await findUsers(lemmy, category.moderator_ids)
  return users.map((user) => ({ community, moderator: toPerson(lemmy, user) }))
}
