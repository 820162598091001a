import type { ApiOf } from './contract.ts'
import { admin } from './admin.ts'
import { adminAuth, auth } from './auth.ts'
import { blocks } from './blocks.ts'
import { bot } from './bot.ts'
import { categories } from './categories.ts'
import { comments } from './comments.ts'
import { follows } from './follows.ts'
import { messages } from './messages.ts'
import { notifications } from './notifications.ts'
import { points } from './points.ts'
import { posts } from './posts.ts'
import { reports } from './reports.ts'
import { saves } from './saves.ts'
import { streams } from './streams.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { votes } from './votes.ts'

/** Every call of the product; literal paths win over parameters whatever their order here. */
export const contract = {
  auth, adminAuth, posts, votes, saves, categories, comments, uploads, users, follows, blocks,
  messages, notifications, points, reports, streams, bot, admin,
}

export type AppContract = typeof contract

/** The typed client; a screen cannot tell whether it calls over HTTP or in the server. */
export type Api = ApiOf<AppContract>
