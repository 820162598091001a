import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { nothing, time } from './fields.ts'

/** `text` is in the language of the caller where there is one in it, `lang` says in which. */
const Announcement = v.object({
  id: v.string(),
  text: v.string(),
  lang: v.picklist(['pl', 'en']),
  text_pl: v.string(),
  text_en: v.string(),
  kind: v.picklist(['info', 'warning']),
  audience: v.picklist(['all', 'members', 'staff']),
  starts_at: v.nullable(time),
  ends_at: v.nullable(time),
})

export const announcements = {
  list: endpoint({
    method: 'GET',
    path: '/api/announcements',
    access: 'public',
    scope: 'read',
    rate: 'read',
    input: nothing,
    output: v.object({
      announcements: v.array(Announcement),
      /** Where only admins can write now: what they say about it, '' for nothing. */
      read_only: v.nullable(v.object({ message: v.string() })),
    }),
    summary: 'What admins tell the caller now, without what the caller has closed',
  }),
}
