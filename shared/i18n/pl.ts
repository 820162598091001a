import { plural } from './plural.ts'
import { app } from './pl/app.ts'
import { auth } from './pl/auth.ts'
import { errors } from './pl/errors.ts'
import { issues } from './pl/issues.ts'
import { notifications } from './pl/notifications.ts'
import { pageErrors } from './pl/page-errors.ts'
import { points } from './pl/points.ts'
import { posts } from './pl/posts.ts'
import { saves } from './pl/saves.ts'
import { votes } from './pl/votes.ts'
import { communities } from './pl/communities.ts'

/** The Polish catalog, the source of every text. */
export const pl = {
  lang: 'pl' as 'pl' | 'en',
  app,
  communities,
  auth,
  errors,
  issues,
  notifications,
  pageErrors,
  posts,
  saves,
  votes,
  points,
  tooManyRequests: (seconds: number) =>
    `Zbyt wiele żądań. Spróbuj ponownie za ${seconds} ${plural('pl', seconds, { one: 'sekundę', few: 'sekundy', many: 'sekund' })}.`,
}

export type Texts = typeof pl
