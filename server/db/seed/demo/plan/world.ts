import { communities } from '../communities.ts'
import type { CommunityName } from '../content.ts'
import { numbered, type FirstIds } from './ids.ts'
import { BOT } from './people.ts'
import { planPosts } from './posts.ts'
import { planReports } from './reports.ts'
import { planThreads } from './threads.ts'
import { accounts, planFollows, planMembers, planSaves } from './ties.ts'
import { planCommentVotes, planPostVotes } from './votes.ts'

/** What a filling was begun with, and what its plan follows from. */
export type PlanInput = {
  /** Milliseconds since 1970: the moment up to which the forum has lived. */
  now: number
  timeZone: string
  bot: { id: number, username: string }
  first: FirstIds
}

export type World = ReturnType<typeof planWorld>

/** Everything that happened in the demo forum, and the ids of it all. */
export function planWorld({ now, timeZone, bot, first }: PlanInput) {
  const posts = planPosts(now)
  const comments = planThreads(posts, now)
  const reports = planReports(posts, comments, now)
  const gone = new Set(accounts.filter((person) => person.state === 'gone').map((person) => person.username))
  const personId = numbered(first.user, accounts.map((person) => person.username))
  const userId = (username: string) => (username === BOT ? bot.id : personId(username))
  return {
    now, timeZone, bot, first, posts, comments, reports,
    postVotes: planPostVotes(posts, now),
    commentVotes: planCommentVotes(comments, now),
    members: planMembers(posts, now),
    follows: planFollows(posts, now),
    saves: planSaves(posts, now),
    isGone: (username: string) => gone.has(username),
    userId,
    /** Null for whoever left. */
    authorId: (username: string) => (gone.has(username) ? null : userId(username)),
    categoryId: numbered<CommunityName>(first.category, communities.map((community) => community.name)),
    postId: numbered(first.post, posts),
    commentId: numbered(first.comment, comments),
    reportId: numbered(first.report, reports),
  }
}
