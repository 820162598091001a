import type { Api } from '#shared/api/index.ts'
import { paths } from '#shared/paths.ts'
import { orLogin, PageError } from '#site/core/errors.ts'
import type { LoadArgs } from '#site/core/page.ts'
import { otherVariant, type Neutral } from '#site/core/variant-guard.ts'

/** Calls that the server makes for moderators' pages. */
type StaffApi = Pick<Api, 'queue' | 'filters' | 'hooks' | 'categories'>

export async function loadForModerator<Data>(
  args: LoadArgs,
  load: (api: StaffApi, category: { id: number; name: string }) => Promise<Data>,
): Promise<(Data & { name: string; category_id: number }) | Neutral> {
  const { api, params, path } = args
  const category = await api.categories.byName({ name: params.name! })
  const neutral = otherVariant(args, category.is_nsfw)
  if (neutral) return neutral
  const { is_moderator } = await orLogin(api.categories.membership({ category_id: category.id }), path)
  if (!is_moderator) throw new PageError(403, 'not_staff')
  const data = await load(api as unknown as StaffApi, category)
  return { ...data, name: category.name, category_id: category.id }
}

export const queuePage = (name: string, cursor: string) =>
  `${paths.categoryQueue(name)}?cursor=${encodeURIComponent(cursor)}`
