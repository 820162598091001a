import { ApiError } from '#shared/api/errors.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { queue } from '#shared/api/queue.ts'
import { LIFETIME } from '#shared/limits.ts'
import type { ReasonCode } from '#shared/rules/moderation.ts'
import type { QueueDecision } from '#shared/rules/queue.ts'
import type { CtxByAccess, ModeratorCtx } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { decideAppeal, type Verdict } from '../appeals/actions.ts'
import { writeAudit } from '../../audit/queries.ts'
import { getCategory } from '../../categories/queries.ts'
import { requireNotConcerned } from '../decisions/authority.ts'
import { decidingStaff } from '../decisions/decide.ts'
import { findDecision, getDecision } from '../decisions/queries.ts'
import { requireStaffOf } from '../rights.ts'
import { asDecision } from '../decisions/rules.ts'
import { approveContent, removeContent } from '../content/actions.ts'
import { lockContentUnlessDeleted, lockContent, type Content } from '../content/queries.ts'
import { lockThread, setThreadClaim } from '../../modmail/queries.ts'
import { decideNotices } from '../notices/close.ts'
import { decideRegistration } from '../registrations/decide.ts'
import { closeItem, closeReports } from './items.ts'
import { countItems, findConcerned, findItem, getItem, listItems, lockItem, setClaim, type ItemRow } from './queries.ts'
import { refusalOf } from './refusals.ts'
import { asItem, claimantOf, requireAnswer, requireStaffOfItem, scopeOf, withExcerpts } from './rules.ts'
import { takeBack } from './undo.ts'

const BY_STAFF = { isStaff: true, isOwn: false }

const decisionOf = async (tx: Tx, id: number) => asDecision(await getDecision(tx, id), BY_STAFF)

const itemOfRow = async (tx: DbOrTx, ctx: ModeratorCtx, row: ItemRow) =>
  asItem(row, ctx.now(), await refusalOf(tx, row, decidingStaff(ctx)))

const itemFor = async (tx: Tx, ctx: ModeratorCtx, id: number) => itemOfRow(tx, ctx, await getItem(tx, id, ctx.now()))

function changeClaim(ctx: ModeratorCtx, id: number, isClaimed: boolean) {
  const now = ctx.now()
  const claimant = claimantOf(ctx)
  return ctx.db.transaction(async (tx) => {
    const { modmail_id, ...of } = await findItem(tx, id)
    requireStaffOfItem(ctx, of)
    // The mod mail thread is locked before its queue item, as in the mod mail calls, to prevent deadlocks.
    if (modmail_id !== null) await lockThread(tx, modmail_id)
    await lockItem(tx, id, claimant, now)
    const refusal = isClaimed ? await refusalOf(tx, await getItem(tx, id, now), decidingStaff(ctx)) : null
    if (refusal !== null) throw new ApiError(refusal)
    const claim = isClaimed ? { ...claimant, claimed_until: new Date(now.getTime() + LIFETIME.claim) } : null
    await setClaim(tx, id, claim)
    if (modmail_id !== null) await setThreadClaim(tx, modmail_id, claim)
    return { item: await itemFor(tx, ctx, id) }
  })
}

const invalidate = (ctx: ModeratorCtx, { post_id, category_id }: Content, isShown: boolean): void => {
  if (isShown) ctx.invalidated.add('*')
  else ctx.invalidated.add(`post:${post_id}`).add(`category:${category_id}`)
}

/**
 * The content is locked (by `decideAppeal`) before the queue item, as in all calls that undo a decision, to prevent
 * deadlocks.
 */
async function decideAppealItem(tx: Tx, ctx: ModeratorCtx, { id }: { id: number }, appealId: number, verdict: Verdict) {
  const now = ctx.now()
  const newDecisionId = await decideAppeal(tx, appealId, verdict, { by: decidingStaff(ctx), now })
  await lockItem(tx, id, claimantOf(ctx), now)
  await closeItem(tx, id, newDecisionId, now)
  if (verdict.outcome === 'overturned') ctx.invalidated.add('*')
  await writeAudit(tx, ctx, {
    action: `appeal.${verdict.outcome}`,
    target_type: 'appeal',
    target_id: appealId,
    detail: verdict.answer,
  })
  return {
    item: await itemFor(tx, ctx, id),
    decision: newDecisionId === null ? null : await decisionOf(tx, newDecisionId),
  }
}

