import type { NoticeKind } from '#server/features/notifications/queries.ts'
import { renderMarkdown } from '#server/markdown/markdown.ts'
import { createDice } from '../dice.ts'
import { DEMO_ADMIN, DEMO_MEMBER } from '../people.ts'
import { active, BOT } from './people.ts'
import type { PlannedPost } from './posts.ts'
import type { PlannedComment } from './threads.ts'
import { hasBlocked, type PlannedFollow } from './ties.ts'
import { DAY, HOUR } from './time.ts'

export type PlannedNotice = {
  to: string
  kind: NoticeKind
  actor: string
  post: PlannedPost | null
  comment: PlannedComment | null
  at: number
  read: boolean
}

const UNREAD_AT_LEAST = 4

const mayHear = (to: string, actor: string) => to !== BOT && to !== actor && !hasBlocked(to, actor)

function mentioned(text: string): string[] {
  if (!text.includes('@')) return []
  const names = new Set(renderMarkdown(text).mentions.map((name) => name.toLowerCase()))
  return active.map((person) => person.username).filter((name) => names.has(name.toLowerCase()))
}

type Heard = Omit<PlannedNotice, 'read'>

function noticesOf(comment: PlannedComment): Heard[] {
  const { post, parent, author: actor, at } = comment
  const told = new Map<string, NoticeKind>()
  if (parent) told.set(parent.author, actor === BOT ? 'bot_answer' : 'comment_reply')
  if (post.author !== parent?.author) told.set(post.author, 'post_comment')
  for (const name of mentioned(comment.text)) if (!told.has(name)) told.set(name, 'mention')
  return [...told].filter(([to]) => mayHear(to, actor)).map(([to, kind]) => ({ to, kind, actor, post, comment, at }))
}

/** What everybody heard of, oldest first, as `notify` would have told them; what was deleted since is not told any more. */
export function planNotices(posts: PlannedPost[], comments: PlannedComment[], follows: PlannedFollow[], now: number): PlannedNotice[] {
  const dice = createDice(501)
  const heard: Heard[] = [
    ...posts.filter((post) => post.deleted_at === null).flatMap((post) => mentioned(post.text)
      .filter((to) => mayHear(to, post.author)).map((to) => ({ to, kind: 'mention' as const, actor: post.author, post, comment: null, at: post.at }))),
    ...comments.filter((comment) => comment.deleted_at === null && comment.post.deleted_at === null).flatMap(noticesOf),
    ...follows.filter(({ follower, followed }) => mayHear(followed, follower))
      .map(({ follower, followed, at }) => ({ to: followed, kind: 'follower' as const, actor: follower, post: null, comment: null, at })),
  ]
  // The known member has something to read whatever the hour of the day was; the others looked in some time ago.
  const unreadOfMember = heard.filter(({ to }) => to === DEMO_MEMBER).map(({ at }) => at).sort((a, b) => b - a)[UNREAD_AT_LEAST - 1]!
  const lookedIn = new Map(active.map(({ username }) => {
    if (username === DEMO_MEMBER) return [username, Math.min(now - 26 * HOUR, unreadOfMember)]
    return [username, now - (username === DEMO_ADMIN ? 2 * DAY : dice.wait(2 * DAY))]
  }))
  return heard.filter(({ to }) => lookedIn.has(to)).map((notice) => ({ ...notice, read: notice.at < lookedIn.get(notice.to)! })).sort((a, b) => a.at - b.at)
}
