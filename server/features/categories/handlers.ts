import { ApiError } from '#shared/api/errors.ts'
import type { categories } from '#shared/api/categories.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import type { Tx } from '#server/db/driver/client.ts'
import { earnPoints } from '../points/queries.ts'
import { writeAudit } from '../audit/queries.ts'
import { readerOf, requireModerator } from '../moderation/index.ts'
import { limitedSearch } from '../search/limited.ts'
import { claimUpload } from '../uploads/queries.ts'
import {
  addMember,
  findCategoryByName,
  getAbout,
  getCategory,
  getCreatorName,
  getStanding,
  insertCategory,
  listCategories,
  listJoined,
  removeMember,
} from './queries.ts'
import { listFlairs, listRules, lockCategory, replaceFlairs, replaceRules, updateSettings } from './settings/queries.ts'
import { mayCreate } from './rules.ts'

export const categoriesHandlers: HandlersOf<typeof categories, CtxByAccess> = {
  list: async (ctx, input) => {
    const { categories, total } = await (input.search === ''
      ? listCategories(ctx.db, input)
      : limitedSearch(ctx, (tx) => listCategories(tx, input)))
    ctx.setHeader('X-Total-Count', String(total))
    return categories
  },

  joined: (ctx, input) => listJoined(ctx.db, ctx.viewer.id, input),

  byName: async (ctx, { name }) => {
    const found = await findCategoryByName(ctx.db, name, ctx.viewer?.id ?? null)
    if (!found) throw new ApiError('category_not_found')
    const isStaff = found.is_moderator || (await readerOf(ctx)).hasCredential
    return isStaff ? found : { ...found, hold_newcomers: null }
  },

  about: (ctx, { category_id }) => getAbout(ctx.db, category_id, ctx.viewer?.id ?? null),

  create: async (ctx, input) => {
    const { id: userId } = ctx.viewer
    if (!mayCreate(ctx.viewer, ctx.settings.value('communities_by'))) throw new ApiError('community_not_allowed')
    return ctx.db.transaction(async (tx) => {
      const created = await insertCategory(tx, { ...input, creator_id: userId, created_at: ctx.now() })
      if (!created) throw new ApiError('name_taken')
      if (input.icon_url?.startsWith('/')) {
        await claimUpload(tx, { userId, url: input.icon_url, kind: 'image', field: 'icon_url' })
      }
      ctx.invalidated.add('categories')
      await earnPoints(
        tx,
        { userId, reason: 'community', cause: 'category', causeId: created.id },
        { now: ctx.now(), timeZone: ctx.config.timeZone },
      )
      return created
    })
  },

  edit: (ctx, { category_id, ...changes }) =>
    ctx.db.transaction(async (tx) => {
      await requireModerator(tx, ctx.staff, category_id)
      const edited = await updateSettings(tx, category_id, changes, {
        userId: ctx.staff.account?.id ?? null,
        now: ctx.now(),
      })
      await writeAudit(tx, ctx, {
        action: 'category.edit',
        target_type: 'category',
        target_id: category_id,
        detail: Object.keys(changes).join(', '),
      })
      ctx.invalidated.add('categories').add(`category:${category_id}`)
      return edited
    }),

  rules: async (ctx, { category_id }) => {
    await getCategory(ctx.db, category_id)
    return { rules: await listRules(ctx.db, category_id) }
  },

  setRules: (ctx, { category_id, rules }) =>
    replaceList(ctx, category_id, 'rules', rules.length, async (tx) => {
      await replaceRules(tx, category_id, rules, ctx.now())
      return { rules: await listRules(tx, category_id) }
    }),

  flairs: async (ctx, { category_id }) => {
    await getCategory(ctx.db, category_id)
    return { flairs: await listFlairs(ctx.db, category_id) }
  },

  setFlairs: (ctx, { category_id, flairs }) =>
    replaceList(ctx, category_id, 'flairs', flairs.length, async (tx) => {
      await replaceFlairs(tx, category_id, flairs, ctx.now())
      return { flairs: await listFlairs(tx, category_id) }
    }),

  membership: (ctx, { category_id }) => getStanding(ctx.db, ctx.viewer.id, category_id, ctx.now()),

  creator: async (ctx, { category_id }) => ({ username: await getCreatorName(ctx.db, category_id) }),

  join: async (ctx, { category_id }) =>
    ctx.db.transaction(async (tx) => {
      await lockCategory(tx, category_id)
      await addMember(tx, ctx.viewer.id, category_id, ctx.now())
      ctx.invalidated.add('categories')
      const { member_count } = await getCategory(tx, category_id)
      return { is_member: true, member_count }
    }),

  leave: async (ctx, { category_id }) =>
    ctx.db.transaction(async (tx) => {
      const { creator_id } = await lockCategory(tx, category_id)
      if (creator_id === ctx.viewer.id) throw new ApiError('creator_stays')
      await removeMember(tx, ctx.viewer.id, category_id)
      ctx.invalidated.add('categories')
      const { member_count } = await getCategory(tx, category_id)
      return { is_member: false, member_count }
    }),
}

function replaceList<Answer>(
  ctx: CtxByAccess['staff'],
  categoryId: number,
  kind: 'rules' | 'flairs',
  count: number,
  replace: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  return ctx.db.transaction(async (tx) => {
    await requireModerator(tx, ctx.staff, categoryId)
    const answer = await replace(tx)
    await writeAudit(tx, ctx, {
      action: `category.${kind}`,
      target_type: 'category',
      target_id: categoryId,
      detail: `${count} ${kind}`,
    })
    ctx.invalidated.add(`category:${categoryId}`)
    return answer
  })
}
