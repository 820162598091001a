import { ApiError } from '#shared/api/errors.ts'
import type { adminBot } from '#shared/api/admin-bot.ts'
import type { bot } from '#shared/api/bot.ts'
import type { HandlersOf } from '#shared/api/contract.ts'
import { catalog } from '#shared/i18n/index.ts'
import { DELAY, LIMITS } from '#shared/limits.ts'
import { chooseProvider, createAi, hasKey, PROVIDERS } from '#server/ai/ai.ts'
import type { AdminCtx, BaseCtx, CtxByAccess } from '#server/context.ts'
import type { DbOrTx, Tx } from '#server/db/driver/client.ts'
import { writeAudit } from '../audit/queries.ts'
import { getComment } from '../comments/queries.ts'
import { readerOf } from '../moderation/index.ts'
import { getPost } from '../posts/queries.ts'
import { answerComment, ask, selfOf, writePost, type Writer } from './answer.ts'
import { testPrompt } from './prompts.ts'
import { findBot, listPending, readBotStats } from './queries.ts'

function writerOf(ctx: BaseCtx): Writer {
  ctx.waitLong()
  return { ...ctx, ai: createAi(chooseProvider(ctx.config)) }
}

const noteAnswer = (ctx: AdminCtx, commentId: number) => (tx: Tx) =>
  writeAudit(tx, ctx, { action: 'bot.answer', target_type: 'comment', target_id: commentId })

const notePost = (ctx: AdminCtx) => (tx: Tx, id: number) =>
  writeAudit(tx, ctx, { action: 'bot.post', target_type: 'post', target_id: id })

async function botIdOf({ db, config }: BaseCtx): Promise<number | null> {
  const account = await findBot(db, config.botUsername)
  return account?.is_bot && account.deleted_at === null ? account.id : null
}

/** Writes up to `count` posts within the time limit; throws only if none could be written. */
async function writePosts(ctx: AdminCtx, count: number, note = notePost(ctx)): Promise<number[]> {
  const writer = writerOf(ctx)
  const ends = performance.now() + DELAY.botReplies
  const ids: number[] = []
  while (ids.length < count && (ids.length === 0 || performance.now() < ends)) {
    try {
      ids.push(await writePost(writer, { note, timeLeft: ends - performance.now() }))
    } catch (error) {
      if (ids.length === 0) throw error
      break
    }
  }
  return ids
}

export const botHandlers: HandlersOf<typeof bot, CtxByAccess> = {
  respondPublic: async (ctx, { comment_id }) => {
    const answerOf = async (tx: DbOrTx, id: number) => ({
      success: true as const,
      comment: await getComment(tx, id, await readerOf(ctx)),
    })
    const note = async (tx: Tx, id: number) => ctx.storeAnswer?.(tx, await answerOf(tx, id))
    const id = await answerComment(writerOf(ctx), comment_id, { asker: ctx.viewer.id, note })
    return answerOf(ctx.db, id!)
  },
}

export const adminBotHandlers: HandlersOf<typeof adminBot, CtxByAccess> = {
  respond: async (ctx, { comment_id }) => {
    const reader = await readerOf(ctx)
    const answerOf = async (tx: DbOrTx, id: number) => ({ comment: await getComment(tx, id, reader) })
    const note = async (tx: Tx, id: number) => {
      await noteAnswer(ctx, comment_id)(tx)
      await ctx.storeAnswer?.(tx, await answerOf(tx, id))
    }
    const id = await answerComment(writerOf(ctx), comment_id, { note })
    return answerOf(ctx.db, id!)
  },

  stats: async (ctx) => {
    const account = await findBot(ctx.db, ctx.config.botUsername)
    const names = { bot_username: ctx.config.botUsername }
    if (!account?.is_bot)
      return { ...names, total_posts: 0, total_comments: 0, total_karma: 0, avg_karma: 0, recent_posts: [] }
    const stats = await readBotStats(ctx.db, account.id)
    const average = stats.total_posts === 0 ? 0 : account.karma / stats.total_posts
    return { ...names, ...stats, total_karma: account.karma, avg_karma: Math.round(average * 100) / 100 }
  },

  config: async ({ config }) => {
    const { name, model } = chooseProvider(config)
    return { ai_provider: name, model, has_api_key: hasKey(config), available_providers: [...PROVIDERS] }
  },

  pendingComments: async (ctx, { limit }) => {
    const botId = await botIdOf(ctx)
    return botId === null ? [] : [...(await listPending(ctx.db, botId, limit))]
  },

  createPost: async (ctx) => {
    const reader = await readerOf(ctx)
    const answerOf = async (tx: DbOrTx, id: number) => ({ success: true as const, post: await getPost(tx, id, reader) })
    const [id] = await writePosts(ctx, 1, async (tx, made) => {
      await notePost(ctx)(tx, made)
      await ctx.storeAnswer?.(tx, await answerOf(tx, made))
    })
    return answerOf(ctx.db, id!)
  },

  autoPost: async (ctx, { count }) => {
    const ids = await writePosts(ctx, count)
    const reader = await readerOf(ctx)
    return { success: true, posts: await Promise.all(ids.map((id) => getPost(ctx.db, id, reader))) }
  },

  autoRespondAll: async (ctx) => {
    const botId = await botIdOf(ctx)
    const pending = botId === null ? [] : await listPending(ctx.db, botId, LIMITS.botReplies)
    const writer = writerOf(ctx)
    const ends = performance.now() + DELAY.botReplies
    const outcome = { responded: 0, failed: 0 }
    for (const { id } of pending) {
      const timeLeft = ends - performance.now()
      if (timeLeft <= 0) break
      try {
        if ((await answerComment(writer, id, { once: true, note: noteAnswer(ctx, id), timeLeft })) !== null)
          outcome.responded += 1
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        outcome.failed += 1
      }
    }
    return { success: true, ...outcome }
  },

  test: async (ctx, { topic }) => {
    const writer = writerOf(ctx)
    const { lang } = ctx
    const question = testPrompt(topic || catalog(lang).botMock.testTopic, selfOf(ctx), lang)
    const content = await ask(writer, { ...question, kind: 'comment', lang, maxLength: LIMITS.comment })
    const { name, model } = writer.ai.provider
    return { success: true, content, provider: name, model, mock: name === 'mock' }
  },
}
