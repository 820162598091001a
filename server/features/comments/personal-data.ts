import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { softDeleteComment } from './queries.ts'
import { comment } from './table.ts'

export const commentsData = {
  exported: {
    comments: {
      explained: {
        pl: 'Twoje komentarze, także usunięte w ciągu ostatnich 30 dni',
        en: 'your comments, including those deleted in the last 30 days',
      },
      owners: [comment.author_id],
      fields: pick(
        comment,
        'id',
        'post_id',
        'parent_id',
        'content',
        'image_url',
        'video_url',
        'captions_url',
        'captions_lang',
        'video_alt',
        'upvotes',
        'downvotes',
        'created_at',
        'edited_at',
        'deleted_at',
      ),
      where: () => isNull(comment.erased_at),
      order: [comment.id],
      leftOut: ['content_html', 'excerpt'],
    },
  },
  authored: {
    async find(tx, userId, limit) {
      const rows = await tx
        .select({ id: comment.id })
        .from(comment)
        .where(and(eq(comment.author_id, userId), isNull(comment.deleted_at)))
        .limit(limit)
      return rows.map((row) => row.id)
    },
    remove: softDeleteComment,
    async anonymize(tx, ids) {
      await tx
        .select({ id: comment.id })
        .from(comment)
        .where(inArray(comment.id, ids))
        .orderBy(asc(comment.id))
        .for('no key update')
      await tx.update(comment).set({ author_id: null }).where(inArray(comment.id, ids))
    },
  },
} satisfies PersonalData
