import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { cursor, id, limit, nsfw, optionalText, text } from './fields.ts'
import { Stream } from './shapes.ts'
import { LIMITS, PAGE } from '../limits.ts'
import { STREAM_STATES, STREAM_TYPES } from '../rules/streams.ts'

const title = text(LIMITS.titleMin, LIMITS.titleMax, 'title_length')
const description = optionalText(LIMITS.streamDescription, 'description_long')

const url = v.pipe(
  v.nullish(v.string('url'), null),
  v.transform((value) => value?.trim() || null),
  v.nullable(v.pipe(v.string(), v.maxLength(LIMITS.streamUrl, 'url'), v.url('url'), v.startsWith('https://', 'url'))),
)

/** The handler checks that `url` fits `stream_type`. */
export const createStream = v.object({
  title,
  description,
  stream_type: v.optional(v.picklist(STREAM_TYPES, 'stream_type'), 'external'),
  url,
  category_id: v.nullish(id),
})

/** A stream on another site ends `LIVE.announcedMs` after its last edit; `extend` counts as an edit. */
const editStream = v.object({
  stream_id: id,
  title: v.optional(title),
  description: v.optional(description),
  extend: v.optional(v.literal(true, 'boolean')),
})

export const streams = {
  list: endpoint({
    method: 'GET',
    path: '/api/streams',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({
      state: v.optional(v.picklist(STREAM_STATES, 'state')),
      category_id: v.optional(id),
      nsfw,
      limit: limit(PAGE.streams),
      cursor,
    }),
    output: v.object({ streams: v.array(Stream), next_cursor: v.nullable(v.string()) }),
    errors: ['bad_cursor', 'not_signed_in'],
    summary: 'Streams of a variant: live ones first by viewers, then ended ones by their end',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/streams/:stream_id',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: v.object({ stream_id: id }),
    output: Stream,
    errors: ['not_found', 'not_signed_in'],
    summary: 'One stream; of a removed one what its post still shows',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/streams',
    access: 'user',
    scope: 'write:posts',
    rate: 'write',
    status: 201,
    idempotent: true,
    input: createStream,
    output: Stream,
    errors: [
      'already_live',
      'no_encoder',
      'not_a_member',
      'moderators_only',
      'banned',
      'newcomer_limit',
      'too_many_requests',
      'invalid',
    ],
    summary: 'Announces a stream, in a community with a post; one live stream a member',
  }),
  edit: endpoint({
    method: 'PATCH',
    path: '/api/streams/:stream_id',
    access: 'user',
    scope: 'write:posts',
    rate: 'edit',
    input: editStream,
    output: Stream,
    errors: ['not_found', 'forbidden', 'removed', 'banned', 'invalid'],
    summary: 'Changes the title or description of an own stream, and of its post; or lets an announced one go on',
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/streams/:stream_id/end',
    access: 'user',
    scope: 'write:posts',
    rate: 'write',
    repeat: 'sets_state',
    input: v.object({ stream_id: id }),
    output: Stream,
    errors: ['not_found', 'forbidden', 'own_decision', 'admin_decision', 'not_over_staff'],
    summary: 'Ends an own stream, or as a decision one of a community that the caller moderates',
  }),
}

/** Not in the contract, because the request body is bytes; `server/features/streams/routes.ts` serves it. */
export const sendPiece = endpoint({
  method: 'POST',
  path: '/api/streams/:stream_id/media',
  access: 'user',
  scope: 'write:posts',
  rate: 'stream_piece',
  repeat: 'succeeds_once',
  status: 204,
  feature: 'streams',
  from: 'query',
  input: v.object({
    stream_id: id,
    seq: v.pipe(v.string('required'), v.regex(/^\d{1,7}$/, 'number'), v.transform(Number)),
    sticky: v.optional(v.string()),
  }),
  output: v.undefined(),
  errors: [
    'not_found',
    'forbidden',
    'wrong_sequence',
    'ended',
    'stream_held',
    'no_encoder',
    'too_large',
    'unsupported_media',
    'too_many_requests',
    'invalid',
  ],
  summary:
    'The next piece of a stream of type `browser`, as MediaRecorder makes them; `expected` says which one is next',
})
