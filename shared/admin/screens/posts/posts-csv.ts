import type { AdminPost } from '#shared/api/admin.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import type { CsvColumn } from '../../kit/csv.ts'

export function postsCsv({ posts: text, kit }: AdminTexts): CsvColumn<AdminPost>[] {
  return [
    { key: 'id', header: kit.export.id, value: ({ id }) => id },
    { key: 'title', header: text.title, value: ({ title }) => title },
    { key: 'content', header: text.content, value: ({ content }) => content },
    { key: 'author', header: text.author, value: ({ author }) => author?.username ?? text.deletedAuthor },
    { key: 'category', header: text.category, value: ({ category }) => `r/${category.name}` },
    { key: 'category', header: text.nsfw, value: ({ category }) => (category.is_nsfw ? kit.yes : kit.no) },
    { key: 'upvotes', header: text.upvotes, value: ({ upvotes }) => upvotes },
    { key: 'downvotes', header: text.downvotes, value: ({ downvotes }) => downvotes },
    { key: 'date', header: text.date, value: ({ created_at }) => exactTime(created_at) },
  ]
}
