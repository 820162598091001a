import { ApiError } from '#shared/api/errors.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Ai, Question } from '#server/ai/ai.ts'
import type { Services } from '#server/context.ts'
import type { Db, DbOrTx, Tx } from '#server/db/client.ts'
import { addComment } from '../comments/queries.ts'
import { notify, notifyMentioned, retractNotifications } from '../notifications/queries.ts'
import { earnPoints } from '../points/queries.ts'
import { insertPost } from '../posts/queries.ts'
import { textColumns } from '../posts/rules.ts'
import { answerPrompt, postPrompt, type Bot } from './prompts.ts'
import { chooseCommunity, ensureBot, lockUnanswered, readDiscussion, recentTitles } from './queries.ts'
import { readPost } from './rules.ts'

/** With what the bot writes, and in which language where nothing else says it. */
export type Writer = Pick<Services, 'config' | 'log' | 'now'> & { db: DbOrTx, lang: Lang, ai: Ai }

export type WriteOptions = {
  /** What is to be written in the same transaction, given the id of the new post or comment. */
  note?: (tx: Tx, id: number) => Promise<void>
  /** Milliseconds that are left. */
  timeLeft?: number
}

/** The bot's account; `ai_failed` where a member has its name, which only another BOT_USERNAME can cure. */
export async function requireBot({ config, log, now, db }: Writer): Promise<{ id: number, username: string }> {
  const bot = await ensureBot(db, config.botUsername, now())
  if (bot) return bot
  log.warn('A member has the name of the bot; choose another BOT_USERNAME', { username: config.botUsername })
  throw new ApiError('ai_failed')
}

/** The bot as its prompts know it. */
export function selfOf({ siteName, botUsername, sessionSecret }: Services['config']): Bot {
  return { siteName, botName: botUsername, secret: sessionSecret }
}

/** Asks the provider; whatever goes wrong there is logged, and `ai_failed` outside. */
export async function ask({ ai, log }: Pick<Writer, 'ai' | 'log'>, question: Question): Promise<string> {
  try {
    return await ai.ask(question)
  } catch (error) {
    log.warn('The AI provider failed', { provider: ai.provider.name, model: ai.provider.model, error })
    throw new ApiError('ai_failed')
  }
}

/**
 * Lets the bot answer a comment and returns the id of the answer; nothing is locked while the provider thinks. `asker` is told;
 * with `once` a comment that has an answer gets no second one, and null is returned. Throws `comment_not_found`, `ai_failed`.
 */
export async function answerComment(
  writer: Writer, commentId: number, { asker = null, once = false, note, timeLeft }: WriteOptions & { asker?: number | null, once?: boolean } = {},
): Promise<number | null> {
  const { config, lang, now } = writer
  const discussion = await readDiscussion(writer.db, commentId)
  const content = await ask(writer, { ...answerPrompt(discussion, selfOf(config)), kind: 'comment', lang, maxLength: LIMITS.comment, timeLeft })
  // Before the transaction: whoever makes the account would hold it locked while it waits for the post.
  const bot = await requireBot(writer)
  return (writer.db as Db).transaction(async (tx) => {
    if (once && !await lockUnanswered(tx, bot.id, commentId)) return null
    const author = { id: bot.id, is_bot: true }
    const clock = { now: now(), timeZone: config.timeZone }
    const id = await addComment(tx, { author, post_id: discussion.post_id, parent_id: commentId, content }, clock)
    if (asker !== null) {
      // Whoever asked is told that the answer is there, and not once more as the author of the post.
      await retractNotifications(tx, { userId: asker, commentId: id })
      await notify(tx, { userId: asker, kind: 'bot_answer', actorId: bot.id, postId: discussion.post_id, commentId: id })
    }
    await note?.(tx, id)
    return id
  })
}

/** Lets the bot write a post where it wrote longest ago, and returns its id. Throws `ai_failed`, `category_not_found`. */
export async function writePost(writer: Writer, { note, timeLeft }: WriteOptions = {}): Promise<number> {
  const { config, db, lang, log, now } = writer
  const { id: botId } = await requireBot(writer)
  const home = await chooseCommunity(db, botId)
  const about = { community: home.display_name, description: home.description, recent: await recentTitles(db, home.id) }
  const question = postPrompt(about, selfOf(config), lang)
  const answer = readPost(await ask(writer, { ...question, kind: 'post', lang, maxLength: LIMITS.postText, timeLeft }))
  if (!answer) {
    log.warn('The AI provider wrote a post without a title', { provider: writer.ai.provider.name })
    throw new ApiError('ai_failed')
  }
  return (db as Db).transaction(async (tx) => {
    const { columns, mentions } = textColumns(answer.content)
    const id = await insertPost(tx, { title: answer.title, category_id: home.id, author_id: botId, created_at: now(), ...columns }, false)
    if (id === null) throw new ApiError('category_not_found')
    await earnPoints(tx, { userId: botId, reason: 'post', cause: 'post', causeId: id }, { now: now(), timeZone: config.timeZone })
    await notifyMentioned(tx, { usernames: mentions, actorId: botId, postId: id })
    await note?.(tx, id)
    return id
  })
}
