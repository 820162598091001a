import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { email, optionalText, text, website } from './fields.ts'
import { reasonCode } from './moderation.ts'
import { LIMITS } from '../limits.ts'

export const createNotice = v.object({
  url: text(1, LIMITS.linkUrl, 'notice_url'),
  category: reasonCode,
  text: text(LIMITS.noticeTextMin, LIMITS.noticeText, 'notice_text'),
  name: optionalText(LIMITS.noticeName, 'notice_name'),
  email: v.pipe(v.nullish(v.string('email'), ''), v.trim(), v.union([v.literal(''), email], 'email')),
  good_faith: v.literal(true, 'good_faith'),
  website,
})

export type NewNotice = v.InferOutput<typeof createNotice>

export const notices = {
  create: endpoint({
    method: 'POST',
    path: '/api/notices',
    access: 'public',
    scope: null,
    rate: 'notice',
    status: 201,
    idempotent: true,
    input: createNotice,
    output: v.object({ reference: v.string() }),
    errors: ['invalid'],
    summary: 'Sends admins a notice of illegal content, also without an account (Digital Services Act, article 16)',
  }),
}
