import { and } from 'drizzle-orm'
import { isListed } from '../posts/listed.ts'
import { comment } from './table.ts'

/** Condition for comments that may appear in lists. The query must join `post_rank`. */
export const isCommentListed = () => and(comment.is_listed, isListed())!
