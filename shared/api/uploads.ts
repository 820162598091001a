import * as v from 'valibot'
import { endpoint } from './contract.ts'

/** The schema accepts anything, since the server reads the multipart stream itself. */
const file = v.optional(v.custom<unknown>(() => true))

const Image = v.object({ url: v.string(), width: v.number(), height: v.number(), placeholder: v.nullable(v.string()) })

export const uploads = {
  image: endpoint({
    method: 'POST',
    path: '/api/upload/image',
    access: 'user',
    scope: 'write:posts',
    rate: 'upload',
    from: 'form',
    status: 201,
    repeat: 'can_be_ended',
    input: v.object({ file }),
    output: Image,
    errors: ['too_large', 'unsupported_media', 'invalid'],
    summary: 'Takes a picture for a post, comment or community',
  }),
  video: endpoint({
    method: 'POST',
    path: '/api/upload/video',
    access: 'user',
    scope: 'write:posts',
    rate: 'upload',
    from: 'form',
    status: 201,
    repeat: 'can_be_ended',
    input: v.object({ file }),
    output: v.object({ url: v.string(), poster_url: v.nullable(v.string()) }),
    errors: ['too_large', 'unsupported_media', 'invalid'],
    summary: 'Takes a video for a post or comment',
  }),
  captions: endpoint({
    method: 'POST',
    path: '/api/upload/captions',
    access: 'user',
    scope: 'write:posts',
    rate: 'upload',
    from: 'form',
    status: 201,
    repeat: 'can_be_ended',
    input: v.object({ file }),
    output: v.object({ url: v.string(), cues: v.number() }),
    errors: ['too_large', 'unsupported_media', 'invalid'],
    summary:
      'Takes captions for the video of a post or comment: WebVTT or SRT of at most 200 kB. They are stored as WebVTT ' +
      'with plain text; `cues` is their number, and a refusal names the line',
  }),
  messageImage: endpoint({
    method: 'POST',
    path: '/api/messages/upload-image',
    access: 'user',
    scope: 'write:messages',
    rate: 'upload',
    from: 'form',
    status: 201,
    repeat: 'can_be_ended',
    input: v.object({ image: file }),
    output: v.object({ image_url: v.string() }),
    errors: ['too_large', 'unsupported_media', 'invalid'],
    summary: 'Takes a picture for a private message',
  }),
}

export const adminUploads = {
  image: endpoint({
    method: 'POST',
    path: '/api/admin/upload/image',
    access: 'admin',
    scope: null,
    rate: 'upload',
    from: 'form',
    status: 201,
    repeat: 'can_be_ended',
    input: v.object({ file }),
    output: Image,
    errors: ['too_large', 'unsupported_media', 'invalid'],
    summary: 'Takes a picture of the operator, for an advertisement',
  }),
}
