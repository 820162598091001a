import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestDatabase } from '#server/test/database.ts'
import { createFormerForum } from './testing/former-forum.ts'
import { digestsOf, importWhole, importWithKills } from './testing/kills.ts'
import { fillLargeForum } from './testing/large-forum.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-kills-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

test('IMP-17 an import that is killed three times and restarted results in the same database as one run', async () => {
  const [whole, parts] = [await createTestDatabase({ max: 1 }), await createTestDatabase({ max: 1 })]
  const former = await createFormerForum('phpbb', 'select 1')
  try {
    await fillLargeForum(former.url, { posts: 3_000, people: 300 })
    const options = { former: former.url, folder, kills: 3, print: () => {} }
    await importWhole({ ...options, target: whole.url })
    const digests = await digestsOf(whole.url)
    expect(digests.comment).toStartWith('2850 ')
    expect(await importWithKills({ ...options, target: parts.url }, Number.parseInt(digests.import_row!, 10))).toBe(3)
    expect(await digestsOf(parts.url)).toEqual(digests)
  } finally {
    await former.drop()
    await whole.drop()
    await parts.drop()
  }
  // The timeout is long, because an import runs at low priority and waits for other tests on a busy machine.
}, 300_000)
