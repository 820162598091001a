export const POST_SORTS = ['hot', 'new', 'top', 'controversial'] as const
export type PostSort = (typeof POST_SORTS)[number]

export const COMMENT_SORTS = ['best', 'new', 'top'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]
