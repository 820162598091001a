import { communities } from '../communities.ts'
import type { Community } from '../content.ts'
import { keepLedger, type LedgerEvent } from './ledger.ts'
import { planNotices, type PlannedNotice } from './notices.ts'
import type { PlannedPost } from './posts.ts'
import type { PlannedReport } from './reports.ts'
import type { Step } from './step.ts'
import type { PlannedComment } from './threads.ts'
import { DAY, moment } from './time.ts'
import type { PlannedVote } from './votes.ts'
import type { World } from './world.ts'

/** With what a row is written: with its post, with the people and communities, or after everything else. */
export type Home = PlannedPost | 'opening' | 'closing'

type Cause = PlannedPost | PlannedComment | Community

type Notice = Omit<PlannedNotice, 'actor'> & { actor: string | null, report: PlannedReport | null }

const isComment = (of: Cause): of is PlannedComment => 'post' in of
const isPost = (of: Cause): of is PlannedPost => 'title' in of

function ledgerEvents({ now, posts, comments, postVotes, commentVotes, isGone }: World): LedgerEvent<Cause>[] {
  const ofText = (cause: 'post' | 'comment', of: PlannedPost | PlannedComment, votes: PlannedVote[]): LedgerEvent<Cause>[] => {
    const event = { username: of.author, cause, of, actor: null, reason: cause, isTakenBack: false }
    return [
      { ...event, at: of.at },
      ...(of.deleted_at === null ? [] : [{ ...event, at: of.deleted_at, isTakenBack: true }]),
      ...votes.map(({ at, voter, value }) => ({ ...event, at, cause: `${cause}_vote` as const, actor: voter, reason: value === 1 ? 'upvote' as const : 'downvote' as const })),
    ]
  }
  return [
    ...communities.map((of): LedgerEvent<Cause> => ({
      at: now - of.made * DAY, username: of.creator, reason: 'community', cause: 'category', of, actor: null, isTakenBack: false,
    })),
    ...posts.filter((post) => !isGone(post.author)).flatMap((post) => ofText('post', post, postVotes.get(post)!)),
    ...comments.filter((comment) => !isGone(comment.author)).flatMap((comment) => ofText('comment', comment, commentVotes.get(comment)!)),
  ]
}

function allNotices({ now, posts, comments, follows, reports }: World): Notice[] {
  const decided = reports.flatMap((report): Notice[] => (report.resolved_at === null ? [] : [{
    to: report.by, kind: 'report_decided', actor: null, post: null, comment: null, report, at: report.resolved_at, read: report.resolved_at < now - 3 * DAY,
  }]))
  const others = planNotices(posts, comments, follows, now).map((notice) => ({ ...notice, report: null }))
  return [...others, ...decided].sort((a, b) => a.at - b.at)
}

const homeOfCause = (of: Cause): Home => (isComment(of) ? of.post : isPost(of) ? of : 'opening')
const homeOfNotice = ({ post, report }: Notice): Home => post ?? (report ? 'closing' : 'opening')

/** The rows of ledger and notices, numbered by time and sorted by what they are written with, and what they earn. */
export function settleAccounts(world: World): (home: Home) => Pick<Step, 'ledger' | 'notices' | 'earnings'> {
  const { first, userId, categoryId, postId, commentId, reportId } = world
  const entries = keepLedger(ledgerEvents(world), world.timeZone).map((entry, index) => ({ ...entry, id: first.points_entry + index }))
  const notices = allNotices(world).map((notice, index) => ({ ...notice, id: first.notification + index }))
  const entriesOf = Map.groupBy(entries, (entry) => homeOfCause(entry.of))
  const noticesOf = Map.groupBy(notices, homeOfNotice)
  return (home) => {
    const ledger = (entriesOf.get(home) ?? []).map(({ id, username, reason, points, cause, of, actor, is_open, at }) => ({
      id, user_id: userId(username), reason, points, cause, cause_id: isComment(of) ? commentId(of) : isPost(of) ? postId(of) : categoryId(of.name),
      actor_id: actor === null ? 0 : userId(actor), is_open, created_at: moment(at),
    }))
    return {
      ledger,
      notices: (noticesOf.get(home) ?? []).map(({ id, to, kind, actor, post, comment, report, read, at }) => ({
        id, user_id: userId(to), kind, actor_id: actor === null ? null : userId(actor), post_id: post && postId(post), comment_id: comment && commentId(comment),
        report_id: report && reportId(report), read, created_at: moment(at),
      })),
      earnings: ledger.map(({ user_id, points }) => ({ user_id, karma: 0, wpoints: points })),
    }
  }
}
