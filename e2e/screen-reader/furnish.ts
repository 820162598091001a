import { notification } from '#server/features/notifications/table.ts'
import { insertReport, lockReported } from '#server/features/moderation/index.ts'
import {
  createCategory,
  createComment,
  createMessage,
  createPost,
  createUser,
  joinCategory,
} from '#server/test/factories.ts'
import type { Site } from '../harness.ts'

/** Creates members, a community, and content for its reader and its moderator. */
export async function furnish(db: Site['db']) {
  const reader = await createUser(db, { username: 'jan_slucha', password: 'Demo1234' })
  const author = await createUser(db, { username: 'kasia_pisze' })
  const garden = await createCategory(db, { name: 'ogrod', display_name: 'Ogród', creator: author })
  const moderator = await createUser(db, { username: 'ola_pilnuje' })
  await joinCategory(db, moderator, garden, { is_moderator: true })

  /** Creates a post with three nested comments and a fourth on the top level. */
  async function plantThread() {
    const post = await createPost(db, { author, category: garden, title: 'Pomidory', content: 'Kiedy sadzić?' })
    const first = await createComment(db, { author, post, content: 'W maju.', upvotes: 3 })
    const second = await createComment(db, { author: reader, parent: first, content: 'W czerwcu.' })
    const third = await createComment(db, { author, parent: second, content: 'Zgoda.' })
    await createComment(db, { author: moderator, post, content: 'Pod folią wcześniej.' })
    return { path: `/post/${post.id}`, post, answer: third }
  }

  await createMessage(db, author, reader, { content: 'Masz sadzonki?' })
  const { post, answer } = await plantThread()
  const answered = { user_id: reader.id, actor_id: author.id, post_id: post.id, comment_id: answer.id }
  await db.insert(notification).values({ ...answered, kind: 'comment_reply' })
  const flagged = await createPost(db, { author: reader, category: garden, title: 'Tanie nawozy', content: 'Kup.' })
  await db.transaction(async (tx) => {
    const target = { post_id: flagged.id }
    const scope = await lockReported(tx, target)
    await insertReport(tx, author.id, target, { scope, reason: 'spam', now: new Date() })
  })
  return { reader, moderator, plantThread }
}
