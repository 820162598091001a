import { deleteRowsOf, pick, type PersonalData } from '#server/db/personal-data.ts'
import { savedPost } from './table.ts'

export const savesData = {
  exported: {
    saved_posts: {
      explained: { pl: 'zapisane posty', en: 'saved posts' },
      owners: [savedPost.user_id],
      fields: pick(savedPost, 'post_id', 'created_at'),
      order: [savedPost.post_id],
    },
  },
  deletedRows: [deleteRowsOf(savedPost.user_id)],
} satisfies PersonalData
