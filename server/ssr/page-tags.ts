import type * as v from 'valibot'
import type { Endpoint } from '#shared/api/contract.ts'
import type { publicContract } from '#shared/api/public.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'

type Contract = typeof publicContract

/** The tags of what a call shows; `answer` is null where it failed. */
type TagsOf<E> = E extends Endpoint
  ? (input: v.InferOutput<E['input']>, answer: v.InferOutput<E['output']> | null) => CacheTag[]
  : never

const ofPost = ({ id }: { id: number }): CacheTag => `post:${id}`
const ofComment = ({ post_id }: { post_id: number }): CacheTag => `post:${post_id}`
/** The tag of data that change only together with everything else ('*'). */
const none = () => []

/** Every call that a visitor's page may make. */
export const PAGE_TAGS = {
  auth: { challenge: none, checkUsername: none, verifyEmail: none },
  categories: {
    list: none,
    byName: (_, answer) => (answer ? [`category:${answer.id}`] : []),
    creator: none,
    about: ({ category_id }) => [`category:${category_id}`],
    rules: ({ category_id }) => [`category:${category_id}`],
    flairs: ({ category_id }) => [`category:${category_id}`],
  },
  comments: { list: (input) => [ofComment(input)], context: (_, answer) => (answer ? [ofPost(answer.post)] : []) },
  decisions: { ofCategory: ({ category_id }) => [`category:${category_id}`] },
  follows: { followers: none, following: none },
  history: { post: ({ post_id }) => [`post:${post_id}`], comment: none },
  moderators: { list: ({ category_id }) => [`category:${category_id}`] },
  notifications: { unsubscribable: none },
  points: { leaderboard: none },
  posts: {
    list: (_, answer) => answer?.posts.map(ofPost) ?? [],
    search: (_, answer) => answer?.posts.map(ofPost) ?? [],
    byLink: (_, answer) => answer?.posts.map(ofPost) ?? [],
    get: ({ post_id }) => [`post:${post_id}`],
  },
  search: {
    find: ({ type }, answer) =>
      (answer?.results ?? []).flatMap(({ item }) => {
        if (type === 'posts') return [ofPost(item)]
        return 'post_id' in item ? [ofComment(item)] : []
      }),
  },
  streams: {
    list: () => ['streams'],
    get: (_, answer) => (answer?.post_id == null ? ['streams'] : ['streams', `post:${answer.post_id}`]),
  },
  transparency: { get: none },
  users: {
    search: none,
    get: (_, answer) =>
      answer
        ? [`user:${answer.user.id}`, ...answer.recent_posts.map(ofPost), ...answer.recent_comments.map(ofComment)]
        : [],
    comments: (_, answer) => answer?.comments.map(ofComment) ?? [],
  },
} satisfies { [Group in keyof Contract]?: { [Name in keyof Contract[Group]]?: TagsOf<Contract[Group][Name]> } }

export function tagsOf(group: string, name: string, input: unknown, answer: unknown): CacheTag[] {
  const tags = (PAGE_TAGS as Record<string, Record<string, (input: unknown, answer: unknown) => CacheTag[]>>)[group]?.[
    name
  ]
  return tags?.(input, answer) ?? []
}
