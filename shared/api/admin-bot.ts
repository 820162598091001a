import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { count, id, limit, optionalText, time } from './fields.ts'
import { Comment, Post } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'

export const adminBot = {
  respond: endpoint({
    method: 'POST', path: '/api/bot/respond-to-comment', access: 'admin', rate: 'write', idempotent: 'at_end',
    input: v.object({ comment_id: id }),
    output: v.object({ comment: Comment }),
    errors: ['comment_not_found', 'post_not_found', 'removed', 'locked', 'ai_failed'],
    summary: 'Makes the bot answer a comment',
  }),
  stats: endpoint({
    method: 'GET', path: '/api/bot/stats', access: 'admin', rate: 'read',
    input: v.object({}),
    output: v.object({
      bot_username: v.string(),
      total_posts: v.number(),
      total_comments: v.number(),
      total_karma: v.number(),
      avg_karma: v.number(),
      recent_posts: v.array(v.object({ id: v.number(), title: v.string(), upvotes: v.number(), comments: v.number(), created_at: time })),
    }),
    summary: 'What the bot has written',
  }),
  config: endpoint({
    method: 'GET', path: '/api/bot/config', access: 'admin', rate: 'read',
    input: v.object({}),
    output: v.object({ ai_provider: v.string(), model: v.string(), has_api_key: v.boolean(), available_providers: v.array(v.string()) }),
    summary: 'Which provider and model answer',
  }),
  pendingComments: endpoint({
    method: 'GET', path: '/api/bot/pending-comments', access: 'admin', rate: 'read',
    input: v.object({ limit: limit(PAGE.pendingComments) }),
    output: v.array(v.object({ id: v.number(), author: v.nullable(v.string()), post_title: v.string(), content: v.string(), created_at: time })),
    summary: 'Comments that await an answer by the bot, oldest first',
  }),
  createPost: endpoint({
    method: 'POST', path: '/api/bot/create-post', access: 'admin', rate: 'write', idempotent: 'at_end',
    input: v.object({}),
    output: v.object({ success: v.literal(true), post: Post }),
    errors: ['category_not_found', 'ai_failed'],
    summary: 'Makes the bot write a post',
  }),
  autoPost: endpoint({
    method: 'POST', path: '/api/bot/auto-post', access: 'admin', rate: 'write', from: 'query',
    input: v.object({ count: count(1, LIMITS.botPostsMax, LIMITS.botPosts) }),
    output: v.object({ success: v.literal(true), posts: v.array(Post) }),
    errors: ['category_not_found', 'ai_failed'],
    summary: 'Makes the bot write several posts',
  }),
  autoRespondAll: endpoint({
    method: 'POST', path: '/api/bot/auto-respond-all', access: 'admin', rate: 'write',
    input: v.object({}),
    output: v.object({ success: v.literal(true), responded: v.number(), failed: v.number() }),
    summary: 'Makes the bot answer what awaits it, at most 10 a call, stops after 60 s',
  }),
  test: endpoint({
    method: 'POST', path: '/api/bot/test', access: 'admin', rate: 'write', from: 'query',
    input: v.object({ topic: optionalText(200, 'topic') }),
    output: v.object({ success: v.literal(true), content: v.string(), provider: v.string(), model: v.string(), mock: v.boolean() }),
    errors: ['ai_failed'],
    summary: 'Asks the provider once and writes nothing',
  }),
}
