import { afterAll, expect, test } from 'bun:test'
import { HOOK_EVENTS } from '#shared/rules/hooks.ts'
import { createTestApp } from '#server/test/app.ts'
import { hook, hookDelivery } from '../hooks/table.ts'
import { user } from '../users/table.ts'
import { phpbb } from './sources/phpbb/reader.ts'
import { createFormerForum, importInto } from './testing/former-forum.ts'

const forum = await createFormerForum('phpbb')
afterAll(forum.drop)

test('IMP-30 an import sends no events to webhooks, but a registration after the import does', async () => {
  const t = await createTestApp()
  await t.db.insert(hook).values({ url: 'https://hooks.example.org/', secret: 'x', events: [...HOOK_EVENTS] })
  await importInto(t, phpbb, { database: forum.url })
  expect(await t.db.select().from(hookDelivery)).toEqual([])
  await t.db.insert(user).values({ username: 'nowa', email: 'nowa@example.org' })
  expect(await t.db.select({ event: hookDelivery.event }).from(hookDelivery)).toEqual([{ event: 'user.registered' }])
})
