import type { Texts } from './pl.ts'
import { ads } from './en/ads.ts'
import { features } from './en/features.ts'
import { app } from './en/app.ts'
import { bot } from './en/bot.ts'
import { keyboard } from './en/keyboard.ts'
import { layout } from './en/layout.ts'
import { uploads } from './en/uploads.ts'
import { pageErrors } from './en/page-errors.ts'
import { posts } from './en/posts.ts'
import { saves } from './en/saves.ts'
import { votes } from './en/votes.ts'
import { categories } from './en/categories.ts'
import { deletion } from './en/deletion.ts'
import { postPage } from './en/post-page.ts'

export const en: Texts = {
  lang: 'en',
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
