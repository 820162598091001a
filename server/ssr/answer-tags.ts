import type { GenericSchema } from 'valibot'
import { shownBy, type Shown } from '#shared/api/shown.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'

type Collect = (value: unknown, tags: Set<CacheTag>) => void

type Parts = {
  type: string
  entries?: Record<string, Parts>
  item?: Parts
  wrapped?: Parts
  value?: Parts
  options?: Parts[]
  getter?: (input: unknown) => Parts
}

type Item = { id: number; post_id: number | null }

const ofPost = (id: number | null): CacheTag[] => (id === null ? [] : [`post:${id}`])

const TAGS: Record<Shown, (item: Item) => CacheTag[]> = {
  post: ({ id }) => ofPost(id),
  comment: ({ post_id }) => ofPost(post_id),
  category: ({ id }) => [`category:${id}`],
  user: ({ id }) => [`user:${id}`],
  stream: ({ post_id }) => ['streams', ...ofPost(post_id)],
}

const compiled = new WeakMap<object, Collect | null>()

/** The response's schema marks where posts, comments, communities and members are. */
export function addTagsOfAnswer(schema: GenericSchema, answer: unknown, tags: Set<CacheTag>): void {
  collectorOf(schema as unknown as Parts)?.(answer, tags)
}

/** Compiles a schema once into a function that collects tags; null where the schema marks nothing. */
function collectorOf(schema: Parts): Collect | null {
  const known = compiled.get(schema)
  if (known !== undefined) return known
  const collect = compile(schema)
  compiled.set(schema, collect)
  return collect
}

function compile(schema: Parts): Collect | null {
  const { entries, item, wrapped, value: ofRecord, options, getter } = schema
  // `v.lazy` chooses its schema by the value, so the chosen schema can only be compiled once there is a value.
  if (getter) return (value, tags) => collectorOf(getter(value))?.(value, tags)
  if (wrapped) return unlessNull(collectorOf(wrapped))
  if (item) return ofEach(collectorOf(item), (value) => value as unknown[])
  if (ofRecord && schema.type === 'record')
    return ofEach(collectorOf(ofRecord), (value) => Object.values(value as object))
  if (options?.every((option) => typeof option === 'object')) return ofOption(options)
  return entries ? ofObject(entries, shownBy(schema)) : null
}

const unlessNull = (collect: Collect | null): Collect | null =>
  collect && ((value, tags) => (value === null || value === undefined ? undefined : collect(value, tags)))

const ofEach = (collect: Collect | null, itemsOf: (value: unknown) => unknown[]): Collect | null =>
  collect &&
  ((value, tags) => {
    for (const item of itemsOf(value)) collect(item, tags)
  })

function ofObject(entries: Record<string, Parts>, kind: Shown | undefined): Collect | null {
  const fields = Object.entries(entries).flatMap(([name, schema]) => {
    const collect = unlessNull(collectorOf(schema))
    return collect ? [{ name, collect }] : []
  })
  if (!kind && fields.length === 0) return null
  return (value, tags) => {
    if (kind) for (const tag of TAGS[kind](value as Item)) tags.add(tag)
    for (const { name, collect } of fields) collect((value as Record<string, unknown>)[name], tags)
  }
}

/** Chooses the first option of a union of which the value has all fields. */
function ofOption(options: Parts[]): Collect | null {
  const collectors = options.map((option) => ({ option, collect: collectorOf(option) }))
  if (collectors.every(({ collect }) => collect === null)) return null
  return (value, tags) => {
    collectors.find(({ option }) => hasFieldsOf(option, value))?.collect?.(value, tags)
  }
}

function hasFieldsOf({ entries }: Parts, value: unknown): boolean {
  if (!entries || typeof value !== 'object' || value === null) return false
  return Object.entries(entries).every(([name, { type }]) => type === 'optional' || name in value)
}
