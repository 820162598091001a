import { sql } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { comment } from '../comments/table.ts'
import { post } from '../posts/table.ts'
import { textVersion } from './table.ts'

export const historyData = {
  exported: {
    post_versions: {
      explained: { pl: 'wcześniejsze wersje Twoich postów', en: 'former versions of your posts' },
      owners: [post.author_id],
      fields: pick(textVersion, 'post_id', 'title', 'content', 'edited_at'),
      joins: sql`join ${textVersion} on ${textVersion.post_id} = ${post.id}`,
      order: [post.id, textVersion.id],
    },
    comment_versions: {
      explained: { pl: 'wcześniejsze wersje Twoich komentarzy', en: 'former versions of your comments' },
      owners: [comment.author_id],
      fields: pick(textVersion, 'comment_id', 'content', 'edited_at'),
      joins: sql`join ${textVersion} on ${textVersion.comment_id} = ${comment.id}`,
      order: [comment.id, textVersion.id],
    },
  },
} satisfies PersonalData
