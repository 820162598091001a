import type { AdminUser } from '#shared/api/admin.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import type { CsvColumn } from '../../kit/csv.ts'

export function usersCsv({ users: { columns: text }, kit }: AdminTexts): CsvColumn<AdminUser>[] {
  const word = (is: boolean) => (is ? kit.yes : kit.no)
  return [
    { key: 'id', header: text.id, value: ({ id }) => id },
    { key: 'username', header: text.username, value: ({ username }) => username },
    { key: 'email', header: text.email, value: ({ email }) => email },
    { key: 'email', header: text.verified, value: ({ email_verified }) => word(email_verified) },
    { key: 'karma', header: text.karma, value: ({ karma }) => karma },
    { key: 'admin', header: text.admin, value: ({ is_admin }) => word(is_admin) },
    { key: 'created', header: text.created, value: ({ created_at }) => exactTime(created_at) },
  ]
}