async function decideRegistrationItem(
  tx: Tx,
  ctx: ModeratorCtx,
  { id }: { id: number },
  registrationId: number,
  answer: { decision: QueueDecision; reason_code?: ReasonCode | null; text: string },
) {
  await lockItem(tx, id, claimantOf(ctx), ctx.now())
  const outcome = answer.decision === 'approve' ? ('approved' as const) : ('refused' as const)
  const username = await decideRegistration(tx, registrationId, {
    ...answer,
    outcome,
    now: ctx.now(),
    home_feed: ctx.settings.value('default_feed'),
  })
  await closeItem(tx, id, null, ctx.now())
  await writeAudit(tx, ctx, {
    action: `registration.${outcome}`,
    target_type: 'queue_item',
    target_id: id,
    detail: username,
  })
  return { item: await itemFor(tx, ctx, id), decision: null }
}

export const queueHandlers: HandlersOf<typeof queue, CtxByAccess> = {
  list: async (ctx, { kind, category_id, ...page }) => {
    const now = ctx.now()
    const scope = scopeOf(ctx, { kind, category_id })
    if (category_id !== undefined) await getCategory(ctx.db, category_id)
    const [{ page: rows, next_cursor }, total] = await Promise.all([
      listItems(ctx.db, scope, { ...page, now }),
      countItems(ctx.db, scope),
    ])
    const { claim } = claimantOf(ctx)
    const items = await Promise.all(
      rows.map(async (row) => {
        const item = await itemOfRow(ctx.db, ctx, row)
        // The caller's claimed item keeps its full texts, because the panel reloads the queue while that item is open.
        return row.item.claim === claim ? item : withExcerpts(item)
      }),
    )
    return { items, total, next_cursor }
  },

  claim: (ctx, { item_id }) => changeClaim(ctx, item_id, true),

  release: (ctx, { item_id }) => changeClaim(ctx, item_id, false),

  decide: (ctx, { item_id, decision, reason_code, rule_id, text }) =>
    ctx.db.transaction(async (tx) => {
      const now = ctx.now()
      const by = decidingStaff(ctx)
      const item = await findItem(tx, item_id)
      requireStaffOfItem(ctx, item)
      requireAnswer(item, { decision, reason_code, text })
      if (item.status === 'decided') throw new ApiError('decided')
      const { post_id, comment_id, appeal_id, registration_id } = item
      if (registration_id !== null)
        return decideRegistrationItem(tx, ctx, item, registration_id, { decision, reason_code, text })
      if (appeal_id !== null)
        return decideAppealItem(tx, ctx, item, appeal_id, {
          outcome: decision === 'uphold' ? 'upheld' : 'overturned',
          answer: text,
        })
      const lock = item.notice_id === null ? lockContent : lockContentUnlessDeleted
      const content =
        post_id === null
          ? null
          : await lock(tx, comment_id === null ? { kind: 'post', id: post_id } : { kind: 'comment', id: comment_id })
      await lockItem(tx, item_id, claimantOf(ctx), now)
      const concerned = content ? content.author_id : await findConcerned(tx, item)
      if (content === null || decision === 'remove')
        await requireNotConcerned(tx, by, { user_id: concerned, category_id: item.category_id })
      let newDecisionId: number | null = null
      if (content && decision === 'remove')
        newDecisionId =
          content.removal_id ??
          (await removeContent(tx, content, { reason_code: reason_code!, rule_id, text }, { by, now }))
      else if (content)
        newDecisionId = await approveContent(tx, content, { by, now, text: item.notice_id === null ? text : '' })
      if (item.notice_id !== null) {
        const isKept = decision === 'keep'
        await decideNotices(
          tx,
          { id: item.notice_id },
          { outcome: isKept ? 'kept' : 'removed', decision_id: newDecisionId, answer: isKept ? text : '', now },
        )
      }
      const closed = await closeItem(tx, item_id, newDecisionId, now)
      if (closed.length > 0)
        await closeReports(tx, closed, decision === 'keep' ? 'rejected' : 'resolved', { deciderId: by.id, now })
      if (content) invalidate(ctx, content, decision !== 'remove' && content.held_at !== null)
      await writeAudit(tx, ctx, {
        action: `queue.${decision}`,
        target_type: content?.kind ?? (item.reported_user_id === null ? 'category' : 'user'),
        target_id: content?.id ?? item.reported_user_id ?? item.reported_category_id,
        detail: content?.title,
      })
      return {
        item: await itemFor(tx, ctx, item_id),
        decision: newDecisionId === null ? null : await decisionOf(tx, newDecisionId),
      }
    }),

  undo: (ctx, { decision_id }) =>
    ctx.db.transaction(async (tx) => {
      const decision = await findDecision(tx, decision_id)
      if (!decision) throw new ApiError('not_found')
      requireStaffOf(ctx, decision.category_id)
      const newDecisionId = await takeBack(tx, decision, { by: decidingStaff(ctx), now: ctx.now() })
      ctx.invalidated.add('*')
      await writeAudit(tx, ctx, {
        action: 'decision.undo',
        target_type: 'decision',
        target_id: decision_id,
        detail: decision.action,
      })
      return { decision: await decisionOf(tx, newDecisionId) }
    }),
}
