import { expect, test } from 'bun:test'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkFeatures } from './check-features.ts'
import { ROOT } from './console.ts'

test('the check of features finds no fault in this repository', async () => {
  expect(await checkFeatures(ROOT)).toEqual([])
})

test('a table without a migration and a column of a member that no feature mentions are named', async () => {
  const root = await mkdtemp(join(tmpdir(), 'features-'))
  await Bun.write(join(root, 'drizzle/meta/0001_snapshot.json'), JSON.stringify({ tables: { a: { name: 'other' } } }))
  await Bun.write(
    join(root, 'server/features/pins/table.ts'),
    `import { integer, pgTable } from '${import.meta.resolve('drizzle-orm/pg-core')}'
    import { user } from '${ROOT}/server/features/users/table.ts'
    export const pin = pgTable('pin', { user_id: integer().references(() => user.id) })`,
  )
  const [migration, column, ...others] = await checkFeatures(root)
  expect(migration).toBe('server/features/pins/table.ts: pin has no migration. Run "bun run db:generate --name pin".')
  expect(column).toStartWith('server/features/pins/table.ts: pin.user_id names a member.')
  expect(others).toEqual([])
})
