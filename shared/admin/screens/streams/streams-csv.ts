import type { Stream } from '#shared/api/shapes.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import type { CsvColumn } from '../../kit/csv.ts'

export function streamsCsv({ streams: text, kit }: AdminTexts): CsvColumn<Stream>[] {
  return [
    { key: 'id', header: kit.export.id, value: ({ id }) => id },
    { key: 'title', header: text.title, value: ({ title }) => title },
    { key: 'title', header: text.url, value: ({ url }) => url ?? '' },
    { key: 'state', header: text.state, value: ({ is_live }) => (is_live ? text.live : text.ended) },
    { key: 'description', header: text.description, value: ({ description }) => description },
    { key: 'streamer', header: text.streamer, value: ({ streamer }) => streamer.username },
    { key: 'viewers', header: text.viewers, value: ({ viewer_count }) => viewer_count },
    { key: 'type', header: text.type, value: ({ stream_type }) => text.types[stream_type] },
    { key: 'date', header: text.date, value: ({ created_at }) => exactTime(created_at) },
  ]
}
