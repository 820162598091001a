import { createDice } from '../dice.ts'
import { reports, type DemoReport } from '../reports.ts'
import type { PlannedPost } from './posts.ts'
import type { PlannedComment } from './threads.ts'
import { DAY, HOUR } from './time.ts'

export type PlannedReport = Pick<DemoReport, 'by' | 'reason'> & {
  post: PlannedPost | null
  comment: PlannedComment | null
  community: PlannedPost['community'] | null
  status: 'pending' | 'resolved' | 'rejected'
  at: number
  resolved_at: number | null
}

function postTitled(posts: PlannedPost[], beginning: string): PlannedPost {
  const found = posts.find((post) => post.title.startsWith(beginning))
  if (!found) throw new Error(`No post of the demo begins with ${beginning}`)
  return found
}

/** A comment that somebody may complain about: a deleted one where the complaint was heard, else one of the quarrel. */
function worstUnder(post: PlannedPost, comments: PlannedComment[], { verdict, by }: DemoReport): PlannedComment {
  const others = comments.filter((comment) => comment.post === post && comment.author !== by)
  const deleted = others.find((comment) => comment.deleted_at !== null)
  const shown = others.filter((comment) => comment.deleted_at === null)
  return (verdict === 'resolved' && deleted) || (shown.findLast((comment) => comment.isHeated) ?? shown.at(-1)!)
}

/** All complaints, oldest first; nobody complains before there is something to complain about. */
export function planReports(posts: PlannedPost[], comments: PlannedComment[], now: number): PlannedReport[] {
  const dice = createDice(601)
  return reports.map((report): PlannedReport => {
    const { about, by, reason, daysAgo, verdict } = report
    const post = 'post' in about ? postTitled(posts, about.post) : null
    const comment = 'commentUnder' in about ? worstUnder(postTitled(posts, about.commentUnder), comments, report) : null
    const madeAt = comment?.at ?? post?.at ?? 0
    const at = Math.max(now - daysAgo * DAY, madeAt === 0 ? 0 : madeAt + (now - madeAt) * 0.2)
    return {
      by, reason, post, comment, community: 'community' in about ? about.community : null, status: verdict ?? 'pending', at,
      resolved_at: verdict ? Math.min(now, at + dice.wait(9 * HOUR)) : null,
    }
  }).sort((a, b) => a.at - b.at)
}
