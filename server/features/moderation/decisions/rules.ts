import { LIFETIME } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { APPEALABLE } from '#shared/rules/moderation.ts'
import type { Variant } from '#shared/rules/variant.ts'
import { asAppeal } from '../appeals/rules.ts'
import type { DecisionRow } from './queries.ts'

function targetOf({ decision, post, comment, member }: DecisionRow, { isStaff, isOwn }: Visibility, isShown: boolean) {
  const { post_id, comment_id, user_id } = decision
  if (comment_id !== null) {
    const isTitleShown = isStaff || (post?.author_id === user_id && isOwn) || isShown
    return {
      type: 'comment' as const,
      id: comment_id,
      title: isTitleShown ? (post?.title ?? '') : '',
      excerpt: isStaff || isOwn || isShown ? (comment?.excerpt ?? '') : '',
      url: paths.post(post?.id ?? 0, comment_id),
    }
  }
  if (post_id !== null) {
    const isSeen = isStaff || isOwn || isShown
    return {
      type: 'post' as const,
      id: post_id,
      title: isSeen ? (post?.title ?? '') : '',
      excerpt: isSeen ? (post?.excerpt ?? '') : '',
      url: paths.post(post_id),
    }
  }
  const name = isStaff || isOwn ? member : null
  return {
    type: 'user' as const,
    id: user_id ?? 0,
    title: name ?? '',
    excerpt: '',
    url: name === null ? '' : paths.user(name),
  }
}

/** If both flags are false, the reader sees the decision in the public log. */
type Visibility = { isStaff: boolean; isOwn: boolean }

export function asDecision(row: DecisionRow, sight: Visibility) {
  const { id, action, reason_code, rule_id, rule_title, text, created_at, ends_at, automatic } = row.decision
  return {
    id,
    action,
    reason_code,
    text,
    created_at,
    ends_at,
    automatic,
    category: row.category,
    target: targetOf(row, sight, row.is_post_listed),
    rule: rule_id !== null && rule_title !== null ? { id: rule_id, title: rule_title } : null,
    can_appeal_until:
      APPEALABLE.has(action) && row.is_current && row.appeal === null
        ? new Date(created_at.getTime() + LIFETIME.appeal)
        : null,
    appeal: row.appeal && asAppeal(row.appeal),
  }
}

/** On the normal host, a decision in an adult community omits the community and the text. */
export function asOwnDecision(row: DecisionRow, variant: Variant) {
  const own = asDecision(row, { isStaff: false, isOwn: true })
  if (!row.is_nsfw || variant === 'adult') return own
  return {
    ...own,
    is_adult: true,
    category: null,
    rule: null,
    text: '',
    appeal: null,
    target: { ...own.target, title: '', excerpt: '', url: '' },
  }
}

/** Only staff see the names of the member concerned and the decider. */
export function asLogEntry(row: DecisionRow, isStaff: boolean) {
  const { id, action, reason_code, rule_title, created_at, automatic, comment_id } = row.decision
  const isShown = row.is_post_listed && (comment_id === null || row.is_comment_listed)
  return {
    id,
    action,
    reason_code,
    rule_title,
    created_at,
    automatic,
    target: targetOf(row, { isStaff, isOwn: false }, isShown),
    by: isStaff && row.by !== null ? { username: row.by } : null,
  }
}
