import type { Api } from '#shared/api/index.ts'
import { LIMITS } from '#shared/limits.ts'
import { ApiError } from '#shared/api/errors.ts'
import type { BaseCtx } from '#server/context.ts'

export type Form = Record<string, unknown>

export type Lemmy = {
  ctx: BaseCtx
  /** The API with the caller's token, scopes and rate limits. */
  calls: Api
  /** Local, read-only calls without rate limits, for public data that is added to a response. */
  lookups: Api
  origin: string
  token: string | null
}

export type LemmyCall = (lemmy: Lemmy, form: Form) => Promise<unknown>

const MAX_LIMIT = 50
const DEFAULT_LIMIT = 10

const toNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) ? number : undefined
}

export function textOf(form: Form, field: string): string | undefined {
  const value = form[field]
  return typeof value === 'string' ? value : undefined
}

export const flagOf = (form: Form, field: string): boolean => form[field] === true || form[field] === 'true'

/** A missing field counts as true. */
export const wantedOf = (form: Form, field: string): boolean => form[field] !== false && form[field] !== 'false'

export function idOf(form: Form, field: string): number | undefined {
  const id = toNumber(form[field])
  return id !== undefined && id > 0 ? id : undefined
}

export function requireId(form: Form, field: string): number {
  const id = idOf(form, field)
  if (id === undefined) throw new ApiError('bad_id')
  return id
}

export type Page = { limit: number; offset: number }

/** Returns null if the offset exceeds `LIMITS.offset`. */
export function pageOf(form: Form): Page | null {
  const limit = Math.min(MAX_LIMIT, Math.max(1, toNumber(form.limit) ?? DEFAULT_LIMIT))
  const offset = (Math.max(1, toNumber(form.page) ?? 1) - 1) * limit
  return offset > LIMITS.offset ? null : { limit, offset }
}

export function requireViewer({ ctx }: Lemmy): NonNullable<BaseCtx['viewer']> {
  if (!ctx.viewer) throw new ApiError('not_signed_in')
  return ctx.viewer
}

export const isAdultHost = ({ ctx }: Lemmy): boolean => ctx.variant === 'adult'

export const mayShow = (lemmy: Lemmy, category: { is_nsfw: boolean }): boolean =>
  isAdultHost(lemmy) || !category.is_nsfw

const PAGE_SIZE = 100

/** Reads a list that has cursors and no offsets, from its beginning to the end of the page. */
export async function readPages<Item>(
  { offset, limit }: Page,
  load: (page: { limit: number; cursor?: string }) => Promise<{ items: Item[]; next_cursor: string | null }>,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor: string | undefined
  while (found.length < offset + limit) {
    const size = Math.min(PAGE_SIZE, offset + limit - found.length)
    const { items, next_cursor } = await load(cursor === undefined ? { limit: size } : { limit: size, cursor })
    found.push(...items)
    if (next_cursor === null) break
    cursor = next_cursor
  }
  return found.slice(offset, offset + limit)
}
