import type { AdminCategory } from '#shared/api/admin.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import type { CsvColumn } from '../../kit/csv.ts'

export function categoriesCsv({ categories: text, kit }: AdminTexts): CsvColumn<AdminCategory>[] {
  return [
    { key: 'id', header: kit.export.id, value: ({ id }) => id },
    { key: 'name', header: text.name, value: ({ name }) => `r/${name}` },
    { key: 'display_name', header: text.displayName, value: ({ display_name }) => display_name },
    { key: 'nsfw', header: text.nsfw, value: ({ is_nsfw }) => (is_nsfw ? kit.yes : kit.no) },
    { key: 'members', header: text.members, value: ({ member_count }) => member_count },
    { key: 'posts', header: text.posts, value: ({ post_count }) => post_count },
    { key: 'date', header: text.date, value: ({ created_at }) => exactTime(created_at) },
  ]
}
