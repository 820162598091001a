import { sql } from 'drizzle-orm'
import { deleteRowsOf, pick, withName, type PersonalData } from '#server/db/personal-data.ts'
import { blockedUser } from './table.ts'

export const blocksData = {
  exported: {
    blocked_users: {
      explained: { pl: 'osoby, które blokujesz', en: 'people whom you block' },
      owners: [blockedUser.blocker_id],
      fields: sql`person.username, ${pick(blockedUser, 'blocked_id', 'created_at')}`,
      joins: withName(blockedUser.blocked_id),
      order: [blockedUser.blocked_id],
    },
  },
  notExported: { 'blockeduser.blocked_id': 'whoever blocks somebody does so in confidence' },
  deletedRows: [deleteRowsOf(blockedUser.blocker_id), deleteRowsOf(blockedUser.blocked_id)],
} satisfies PersonalData
