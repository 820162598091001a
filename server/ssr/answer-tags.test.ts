import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { publicContract } from '#shared/api/public.ts'
import type { Endpoint } from '#shared/api/contract.ts'
import { Category, Comment, Post, Profile, Stream, UserCard } from '#shared/api/shapes.ts'
import { shownBy, shows } from '#shared/api/shown.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'
import { addTagsOfAnswer } from './answer-tags.ts'
import { INPUT_TAGS } from './page-tags.ts'

const SHAPES = { Category, Comment, Post, Profile, Stream, UserCard }

type Part = Partial<{
  type: string
  entries: Record<string, Part>
  item: Part
  wrapped: Part
  value: Part
  options: Part[]
  getter: (input: unknown) => Part
}>

/** One value for each schema that the `v.lazy` schemas of the search results can choose. */
const SEARCHED = [{ title: '' }, { post_id: 1 }, { member_count: 1 }, {}]

/** Returns the paths of schemas that copy all fields of a shape. Answers with such a copy would get no cache tag. */
function unmarkedIn(part: Part, path = ''): string[] {
  const { entries, item, wrapped, value, options = [], getter } = part
  const copied = Object.entries(SHAPES).filter(
    ([, shape]) =>
      entries && !shownBy(part) && Object.entries(shape.entries).every(([name, field]) => entries[name] === field),
  )
  const parts: [string, Part | undefined][] = [
    ...Object.entries(entries ?? {}).map(([name, field]): [string, Part] => [`.${name}`, field]),
    ...[item, wrapped, part.type === 'record' ? value : undefined].map((inner): [string, Part | undefined] => [
      '',
      inner,
    ]),
    ...options.filter((option) => typeof option === 'object').map((option): [string, Part] => ['', option]),
    ...(getter ? SEARCHED.map((input): [string, Part] => ['', getter(input)]) : []),
  ]
  return [
    ...copied.map(([name]) => `${path || 'the answer'} is a copy of ${name} without its mark`),
    ...parts.flatMap(([name, inner]) => (inner ? unmarkedIn(inner, path + name) : [])),
  ]
}

const OUTPUTS = Object.entries(publicContract).flatMap(([group, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>)
    .filter(([, { access, method }]) => access === 'public' && method === 'GET')
    .map(([name, { output }]): [string, Part] => [`${group}.${name}`, output as Part]),
)

function tagsOf(schema: v.GenericSchema, answer: unknown): CacheTag[] {
  const tags = new Set<CacheTag>()
  addTagsOfAnswer(schema, answer, tags)
  return [...tags].sort()
}

describe('cache tags of a page', () => {
  test('a cached page is tagged with every post, comment, community and member in its API answers', () => {
    const schema = v.object({
      list: v.array(v.nullable(Post)),
      pinned: v.optional(v.nullable(Category)),
      byName: v.record(v.string(), Profile),
      found: v.array(v.object({ item: v.lazy((item) => ('title' in (item as object) ? Post : UserCard)) })),
      stream: v.optional(Stream),
      either: v.union([Comment, v.object({ id: v.number(), removed: v.boolean() })]),
      total: v.number(),
    })
    const comment = Object.fromEntries(Object.keys(Comment.entries).map((name) => [name, 9]))
    const answer = {
      list: [{ id: 1 }, null, { id: 2 }],
      pinned: { id: 3 },
      byName: { anna: { id: 4 } },
      found: [{ item: { id: 5, title: '' } }, { item: { id: 6 } }],
      stream: { id: 11, post_id: 12 },
      either: { ...comment, id: 7, post_id: 8 },
      total: 10,
    }
    const shown = ['category:3', 'post:1', 'post:12', 'post:2', 'post:5', 'post:8', 'streams', 'user:4', 'user:6']
    expect(tagsOf(schema, answer)).toEqual(shown as CacheTag[])
    expect(
      tagsOf(schema, {
        ...answer,
        list: [],
        pinned: null,
        stream: undefined,
        found: [],
        either: { id: 1, removed: true },
      }),
    ).toEqual(['user:4'])
  })

  test('a copied response schema without the mark for its cache tag is found, since it adds no cache tags', () => {
    const bare = v.object({ ...Post.entries, score: v.number() })
    expect(tagsOf(v.array(bare), [{ id: 1 }])).toEqual([])
    expect(unmarkedIn(v.object({ posts: v.array(bare) }) as unknown as Part)).toEqual([
      '.posts is a copy of Post without its mark',
    ])
    expect(unmarkedIn(v.object({ posts: v.array(shows('post', bare)) }) as unknown as Part)).toEqual([])
  })

  test('every response schema that copies the one of a post, comment or member is marked with its cache tag', () => {
    expect(Object.values(SHAPES).map(shownBy)).toEqual(['category', 'comment', 'post', 'user', 'stream', 'user'])
    expect(OUTPUTS.length).toBeGreaterThan(25)
    expect(OUTPUTS.flatMap(([name, output]) => unmarkedIn(output).map((found) => `${name}: ${found}`))).toEqual([])
  })

  test("a cached page is tagged with the ids in a call's input, for calls that require such an id", () => {
    const named = Object.entries(publicContract).flatMap(([group, endpoints]) =>
      Object.entries(endpoints as Record<string, Endpoint>)
        .filter(([, { access, method }]) => access === 'public' && method === 'GET')
        .filter(([, { input }]) =>
          ['post_id', 'category_id'].some(
            (name) => (input as Part).entries?.[name] && (input as Part).entries![name]!.type !== 'optional',
          ),
        )
        .map(([name]) => `${group}.${name}`),
    )
    const tagged = Object.entries({ ...INPUT_TAGS, streams: {}, ads: {} }).flatMap(([group, names]) =>
      Object.keys(names).map((name) => `${group}.${name}`),
    )
    expect(tagged.toSorted()).toEqual(named.toSorted())
  })
})
