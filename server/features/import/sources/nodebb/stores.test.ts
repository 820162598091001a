import { afterAll, expect, test } from 'bun:test'
import { RedisClient } from 'bun'
import { serialize } from 'bson'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#server/lib/free-port.ts'
import { openDumpFile } from '../../scratch/dump-file.ts'
import { createFormerForum } from '../../testing/former-forum.ts'
import type { ImportRecord } from '../../records.ts'
import { findObjects, readMongo } from './mongodb.ts'
import { storeObjects, type Stored } from './objects.ts'
import { nodebb } from './reader.ts'
import { readRedis } from './redis.ts'
import { openDatabase, string } from '../database.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-nodebb-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
const forum = await createFormerForum('nodebb')
afterAll(forum.drop)

async function recordsOf(database: string): Promise<ImportRecord[]> {
  const reader = await nodebb.open({ database, file: null, prefix: null, communities: [] })
  try {
    return await Array.fromAsync(reader.records())
  } finally {
    await reader.close()
  }
}

async function objects(): Promise<Stored[]> {
  const db = await openDatabase(forum.url)
  const hashes = await db.rows('select _key, data from legacy_hash')
  const sets = await db.rows("select _key, string_agg(member, ',') as members from legacy_set group by _key")
  const sorted = await db.rows('select _key, value, score::text as score from legacy_zset')
  await db.close()
  return [
    ...hashes.map((row) => ({
      key: string(row._key),
      hash: (typeof row.data === 'string' ? JSON.parse(row.data) : row.data) as Record<string, unknown>,
    })),
    ...sets.map((row) => ({ key: string(row._key), members: string(row.members).split(',') })),
    ...sorted.map((row) => ({
      key: string(row._key),
      sorted: [{ value: string(row.value), score: Number(string(row.score)) }],
    })),
  ]
}

async function recordsOfStore(store: AsyncIterable<Stored>): Promise<ImportRecord[]> {
  const target = await createFormerForum('nodebb', 'create table x ()')
  try {
    await storeObjects(target.url, store)
    return await recordsOf(target.url)
  } finally {
    await target.drop()
  }
}

test('IMP-4 a NodeBB dump of MongoDB yields the same records as a dump of PostgreSQL', async () => {
  const documents = (await objects()).map((one) =>
    serialize(
      'hash' in one
        ? { _key: one.key, ...one.hash }
        : 'members' in one
          ? { _key: one.key, members: one.members }
          : { _key: one.key, ...one.sorted[0]! },
    ),
  )
  const sorted = serialize({ _key: 'users:joindate', value: '1', score: 12 })
  await mkdir(join(folder, 'nodebb'))
  await Bun.write(join(folder, 'nodebb', 'objects.bson.gz'), Bun.gzipSync(Buffer.concat([sorted, ...documents])))
  const file = findObjects(folder)!
  expect(await recordsOfStore(readMongo(file))).toEqual(await recordsOf(forum.url))
  await Bun.write(join(folder, 'cut.bson'), documents[0]!.subarray(0, -2))
  expect(Array.fromAsync(readMongo(join(folder, 'cut.bson')))).rejects.toThrow('ends within a document')
})

test.skipIf(!Bun.which('redis-server'))(
  'IMP-4 a NodeBB dump of Redis yields the same records as a dump of PostgreSQL',
  async () => {
    const port = await freePort()
    const server = Bun.spawn(['redis-server', '--port', String(port), '--dir', folder, '--save', ''], {
      stdout: 'ignore',
    })
    const client = new RedisClient(`redis://127.0.0.1:${port}/3`)
    for (;;) {
      const isReady = await client.send('PING', []).then(
        () => true,
        () => false,
      )
      if (isReady) break
      await Bun.sleep(50)
    }
    for (const one of await objects())
      if ('hash' in one) await client.send('HSET', [one.key, ...Object.entries(one.hash).flat().map(String)])
      else if ('members' in one) await client.send('SADD', [one.key, ...one.members])
      else for (const { value, score } of one.sorted) await client.send('ZADD', [one.key, String(score), value])
    await client.send('ZADD', ['users:joindate', '12', '1'])
    await client.send('SAVE', [])
    client.close()
    server.kill('SIGKILL')
    await server.exited
    const dump = await openDumpFile(join(folder, 'dump.rdb'))
    expect(await recordsOfStore(readRedis(dump))).toEqual(await recordsOf(forum.url))
  },
)
