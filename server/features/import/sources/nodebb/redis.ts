import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { RedisClient } from 'bun'
import { freePort } from '#server/lib/free-port.ts'
import { ImportError } from '../../map.ts'
import type { DumpFile } from '../../scratch/dump-file.ts'
import { isWantedSorted, type Stored } from './objects.ts'

const LOAD_TIMEOUT_MS = 600_000
const AT_ONCE = '1000'

async function connect(port: number, password: string, hasEnded: () => string | null): Promise<RedisClient> {
  const end = Date.now() + LOAD_TIMEOUT_MS
  for (;;) {
    const reason = hasEnded()
    if (reason !== null || Date.now() > end)
      throw new ImportError(`Redis cannot load the dump: ${(reason ?? 'it takes too long').trim().slice(-300)}`)
    const url = `redis://:${password}@127.0.0.1:${port}`
    const client = new RedisClient(url, { autoReconnect: false })
    // While Redis loads its file, it responds to INFO and refuses all other commands.
    const keyspace = await client.send('INFO', ['keyspace']).catch(() => null)
    const isReady = await client.send('PING', []).then(
      () => true,
      () => false,
    )
    if (isReady && keyspace !== null) {
      const found = [...String(keyspace).matchAll(/^db(\d+):keys=(\d+)/gm)].toSorted(
        (a, b) => Number(b[2]) - Number(a[2]),
      )
      await client.send('SELECT', [found[0]?.[1] ?? '0'])
      return client
    }
    client.close()
    await Bun.sleep(100)
  }
}

function asObject(answer: unknown): Record<string, unknown> {
  if (!Array.isArray(answer)) return answer as Record<string, unknown>
  const found: Record<string, unknown> = {}
  for (let at = 0; at < answer.length; at += 2) found[String(answer[at])] = answer[at + 1]
  return found
}

const listOf = (answer: unknown) => [...(answer as Iterable<unknown>)]

async function* scan(client: RedisClient): AsyncGenerator<Stored> {
  let cursor = '0'
  // Redis may return a key twice in one scan, when its hash table is resized.
  const seen = new Set<string>()
  do {
    const [next, keys] = (await client.send('SCAN', [cursor, 'COUNT', AT_ONCE])) as [string, string[]]
    cursor = String(next)
    const types = await Promise.all(keys.map((key) => client.send('TYPE', [key])))
    const wanted = keys.flatMap((key, at) => {
      const type = String(types[at])
      const isWanted = type === 'hash' || type === 'set' || (type === 'zset' && isWantedSorted(key))
      if (!isWanted || seen.has(key)) return []
      seen.add(key)
      return [{ key, type }]
    })
    yield* await Promise.all(
      wanted.map(async ({ key, type }): Promise<Stored> => {
        if (type === 'hash') return { key, hash: asObject(await client.send('HGETALL', [key])) }
        if (type === 'set') return { key, members: listOf(await client.send('SMEMBERS', [key])).map(String) }
        const pairs = listOf(await client.send('ZRANGE', [key, '0', '-1', 'WITHSCORES']))
          .flat()
          .map(String)
        return {
          key,
          sorted: pairs.flatMap((value, at) => (at % 2 === 0 ? [{ value, score: Number(pairs[at + 1]) }] : [])),
        }
      }),
    )
  } while (cursor !== '0')
}

export async function* readRedis(dump: DumpFile): AsyncGenerator<Stored> {
  const program = Bun.which('redis-server')
  if (program === null)
    throw new ImportError(
      `${dump.file} is a dump of Redis, which a scratch redis-server reads, and none is installed here: ` +
        'install redis-server.',
    )
  const folder = await mkdtemp(join(tmpdir(), 'watek-redis-'))
  const [port, password] = [await freePort(), crypto.randomUUID()]
  try {
    await pipeline(dump.read(), createWriteStream(join(folder, 'dump.rdb'), { mode: 0o600 }))
    const child = spawn(
      program,
      ['--port', String(port), '--bind', '127.0.0.1', '--requirepass', password, '--dir', folder, '--save', ''],
      { stdio: ['ignore', 'pipe', 'ignore'] },
    )
    let [log, ended] = ['', false]
    child.stdout.on('data', (chunk: Buffer) => (log = (log + chunk.toString()).slice(-4_000)))
    const end = new Promise<void>((resolve) => {
      child.once('error', (error) => ((log += error.message), (ended = true), resolve()))
      child.once('exit', () => ((ended = true), resolve()))
    })
    try {
      const client = await connect(port, password, () => (ended ? log : null))
      yield* scan(client)
      client.close()
    } finally {
      child.kill('SIGKILL')
      await end
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
