import { paths } from '#shared/paths.ts'
import { HELD_NEWCOMER } from '#shared/rules/queue.ts'
import type { ModeratorCtx, UserCtx } from '#server/context.ts'
import { handlers } from '#server/features/handlers.ts'
import { holdContent, lockContent } from '#server/features/moderation/index.ts'
import { changeSettings } from '#server/features/notifications/settings/queries.ts'
import type { DemoData } from '../data.ts'
import { asStaff, DAY, DEMO_ADMIN, findText, HOUR, MINUTE, type Plan, type Scene, type Text } from './plan.ts'

type Decision = DemoData['decisions'][number]

function asDecider(ctx: UserCtx, categoryId: number): UserCtx & ModeratorCtx {
  if (ctx.viewer.username === DEMO_ADMIN) return asStaff(ctx)
  return { ...ctx, staff: { scope: 'moderator', account: ctx.viewer, categories: [{ id: categoryId, name: '' }] } }
}

/** Excludes a removed or held post or comment, and the comments below it, from planned votes and saves. */
function takeAway({ texts }: Plan, target: Text): void {
  for (const text of texts) if (text === target || text.key.startsWith(`${target.key}.`)) text.isVotable = false
}

/** Turns the member's mails about moderation off during a decision, because the e-mail address is fictitious. */
async function withoutMail(ctx: UserCtx, userId: number, decideIt: () => Promise<unknown>): Promise<void> {
  await changeSettings(ctx.db, userId, { kinds: { moderation: { email: false } } })
  await decideIt()
  await changeSettings(ctx.db, userId, { kinds: { moderation: { email: true } } })
}

function planAboutText(plan: Plan, { by, action, reason, text, days_ago }: Decision, target: Text): void {
  const { add, now } = plan
  if (action === 'remove' || action === 'hold') takeAway(plan, target)
  const at =
    action === 'pin'
      ? target.at + HOUR
      : action === 'hold'
        ? target.at + MINUTE
        : Math.max(target.lastUse + MINUTE, now - days_ago * DAY)
  target.lastUse = Math.max(target.lastUse, at)
  const home = `r/${target.home.name}`
  add(at, by, ['decisions', target.key, home, `u/${target.by}`], async ({ ctx, ids }) => {
    const [id, staff] = [ids[target.key]!, asDecider(ctx, ids[home]!)]
    const what = target.kind === 'post' ? { post_id: id } : { comment_id: id }
    if (action === 'remove')
      return withoutMail(ctx, ids[`u/${target.by}`]!, () =>
        handlers.moderation.remove(staff, { ...what, reason_code: reason, text }),
      )
    if (action === 'lock')
      return withoutMail(ctx, ids[`u/${target.by}`]!, () =>
        handlers.moderation.lock(staff, { post_id: id, locked: true }),
      )
    if (action === 'pin') return handlers.moderation.pin(staff, { post_id: id, pinned: true })
    return ctx.db.transaction(async (tx) =>
      holdContent(
        tx,
        await lockContent(tx, { kind: target.kind, id }),
        { held_by: HELD_NEWCOMER },
        { by: 'filter', now: ctx.now() },
      ),
    )
  })
}

function planAboutMember(
  { add, now }: Plan,
  { by, action, member, community, reason, text, days, days_ago }: Decision,
): void {
  add(now - days_ago * DAY, by, ['decisions', `u/${member}`, `r/${community}`], async ({ ctx, ids }: Scene) => {
    const about = { user_id: ids[`u/${member}`]!, category_id: ids[`r/${community}`]!, text }
    const staff = asDecider(ctx, about.category_id)
    return withoutMail(ctx, about.user_id, () =>
      action === 'ban'
        ? handlers.moderation.ban(staff, { ...about, days, reason_code: reason })
        : handlers.moderation.warn(staff, about),
    )
  })
}

export function planDecisions(plan: Plan): void {
  for (const decision of plan.data.decisions) {
    const target = findText(plan.texts, decision)
    if (target) planAboutText(plan, decision, target)
    else if (decision.member && decision.community) planAboutMember(plan, decision)
    else throw new Error(`A decision in the demo has no target: ${decision.post ?? decision.comment ?? decision.text}`)
  }
}

/** Plans a notice about illegal content from a sender without an account. */
export function planNotice(
  { add, now, texts }: Plan,
  { post, comment, reason, text, days_ago }: DemoData['notices'][number],
): void {
  const target = findText(texts, { post, comment })
  if (!target) throw new Error(`A notice in the demo has no target: ${text}`)
  const at = Math.max(now - days_ago * DAY, target.at + (now - target.at) * 0.3)
  target.lastUse = Math.max(target.lastUse, at)
  const [root = ''] = target.key.split('.')
  add(at, DEMO_ADMIN, ['notices', target.key, root], async ({ ctx, ids }) => {
    const url = paths.post(ids[root]!, target.kind === 'comment' ? ids[target.key]! : null)
    return handlers.notices.create(
      { ...ctx, viewer: null },
      { url, category: reason, text, name: '', email: '', good_faith: true, website: '' },
    )
  })
}
