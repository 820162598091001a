import { and } from 'drizzle-orm'
import { isListed } from '../posts/listed.ts'
import { comment } from './table.ts'

/** The query must join `post_rank`. */
export const isCommentListed = () => and(comment.is_listed, isListed())!
