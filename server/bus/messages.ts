import * as v from 'valibot'
import { Change } from '#server/lib/events.ts'
import type { CacheTag } from '#server/lib/invalidations.ts'

const TAG = /^(\*|categories|filters|streams|(category|post|user):\d{1,16})$/

/** A cache tag of an unknown type, which another version of the server sent, invalidates everything ('*'). */
const tag = v.fallback(
  v.custom<CacheTag>((value) => typeof value === 'string' && TAG.test(value)),
  '*',
)

const isKnown = (change: unknown): boolean => v.is(Change, change)

/** `lsn` is the end of the primary's WAL after the change, in hexadecimal; null if there are no replicas. */
const Invalidate = v.object({
  type: v.literal('invalidate'),
  from: v.string(),
  tags: v.array(tag),
  lsn: v.nullable(v.pipe(v.string(), v.regex(/^[\da-f]{1,16}$/))),
})

const Changes = v.object({
  type: v.literal('changes'),
  id: v.pipe(v.string(), v.minLength(1)),
  // Changes of unknown types, which processes of another version may send, are skipped.
  changes: v.pipe(
    v.array(v.unknown()),
    v.transform((all) => all.filter(isKnown) as Change[]),
  ),
})

const SettingsChanged = v.object({ type: v.literal('settings') })

const BusMessage = v.variant('type', [Invalidate, Changes, SettingsChanged])

export type InvalidateMessage = v.InferOutput<typeof Invalidate>
export type SettingsMessage = v.InferOutput<typeof SettingsChanged>
export type ChangesMessage = v.InferOutput<typeof Changes>

/** Throws if the message is malformed, since other programs may publish on the channel of Redis or PostgreSQL too. */
export function readMessage(text: string): v.InferOutput<typeof BusMessage> {
  return v.parse(BusMessage, JSON.parse(text))
}
