import { ApiError } from '#shared/api/errors.ts'
import type { Lang } from '#shared/i18n/plural.ts'
import { LIMITS } from '#shared/limits.ts'
import type { Ai, Question } from '#server/ai/ai.ts'
import type { Services } from '#server/context.ts'
import type { Db, DbOrTx, Tx } from '#server/db/driver/client.ts'
import { renderText } from '#server/markdown/render-text.ts'
import { announcePost } from '../deferred/queries.ts'
import { addComment } from '../comments/queries.ts'
import { requireNotBanned } from '../moderation/index.ts'
import { notify, retractNotifications } from '../notifications/queries.ts'
import { insertPost } from '../posts/queries.ts'
import { textColumns } from '../posts/rules.ts'
import { answerPrompt, postPrompt, type Bot } from './prompts.ts'
import {
  chooseCommunity,
  ensureBot,
  lockUnanswered,
  readDiscussion,
  recentTitles,
  requireBotAllowed,
} from './queries.ts'
import { readPost } from './rules.ts'

export type Writer = Pick<Services, 'config' | 'settings' | 'log' | 'now'> & { db: DbOrTx; lang: Lang; ai: Ai }

type WriteOptions = {
  /** Called in the transaction that writes the comment or post, with the id of that comment or post. */
  note?: (tx: Tx, id: number) => Promise<void>
  timeLeft?: number
}

/** Throws `ai_failed` if a member has the bot's user name. */
async function requireBot({ config, log, now, db }: Writer): Promise<{ id: number; username: string }> {
  const bot = await ensureBot(db, config.botUsername, now())
  if (bot) return bot
  log.warn('A member has the name of the bot; choose another BOT_USERNAME', { username: config.botUsername })
  throw new ApiError('ai_failed')
}

export function selfOf({ config, settings }: Pick<Services, 'config' | 'settings'>): Bot {
  return { siteName: settings.value('site_name'), botName: config.botUsername, secret: config.sessionSecret }
}

/** Throws `ai_failed` without the cause, which is only logged. */
export async function ask({ ai, log }: Pick<Writer, 'ai' | 'log'>, question: Question): Promise<string> {
  try {
    return await ai.ask(question)
  } catch (error) {
    log.warn('The AI provider failed', { provider: ai.provider.name, model: ai.provider.model, error })
    throw new ApiError('ai_failed')
  }
}

/** With `once`, null means that the bot has already answered. Throws `bot_not_allowed`, `banned`, `ai_failed`. */
export async function answerComment(
  writer: Writer,
  commentId: number,
  { asker = null, once = false, note, timeLeft }: WriteOptions & { asker?: number | null; once?: boolean } = {},
): Promise<number | null> {
  const { config, lang, now } = writer
  const discussion = await readDiscussion(writer.db, commentId)
  const requireMayAsk = async (tx: DbOrTx) => {
    await requireBotAllowed(tx, discussion.category_id)
    if (asker !== null) await requireNotBanned(tx, asker, discussion.category_id, now())
  }
  await requireMayAsk(writer.db)
  const content = await ask(writer, {
    ...answerPrompt(discussion, selfOf(writer)),
    kind: 'comment',
    lang,
    maxLength: LIMITS.comment,
    timeLeft,
  })
  // The bot's account is created before the transaction, which would keep it locked while waiting for the post.
  const bot = await requireBot(writer)
  const text = await renderText(content)
  return (writer.db as Db).transaction(async (tx) => {
    await requireMayAsk(tx)
    if (once && !(await lockUnanswered(tx, bot.id, commentId))) return null
    const author = { id: bot.id, is_bot: true }
    const clock = { now: now(), timeZone: config.timeZone }
    const { id } = await addComment(
      tx,
      { author, post_id: discussion.post_id, parent_id: commentId, content, text },
      clock,
    )
    if (asker !== null) {
      // An asker who wrote the post or the comment gets only one notification about the answer.
      await retractNotifications(tx, { userId: asker, commentId: id })
      await notify(tx, {
        userId: asker,
        kind: 'bot_answer',
        actorId: bot.id,
        postId: discussion.post_id,
        commentId: id,
        now: now(),
      })
    }
    await note?.(tx, id)
    return id
  })
}

/** Throws `ai_failed`, `category_not_found`. */
export async function writePost(writer: Writer, { note, timeLeft }: WriteOptions = {}): Promise<number> {
  const { config, db, lang, log, now } = writer
  const { id: botId } = await requireBot(writer)
  const home = await chooseCommunity(db, botId)
  const about = { community: home.display_name, description: home.description, recent: await recentTitles(db, home.id) }
  const question = postPrompt(about, selfOf(writer), lang)
  const answer = readPost(await ask(writer, { ...question, kind: 'post', lang, maxLength: LIMITS.postText, timeLeft }))
  if (!answer) {
    log.warn('The AI provider wrote a post without a title', { provider: writer.ai.provider.name })
    throw new ApiError('ai_failed')
  }
  const text = await renderText(answer.content)
  const columns = {
    title: answer.title,
    category_id: home.id,
    author_id: botId,
    created_at: now(),
    ...textColumns(answer.content, text),
  }
  return (db as Db).transaction(async (tx) => {
    await requireBotAllowed(tx, home.id)
    const id = await insertPost(tx, columns, false)
    if (id === null) throw new ApiError('category_not_found')
    await announcePost(tx, { id, author_id: botId, mentions: text.mentions }, { now: now(), timeZone: config.timeZone })
    await note?.(tx, id)
    return id
  })
}
