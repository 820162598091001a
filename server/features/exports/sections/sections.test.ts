import { expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { EXPORT_FILES, ownersOf } from './queries.ts'

const t = await createTestApp()

/** Columns for a member whose rows are in no export, each with the reason. */
const NOT_EXPORTED: Record<string, string> = {
  'blockeduser.blocked_id': 'whoever blocks somebody does so in confidence',
  'data_export.user_id': 'the export itself',
  'email_token.user_id': 'hashes of links that were mailed',
  'idempotency_key.user_id': 'answers to calls, for a day; what the calls made is in other files',
  'login_challenge.user_id': 'hashes, for five minutes',
  'mail_state.user_id': 'when mails are sent next',
  'notification.actor_id': 'notifications of other members',
  'passkey_challenge.user_id': 'random bytes, for five minutes',
  'points_entry.actor_id': 'points of other members, to whom nobody shows who voted',
  'post_rank.author_id': 'a copy of post.author_id; its counts are in posts.json',
  'recent_write.user_id': 'where replication stands',
  'recovery_code.user_id': 'hashes',
}

test('ACCT-9 every table that holds something of a member is in the export, or excused here', async () => {
  const found = await t.db.execute<{ name: string }>(sql`
    select c.conrelid::regclass::text || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
    where c.contype = 'f' and c.confrelid = 'public."user"'::regclass
    union select table_name || '.' || column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('integer', 'bigint')
      and column_name ~ '(^|_)(user|member|author|actor|owner|creator|reporter|moderator|voter|sender|recipient)_id$'`)
  const columns = found.map(({ name }) => name).sort()
  const exported = new Set(EXPORT_FILES.flatMap(ownersOf))
  expect(columns.length).toBeGreaterThan(30)
  const missing = columns.filter((column) => !exported.has(column) && !(column in NOT_EXPORTED))
  expect(missing.map((column) => `${column} is in no file of the export: add it to SECTIONS in exports/sections/queries.ts, or excuse it in this test`)).toEqual([])
  expect(Object.keys(NOT_EXPORTED).filter((column) => !columns.includes(column) || exported.has(column))).toEqual([])
})
