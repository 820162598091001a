import { afterAll, describe, expect, test } from 'bun:test'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { secureDataDir } from './data-dir.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-data-dir-'))
afterAll(() => rm(folder, { recursive: true }))

const modeOf = async (...path: string[]) => ((await stat(join(folder, ...path))).mode & 0o777).toString(8)

describe('DATA_DIR', () => {
  test('DATA_DIR is created for its owner only', async () => {
    await secureDataDir(join(folder, 'new/data'))
    expect(await modeOf('new/data')).toBe('700')
  })

  test('DATA_DIR and its files lose the open permissions of an older version at the next start', async () => {
    await mkdir(join(folder, 'old/media'), { recursive: true })
    await mkdir(join(folder, 'old/outbox'))
    await Promise.all(['old', 'old/media', 'old/outbox'].map((path) => chmod(join(folder, path), 0o755)))
    await secureDataDir(join(folder, 'old'))
    expect([await modeOf('old'), await modeOf('old/media'), await modeOf('old/outbox')]).toEqual(['700', '700', '700'])
  })

  test('the system user of the built-in database can enter DATA_DIR but not list it', async () => {
    await mkdir(join(folder, 'shared/media'), { recursive: true })
    await secureDataDir(join(folder, 'shared'), true)
    expect([await modeOf('shared'), await modeOf('shared/media')]).toEqual(['711', '700'])
  })
})
