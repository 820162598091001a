import type { Texts } from './pl.ts'
import { account } from './en/account.ts'
import { ads } from './en/ads.ts'
import { app } from './en/app.ts'
import { bot } from './en/bot.ts'
import { authScreens } from './en/auth-screens.ts'
import { issues } from './en/issues.ts'
import { keyboard } from './en/keyboard.ts'
import { layout } from './en/layout.ts'
import { messages } from './en/messages.ts'
import { notificationCentre } from './en/notification-centre.ts'
import { uploads } from './en/uploads.ts'
import { pageErrors } from './en/page-errors.ts'
import { points } from './en/points.ts'
import { posts } from './en/posts.ts'
import { saves } from './en/saves.ts'
import { votes } from './en/votes.ts'
import { categories } from './en/categories.ts'
import { comments } from './en/comments.ts'
import { deletion } from './en/deletion.ts'
import { postPage } from './en/post-page.ts'
import { reportsForm } from './en/reports-form.ts'
import { submit } from './en/submit.ts'
import { unsubscribe } from './en/unsubscribe.ts'
import { users } from './en/users.ts'
import { searchPage } from './en/search-page.ts'
import { devInfo } from './en/dev-info.ts'

export const en: Texts = {
  lang: 'en',
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
