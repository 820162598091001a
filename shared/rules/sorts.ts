export const POST_SORTS = ['hot', 'new', 'top', 'controversial'] as const
export type PostSort = (typeof POST_SORTS)[number]

export const COMMENT_SORTS = ['best', 'new', 'top', 'old', 'controversial'] as const
export type CommentSort = (typeof COMMENT_SORTS)[number]

export const FEEDS = ['joined', 'all', 'following'] as const
export type Feed = (typeof FEEDS)[number]

/** Time windows of the sorts `top` and `controversial`. */
export const WINDOWS = ['day', 'week', 'month', 'year', 'all'] as const
export type Window = (typeof WINDOWS)[number]

export const hasWindows = (sort: PostSort): boolean => sort === 'top' || sort === 'controversial'
