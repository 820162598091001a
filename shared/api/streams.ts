import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { id, optionalText, text } from './fields.ts'
import { Stream } from './shapes.ts'
import { LIMITS } from '../limits.ts'

export const createStream = v.object({
  title: text(LIMITS.titleMin, LIMITS.titleMax, 'title_length'),
  description: optionalText(LIMITS.streamDescription, 'description_long'),
  stream_type: v.optional(v.literal('external', 'stream_type'), 'external'),
  url: v.pipe(
    v.string('required'),
    v.trim(),
    v.minLength(1, 'required'),
    v.maxLength(LIMITS.iconUrl, 'url'),
    v.url('url'),
    v.startsWith('https://', 'url'),
  ),
})

export const streams = {
  create: endpoint({
    method: 'POST',
    path: '/api/streams',
    access: 'user',
    rate: 'write',
    status: 201,
    idempotent: true,
    input: createStream,
    output: Stream,
    errors: ['already_live', 'invalid'],
    summary: 'Announces a stream; one live stream a member',
  }),
  end: endpoint({
    method: 'POST',
    path: '/api/streams/:stream_id/end',
    access: 'user',
    rate: 'write',
    input: v.object({ stream_id: id }),
    output: Stream,
    errors: ['not_found', 'forbidden'],
    summary: 'Ends an own stream',
  }),
}
