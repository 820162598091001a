import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { category, categoryFlair } from '../categories/table.ts'
import { softDeletePost } from './queries.ts'
import { post, postRank } from './table.ts'

export const postsData = {
  exported: {
    posts: {
      explained: {
        pl: 'Twoje posty, także usunięte w ciągu ostatnich 30 dni',
        en: 'your posts, including those deleted in the last 30 days',
      },
      owners: [post.author_id],
      fields: sql`${pick(
        post,
        'id',
        'title',
        'content',
        'link_url',
        'image_url',
        'images',
        'video_url',
        'captions_url',
        'captions_lang',
        'video_alt',
        'is_spoiler',
        'poll_closes_at',
        'created_at',
        'edited_at',
        'deleted_at',
      )},
        ${category.name} as community, ${categoryFlair.label} as flair,
        ${pick(postRank, 'upvotes', 'downvotes', 'comment_count')}`,
      joins: sql`join ${category} on ${category.id} = ${post.category_id}
        left join ${postRank} on ${postRank.post_id} = ${post.id}
        left join ${categoryFlair} on ${categoryFlair.id} = ${post.flair_id}`,
      where: () => isNull(post.erased_at),
      order: [post.id],
      leftOut: ['content_html', 'excerpt', 'image_placeholder', 'link_domain', 'video_poster_url'],
    },
  },
  notExported: { 'post_rank.author_id': 'a copy of post.author_id; its counts are in posts.json' },
  authored: {
    async find(tx, userId, limit) {
      const rows = await tx
        .select({ id: post.id })
        .from(post)
        .where(and(eq(post.author_id, userId), isNull(post.deleted_at)))
        .limit(limit)
      return rows.map((row) => row.id)
    },
    remove: softDeletePost,
    async anonymize(tx, ids) {
      await tx
        .select({ id: post.id })
        .from(post)
        .where(inArray(post.id, ids))
        .orderBy(asc(post.id))
        .for('no key update')
      await tx.update(post).set({ author_id: null }).where(inArray(post.id, ids))
      await tx
        .select({ id: postRank.post_id })
        .from(postRank)
        .where(inArray(postRank.post_id, ids))
        .orderBy(asc(postRank.post_id))
        .for('no key update')
      await tx.update(postRank).set({ author_id: null }).where(inArray(postRank.post_id, ids))
    },
  },
} satisfies PersonalData
