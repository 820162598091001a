import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { pointsEntry } from './table.ts'

export const pointsData = {
  exported: {
    points: {
      explained: { pl: 'historia punktów', en: 'the history of your points' },
      owners: [pointsEntry.user_id],
      fields: pick(pointsEntry, 'id', 'reason', 'points', 'cause', 'cause_id', 'created_at'),
      order: [pointsEntry.id],
    },
  },
  notExported: { 'points_entry.actor_id': 'points of other members, to whom nobody shows who voted' },
  kept: { 'points_entry.user_id': 'taking back a vote reverses the entry that the vote made' },
} satisfies PersonalData
