import { ads } from './pl/ads.ts'
import { features } from './pl/features.ts'
import { app } from './pl/app.ts'
import { bot } from './pl/bot.ts'
import { keyboard } from './pl/keyboard.ts'
import { layout } from './pl/layout.ts'
import { uploads } from './pl/uploads.ts'
import { pageErrors } from './pl/page-errors.ts'
import { posts } from './pl/posts.ts'
import { saves } from './pl/saves.ts'
import { votes } from './pl/votes.ts'
import { categories } from './pl/categories.ts'
import { deletion } from './pl/deletion.ts'
import { postPage } from './pl/post-page.ts'

export const pl = {
  lang: 'pl' as 'pl' | 'en',
  ads,
  app,
  features,
  categories,
  bot,
  keyboard,
  layout,
  uploads,
  pageErrors,
  posts,
  saves,
  votes,
  deletion,
  postPage,
}

export type Texts = typeof pl
