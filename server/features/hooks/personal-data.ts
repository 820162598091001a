import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { hook } from './table.ts'

export const hooksData = {
  exported: {
    web_hooks: {
      explained: {
        pl: 'webhooki, które masz jako moderator lub administrator',
        en: 'web hooks that you have as a moderator or admin',
      },
      owners: [hook.owner_id],
      fields: pick(hook, 'id', 'category_id', 'url', 'events', 'is_enabled', 'created_at'),
      order: [hook.id],
      leftOut: ['secret'],
    },
  },
  deletedRows: [deleteRowsOf(hook.owner_id)],
} satisfies PersonalData
