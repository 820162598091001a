import type * as v from 'valibot'
import type { Endpoint, Schema } from '#shared/api/contract.ts'
import { publicContract } from '#shared/api/public.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'
import { addTagsOfAnswer } from './answer-tags.ts'

type Contract = typeof publicContract

/** The tags come from the input alone, so they are also added if the call failed. */
type TagsOf<E> = E extends Endpoint ? (input: v.InferOutput<E['input']>) => CacheTag[] : never

const ofCategory = ({ category_id }: { category_id: number }): CacheTag[] => [`category:${category_id}`]
const ofPost = ({ post_id }: { post_id: number }): CacheTag[] => [`post:${post_id}`]

const ofStreams = (): CacheTag[] => ['streams']

/** Tags of content that may be missing in the response; content in the response gets its tags by the schema. */
export const INPUT_TAGS = {
  ads: { list: () => ['ads'] as CacheTag[] },
  categories: { about: ofCategory, creator: ofCategory, rules: ofCategory, flairs: ofCategory },
  comments: { list: ofPost },
  decisions: { ofCategory },
  history: { post: ofPost },
  moderators: { list: ofCategory },
  posts: { get: ofPost, transcript: ofPost },
  streams: { list: ofStreams, get: ofStreams },
} satisfies { [Group in keyof Contract]?: { [Name in keyof Contract[Group]]?: TagsOf<Contract[Group][Name]> } }

type ByName<Value> = Record<string, Record<string, Value | undefined> | undefined>

/** `answer` is null if the call failed. */
export function addTags(tags: Set<CacheTag>, group: string, name: string, input: unknown, answer: unknown): void {
  const ofInput = (INPUT_TAGS as ByName<(input: unknown) => CacheTag[]>)[group]?.[name]
  for (const tag of ofInput?.(input) ?? []) tags.add(tag)
  const endpoint = (publicContract as ByName<Endpoint>)[group]?.[name]
  if (endpoint && answer !== null) addTagsOfAnswer(endpoint.output as Schema, answer, tags)
}
