import * as v from 'valibot'
import { endpoint } from './contract.ts'
import { nothing, time } from './fields.ts'

/** `text` is in the caller's language if available; `lang` is the language of `text`. */
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
      /** null unless the site is read-only; `message` is the admins' text, '' for none. */
      read_only: v.nullable(v.object({ message: v.string() })),
    }),
    summary: 'What admins tell the caller now, without what the caller has closed',
  }),
}
