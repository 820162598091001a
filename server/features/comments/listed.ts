import { and } from 'drizzle-orm'
import { isListed } from '../posts/listed.ts'
import { comment } from './table.ts'

/** Whether the comment may be in lists, for rows joined with the rank of their post. */
export const isCommentListed = () => and(comment.is_listed, isListed())!
