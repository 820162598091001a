import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { hiddenPost, postVisit } from './table.ts'

export const readingData = {
  exported: {
    visited_threads: {
      explained: { pl: 'wątki, które czytasz, i kiedy ostatnio', en: 'threads that you read, and when last' },
      owners: [postVisit.user_id],
      fields: pick(postVisit, 'post_id', 'visited_at'),
      order: [postVisit.post_id],
    },
    hidden_posts: {
      explained: { pl: 'ukryte posty', en: 'hidden posts' },
      owners: [hiddenPost.user_id],
      fields: pick(hiddenPost, 'post_id', 'created_at'),
      order: [hiddenPost.post_id],
    },
  },
  deletedRows: [deleteRowsOf(postVisit.user_id), deleteRowsOf(hiddenPost.user_id)],
} satisfies PersonalData
