import { sql } from 'drizzle-orm'
import { pick, withName, type PersonalData } from '#server/db/personal-data.ts'
import { deleteFollowsBatch } from './queries.ts'
import { follow } from './table.ts'

export const followsData = {
  exported: {
    following: {
      explained: { pl: 'osoby, które obserwujesz', en: 'people whom you follow' },
      owners: [follow.follower_id],
      fields: sql`person.username, ${pick(follow, 'followed_id', 'created_at')}`,
      joins: withName(follow.followed_id),
      order: [follow.followed_id],
    },
    followers: {
      explained: { pl: 'osoby, które Cię obserwują', en: 'people who follow you' },
      owners: [follow.followed_id],
      fields: sql`person.username, ${pick(follow, 'follower_id', 'created_at')}`,
      joins: withName(follow.follower_id),
      order: [follow.follower_id],
    },
  },
  deletedRows: [(tx, { userId }, limit) => deleteFollowsBatch(tx, userId, limit)],
} satisfies PersonalData
