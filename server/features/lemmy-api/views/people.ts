import type { CommunityView, Person, PersonView } from 'lemmy-js-client'
import { ApiError } from '#shared/api/errors.ts'
import type { FoundCategory, FoundUser } from '#shared/api/lookups.ts'
import { mayShow, requireViewer, type Lemmy } from '../lemmy.ts'
import { findCategories, findUsers, toCommunityView, toPerson, toPersonView } from './shared.ts'

export async function requireUser(lemmy: Lemmy, id: number): Promise<FoundUser> {
  const [user] = await findUsers(lemmy, [id])
  if (!user) throw new ApiError('user_not_found')
  return user
}

export const requirePersonView = async (lemmy: Lemmy, id: number): Promise<PersonView> =>
  toPersonView(lemmy, await requireUser(lemmy, id))

export const requireMe = async (lemmy: Lemmy): Promise<Person> =>
  toPerson(lemmy, await requireUser(lemmy, requireViewer(lemmy).id))

/** Throws `category_not_found`, also for an adult community requested on the normal host. */
export async function requireCategory(lemmy: Lemmy, id: number): Promise<FoundCategory> {
  const [category] = await findCategories(lemmy, [id])
  if (!category || !mayShow(lemmy, category)) throw new ApiError('category_not_found')
  return category
}

export const requireCommunityView = async (lemmy: Lemmy, id: number): Promise<CommunityView> =>
  toCommunityView(lemmy, await requireCategory(lemmy, id))

const localName = (name: string): string => name.split('@')[0]!

export async function categoryIdByName(lemmy: Lemmy, name: string): Promise<number> {
  return (await lemmy.lookups.categories.byName({ name: localName(name) })).id
}

export const localUsername = localName
