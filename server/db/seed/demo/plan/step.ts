import type { blockedUser } from '#server/features/blocks/table.ts'
import type { category, categoryMembership } from '#server/features/categories/table.ts'
import type { comment } from '#server/features/comments/table.ts'
import type { follow } from '#server/features/follows/table.ts'
import type { message } from '#server/features/messages/table.ts'
import type { notification } from '#server/features/notifications/table.ts'
import type { pointsEntry } from '#server/features/points/table.ts'
import type { post, postRank } from '#server/features/posts/table.ts'
import type { report } from '#server/features/reports/table.ts'
import type { savedPost } from '#server/features/saves/table.ts'
import type { stream } from '#server/features/streams/table.ts'
import type { user } from '#server/features/users/table.ts'
import type { vote } from '#server/features/votes/table.ts'
import type { Picture } from '../pictures/scenes.ts'

type Row<Table extends { $inferInsert: object }> = Table['$inferInsert']

/** A text before it is rendered. */
type Unrendered<R> = Omit<R, 'content_html' | 'excerpt' | 'excerpt_truncated' | 'renderer_version' | 'image_url'>

/** A picture to be drawn, another one for every seed. */
export type Drawing = { picture: Picture, seed: number }

/** What one transaction of the filling writes: rows with everything that is counted about them. */
export type Step = {
  users: Row<typeof user>[]
  categories: Row<typeof category>[]
  members: Row<typeof categoryMembership>[]
  follows: Row<typeof follow>[]
  blocks: Row<typeof blockedUser>[]
  posts: (Unrendered<Row<typeof post>> & { id: number, content: string, created_at: Date, drawing: Drawing | null })[]
  ranks: Row<typeof postRank>[]
  comments: Unrendered<Row<typeof comment>>[]
  votes: Row<typeof vote>[]
  saves: Row<typeof savedPost>[]
  ledger: Row<typeof pointsEntry>[]
  reports: Row<typeof report>[]
  notices: Row<typeof notification>[]
  messages: Row<typeof message>[]
  streams: Row<typeof stream>[]
  icons: { category_id: number, user_id: number, drawing: Drawing }[]
  /** What is added to communities and accounts that an earlier step wrote. */
  postCounts: { category_id: number, count: number }[]
  earnings: { user_id: number, karma: number, wpoints: number }[]
}

export function emptyStep(): Step {
  return {
    users: [], categories: [], members: [], follows: [], blocks: [], posts: [], ranks: [], comments: [], votes: [], saves: [], ledger: [],
    reports: [], notices: [], messages: [], streams: [], icons: [], postCounts: [], earnings: [],
  }
}
