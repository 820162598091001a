import * as v from 'valibot'
import { ApiError } from '#shared/api/errors.ts'
import type { Schema } from '#shared/api/contract.ts'

const MAX_INTEGER = 2_147_483_647

const whole = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

export const cursorId = whole(0, MAX_INTEGER)

export const cursorInteger = whole(-MAX_INTEGER, MAX_INTEGER)

export const cursorTime = whole(0, Date.UTC(9999, 0))

/** A position in a list becomes an opaque string; doubles are decoded exactly, a Date becomes its ISO string. */
export function encodeCursor(parts: unknown): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

/** Clients can forge cursors, so `schema` validates the values. Throws `bad_cursor`. */
export function decodeCursor<S extends Schema>(text: string, schema: S): v.InferOutput<S> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    throw new ApiError('bad_cursor')
  }
  const parts = v.safeParse(schema, value)
  if (!parts.success) throw new ApiError('bad_cursor')
  return parts.output
}
