import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { vote } from './table.ts'

export const votesData = {
  exported: {
    votes: {
      owners: [vote.user_id],
      fields: pick(vote, 'post_id', 'comment_id', 'value', 'created_at'),
      order: [vote.post_id, vote.comment_id],
    },
  },
} satisfies PersonalData
