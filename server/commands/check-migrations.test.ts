import { expect, test } from 'bun:test'
import { checkMigrations, refusedChanges } from './check-migrations.ts'
import { ROOT } from './console.ts'

const released = { tables: { post: ['id', 'title', 'score'], vote: ['post_id'] }, types: ['mood'] }

test.each([
  ['drop table post', 'drops post'],
  ['DROP TABLE IF EXISTS "post", other CASCADE;', 'drops post'],
  ['alter table post drop column title', 'drops post.title'],
  ['ALTER TABLE "public"."post"\n  DROP COLUMN IF EXISTS "title";', 'drops post.title'],
  ['alter table only post add column x int, drop score', 'drops post.score'],
  ['alter table post rename to article', 'renames post'],
  ['alter table post rename column title to heading', 'renames post.title'],
  ['alter table post rename title to heading', 'renames post.title'],
  ['alter table post alter column score type text', 'changes the type of post.score'],
  ['alter table post alter score set data type bigint using score::bigint', 'changes the type of post.score'],
  ['alter table post alter column score set not null', 'makes post.score required'],
  ['alter table post add column place int not null', 'adds post.place, which the last release does not fill'],
  ['drop type mood', 'drops or renames the type mood'],
  ['alter type mood rename to temper', 'drops or renames the type mood'],
])('a migration that breaks the last release is refused: %s', (sql, reason) => {
  expect(refusedChanges(`create table a (id int);\n--> statement-breakpoint\n${sql}`, released)).toEqual([reason])
})

test.each([
  'create table added (id int not null)',
  'alter table post add column place int',
  'alter table post add column place int not null default 0',
  'alter table post add column place int generated always as (score) stored not null',
  'alter table post add constraint positive check (score > 0) not valid',
  'alter table post drop constraint positive',
  'alter table post alter column score drop default',
  'alter table post rename constraint a to b',
  'alter table post drop column gone_before',
  'drop table gone_before',
  'alter table added drop column anything',
  'drop index post_by_title',
  "comment on table post is 'drop table post;'",
  'create function f() returns void as $$ begin drop table post; end $$ language plpgsql',
  '-- drop table post',
  'alter type mood add value if not exists $$calm$$',
])('a migration compatible with the running last release is accepted: %s', (sql) => {
  expect(refusedChanges(sql, released)).toEqual([])
})

test('the migrations since the last release are compatible with it', async () => {
  expect(await checkMigrations(ROOT)).toEqual([])
})
