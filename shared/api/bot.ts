import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id } from './fields.ts'
import { Comment } from './shapes.ts'

export const bot = {
  respondPublic: endpoint({
    method: 'POST',
    path: '/api/bot/respond-to-comment-public',
    access: 'user',
    scope: 'write:posts',
    rate: 'bot',
    idempotent: 'at_end',
    input: v.object({ comment_id: id }),
    output: v.object({ success: v.literal(true), comment: Comment }),
    errors: ['comment_not_found', 'post_not_found', 'removed', 'locked', 'banned', 'bot_not_allowed', 'ai_failed'],
    summary: 'Asks the bot to answer a comment',
  }),
}
