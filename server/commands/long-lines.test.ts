import { afterAll, expect, test } from 'bun:test'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkLineLengths, longLines, MAX_COLUMNS, wrapSql } from './long-lines.ts'

const root = await mkdtemp(join(tmpdir(), 'watek-lines-'))
afterAll(() => rm(root, { recursive: true, force: true }))

test('the check of line lengths reports the number of each line longer than 120 columns', () => {
  expect(longLines('a.ts', `${'a'.repeat(120)}\n${'a'.repeat(121)}`)).toEqual(['a.ts:2: 121 columns, at most 120'])
})

test('columns are counted in characters, not in bytes', () => {
  expect(longLines('a.ts', 'ż'.repeat(120))).toEqual([])
  expect(longLines('a.ts', '🐝'.repeat(120))).toEqual([])
})

test('the check of line lengths reads every folder, but no documents and no packages', async () => {
  const long = 'a'.repeat(121)
  for (const folder of ['site', 'drizzle', 'site/node_modules/a']) await mkdir(join(root, folder), { recursive: true })
  for (const file of ['site/a.tsx', 'site/a.css', 'site/a.md', 'drizzle/0000.sql', 'site/node_modules/a/a.ts'])
    await writeFile(join(root, file), long)
  expect(await checkLineLengths(root)).toEqual([
    'drizzle/0000.sql:1: 121 columns, at most 120',
    'site/a.css:1: 121 columns, at most 120',
    'site/a.tsx:1: 121 columns, at most 120',
  ])
})

test('a long statement of a generated migration is wrapped before its clauses, without other changes', () => {
  const statement =
    'ALTER TABLE "modmail_message" ADD CONSTRAINT "modmail_message_author_id_user_id_fk" ' +
    'FOREIGN KEY ("author_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;'
  const wrapped = wrapSql(`select 1;\n${statement}\n`)
  expect(wrapped.split('\n').every((line) => line.length <= MAX_COLUMNS)).toBe(true)
  expect(wrapped.replaceAll(/\s+/g, ' ')).toBe(`select 1; ${statement} `)
})
