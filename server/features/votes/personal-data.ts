import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { vote } from './table.ts'

export const votesData = {
  exported: {
    votes: {
      explained: { pl: 'Twoje głosy: 1 za, -1 przeciw, 0 cofnięty', en: 'your votes: 1 up, -1 down, 0 taken back' },
      owners: [vote.user_id],
      fields: pick(vote, 'post_id', 'comment_id', 'value', 'created_at'),
      order: [vote.post_id, vote.comment_id],
    },
  },
} satisfies PersonalData
