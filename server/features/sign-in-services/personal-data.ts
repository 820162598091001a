import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { deleteLinkedOf } from './queries.ts'
import { groupMembership, linkedService } from './table.ts'

export const signInServicesData = {
  exported: {
    linked_services: {
      explained: { pl: 'usługi, przez które się logujesz', en: 'services that you sign in with' },
      owners: [linkedService.user_id],
      fields: pick(linkedService, 'service', 'issuer', 'subject', 'email', 'created_at', 'last_used_at'),
      order: [linkedService.id],
    },
  },
  notExported: { 'group_membership.user_id': 'which memberships came of a group; they are exported with the others' },
  deletedAtOnce: (tx, { userId }) => deleteLinkedOf(tx, userId),
  deletedRows: [deleteRowsOf(groupMembership.user_id)],
} satisfies PersonalData
