import { isNull } from 'drizzle-orm'
import { pick, type PersonalData } from '#server/db/personal-data.ts'
import { softDeleteStreamsOf } from './queries.ts'
import { stream } from './table.ts'

export const streamsData = {
  exported: {
    streams: {
      explained: { pl: 'Twoje transmisje', en: 'your streams' },
      owners: [stream.user_id],
      fields: pick(
        stream,
        'id',
        'title',
        'description',
        'stream_type',
        'url',
        'category_id',
        'post_id',
        'is_live',
        'peak_viewers',
        'created_at',
        'ended_at',
        'live_until',
        'deleted_at',
      ),
      where: () => isNull(stream.erased_at),
      order: [stream.id],
    },
  },
  deletedRows: [
    async (tx, { userId, now }) => {
      await softDeleteStreamsOf(tx, userId, now)
      return 0
    },
  ],
  kept: { 'stream.user_id': 'the stream is deleted itself and purged with other deleted content' },
} satisfies PersonalData
