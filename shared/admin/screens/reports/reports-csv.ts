import type { Report } from '#shared/api/shapes.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import type { CsvColumn } from '../../kit/csv.ts'

export function reportsCsv({ reports: text, posts, kit }: AdminTexts): CsvColumn<Report>[] {
  return [
    { key: 'id', header: kit.export.id, value: ({ id }) => id },
    { key: 'status', header: text.statusLabel, value: ({ status }) => text.status[status] },
    { key: 'type', header: text.typeLabel, value: ({ content_type }) => text.types[content_type] },
    { key: 'content_id', header: text.contentId, value: ({ content_id }) => content_id },
    { key: 'target', header: text.reported, value: ({ target }) => target?.title ?? text.gone },
    { key: 'author', header: text.by, value: ({ target }) => (target ? (target.author ?? text.deletedAuthor) : '') },
    {
      key: 'category',
      header: posts.category,
      value: ({ target }) => (target?.community ? `r/${target.community}` : ''),
    },
    { key: 'reason', header: text.reason, value: ({ reason }) => reason },
    { key: 'reporter', header: text.reporter, value: ({ reporter }) => reporter?.username ?? text.deletedAuthor },
    { key: 'date', header: text.date, value: ({ created_at }) => exactTime(created_at) },
    {
      key: 'decided',
      header: text.decidedAt,
      value: ({ resolved_at }) => (resolved_at === null ? '' : exactTime(resolved_at)),
    },
  ]
}
