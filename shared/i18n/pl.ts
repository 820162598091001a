import { account } from './pl/account.ts'
import { ads } from './pl/ads.ts'
import { app } from './pl/app.ts'
import { bot } from './pl/bot.ts'
import { authScreens } from './pl/auth-screens.ts'
import { issues } from './pl/issues.ts'
import { keyboard } from './pl/keyboard.ts'
import { layout } from './pl/layout.ts'
import { messages } from './pl/messages.ts'
import { notificationCentre } from './pl/notification-centre.ts'
import { uploads } from './pl/uploads.ts'
import { pageErrors } from './pl/page-errors.ts'
import { points } from './pl/points.ts'
import { posts } from './pl/posts.ts'
import { saves } from './pl/saves.ts'
import { votes } from './pl/votes.ts'
import { categories } from './pl/categories.ts'
import { comments } from './pl/comments.ts'
import { deletion } from './pl/deletion.ts'
import { postPage } from './pl/post-page.ts'
import { reportsForm } from './pl/reports-form.ts'
import { submit } from './pl/submit.ts'
import { unsubscribe } from './pl/unsubscribe.ts'
import { users } from './pl/users.ts'
import { searchPage } from './pl/search-page.ts'
import { devInfo } from './pl/dev-info.ts'

export const pl = {
  lang: 'pl' as 'pl' | 'en',
  account,
  ads,
  app,
  categories,
  authScreens,
  bot,
  devInfo,
  issues,
  keyboard,
  layout,
  messages,
  notificationCentre,
  uploads,
  pageErrors,
  users,
  posts,
  saves,
  searchPage,
  votes,
  points,
  comments,
  deletion,
  postPage,
  reportsForm,
  submit,
  unsubscribe,
}

export type Texts = typeof pl
