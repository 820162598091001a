export const SEARCH_TYPES = ['posts', 'comments', 'communities', 'users'] as const
export type SearchType = (typeof SEARCH_TYPES)[number]

export const SEARCH_SORTS = ['relevance', 'new', 'top'] as const
export type SearchSort = (typeof SEARCH_SORTS)[number]
