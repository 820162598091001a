import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { time } from './fields.ts'
import { Message, Notification } from './shapes.ts'
import { LIMITS } from '../limits.ts'

/** `me` is private to the caller, `post:{id}` is an open thread, `stream:{id}` a watched stream. */
export type Topic = 'me' | `post:${number}` | `stream:${number}`

const TOPIC = /^(me|(post|stream):[1-9]\d{0,9})$/

const topics = v.pipe(
  v.string('required'),
  v.transform(
    (value) =>
      [
        ...new Set(
          value
            .split(',')
            .map((topic) => topic.trim())
            .filter(Boolean),
        ),
      ] as Topic[],
  ),
  v.check((list) => list.length > 0, 'required'),
  v.check((list) => list.length <= LIMITS.topics && list.every((topic) => TOPIC.test(topic)), 'topics'),
)

/** Not in the contract, because the response is an event stream; `server/features/events/routes.ts` serves it. */
export const listen = endpoint({
  method: 'GET',
  path: '/api/events',
  access: 'public',
  scope: 'read',
  rate: 'read',
  input: v.object({ topics, last_event_id: v.optional(v.string()) }),
  output: v.string(),
  errors: ['not_signed_in', 'post_not_found', 'not_found', 'too_many_requests', 'invalid'],
  summary: 'A stream of events: text/event-stream, without an end',
})

const count = v.number()

export const EVENTS = {
  hello: v.object({ topics: v.array(v.string()), server_time: time }),
  notification: v.object({ unread_count: count, notification: v.nullable(Notification) }),
  /** `read`: the partner, or the member in another tab, has read up to `message`. `gone`: messages were deleted. */
  message: v.object({
    unread_count: count,
    with: v.string(),
    kind: v.picklist(['new', 'read', 'gone']),
    message: v.nullable(Message),
  }),
  /** After a change in mod mail; the thread and the list of threads must be reloaded. */
  modmail: v.object({ thread_id: v.number() }),
  thread: v.object({
    post_id: v.number(),
    comment_count: count,
    new: v.array(
      v.object({ comment_id: v.number(), parent_id: v.nullable(v.number()), author: v.nullable(v.string()) }),
    ),
    edited: v.array(v.number()),
    removed: v.array(v.number()),
  }),
  post: v.object({ post_id: v.number(), upvotes: count, downvotes: count, comment_count: count }),
  /** An event of a stream is sent at most once in 5 s. */
  stream: v.object({ stream_id: v.number(), is_live: v.boolean(), is_interrupted: v.boolean(), viewer_count: count }),
  /** Events were lost, or a post was edited or deleted, so the topics must be reloaded. */
  resync: v.object({ topics: v.array(v.string()) }),
  signed_out: v.object({}),
}

export type EventName = keyof typeof EVENTS

export type EventInput<Name extends EventName> = v.InferInput<(typeof EVENTS)[Name]>

export type EventData<Name extends EventName> = v.InferOutput<(typeof EVENTS)[Name]>
