import type { AppContract } from '#shared/api/index.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import type { CtxByAccess } from '#server/context.ts'
import { adminAuthHandlers } from './auth/admin-handlers.ts'
import { authHandlers } from './auth/handlers.ts'
import { blocksHandlers } from './blocks/handlers.ts'
import { categoriesHandlers } from './categories/handlers.ts'
import { followsHandlers } from './follows/handlers.ts'
import { messagesHandlers } from './messages/handlers.ts'
import { postsHandlers } from './posts/handlers.ts'
import { reportsHandlers } from './reports/handlers.ts'
import { savesHandlers } from './saves/handlers.ts'
import { streamsHandlers } from './streams/handlers.ts'

type Handlers = { [Group in keyof AppContract]: HandlersOf<AppContract[Group], CtxByAccess> }

/** The handler of every call; a missing or mistyped one does not compile. */
export const handlers: Handlers = {
  auth: authHandlers,
  posts: postsHandlers,
  votes: {} as Handlers['votes'],
  saves: savesHandlers,
  categories: categoriesHandlers,
  comments: {} as Handlers['comments'],
  uploads: {} as Handlers['uploads'],
  users: {} as Handlers['users'],
  follows: followsHandlers,
  blocks: blocksHandlers,
  messages: messagesHandlers,
  notifications: {} as Handlers['notifications'],
  points: {} as Handlers['points'],
  reports: reportsHandlers,
  streams: streamsHandlers,
  bot: {} as Handlers['bot'],
  adminAuth: adminAuthHandlers,
  admin: {} as Handlers['admin'],
  adminBot: {} as Handlers['adminBot'],
}
