import { ofFeature, type ApiOf } from './contract.ts'
import { account } from './account.ts'
import { ads } from './ads.ts'
import { announcements } from './announcements.ts'
import { appeals } from './appeals.ts'
import { auth } from './auth.ts'
import { blocks } from './blocks.ts'
import { bot } from './bot.ts'
import { categories } from './categories.ts'
import { comments } from './comments.ts'
import { dataExports } from './exports.ts'
import { decisions } from './moderation.ts'
import { factors } from './factors.ts'
import { follows } from './follows.ts'
import { history } from './history.ts'
import { invites } from './invites.ts'
import { lookups } from './lookups.ts'
import { markdown } from './markdown.ts'
import { messages } from './messages.ts'
import { moderators } from './moderators.ts'
import { modmail } from './modmail.ts'
import { notices } from './notices.ts'
import { notifications } from './notifications.ts'
import { applications, grants, oauth } from './oauth.ts'
import { polls } from './polls.ts'
import { points } from './points.ts'
import { portal } from './portal.ts'
import { posts } from './posts.ts'
import { push } from './push.ts'
import { reports } from './reports.ts'
import { reading } from './reading.ts'
import { saves } from './saves.ts'
import { tokens } from './tokens.ts'
import { signInServices } from './sign-in-services.ts'
import { search } from './search.ts'
import { streams } from './streams.ts'
import { texts } from './texts.ts'
import { transparency } from './transparency.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'
import { votes } from './votes.ts'

/** Calls for staff have a contract of their own, which visitors do not download. */
export const publicContract = {
  account,
  ads,
  announcements,
  auth,
  factors,
  signInServices,
  invites,
  exports: dataExports,
  posts,
  votes,
  saves,
  tokens,
  applications,
  grants,
  oauth,
  reading,
  categories,
  moderators,
  comments,
  decisions,
  appeals,
  uploads,
  users,
  follows,
  blocks,
  messages,
  modmail: ofFeature('modmail', modmail),
  notifications,
  points,
  push,
  reports,
  notices,
  texts,
  transparency,
  search,
  streams: ofFeature('streams', streams),
  bot: ofFeature('bot', bot),
  polls,
  history,
  lookups,
  portal,
  markdown,
}

export type SiteApi = ApiOf<typeof publicContract>
