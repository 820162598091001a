import { afterAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { startReplication } from '#server/db/replicas/testing/replication.ts'
import { createDb, isConnectionLost } from './client.ts'
import { hostUrls, primaryUrl } from './primary.ts'
import { startNetwork } from './testing/network.ts'

/** Starts a primary behind a network proxy, and its standby; the URL lists both, the standby first. */
async function startPair() {
  const {
    primary,
    replicas: [standby],
    stop,
  } = await startReplication(1)
  const network = await startNetwork(primary.url)
  const hosts = primary.url.replace(/@.*/, `@${new URL(standby!.url).host},${network.host}`)
  const address = `${hosts}/watek?target_session_attrs=read-write`
  afterAll(async () => {
    network.stop()
    await stop()
  })
  return { primary, standby: standby!, network, address }
}

describe('a database URL with several hosts', async () => {
  const { primary, network, address } = await startPair()

  test.each([
    [
      'postgres://u:p%40@one:5432,two/db?target_session_attrs=read-write',
      ['postgres://u:p%40@one:5432/db', 'postgres://u:p%40@two/db'],
    ],
    [
      'postgres://one,[::1]:5433/db?sslmode=require&target_session_attrs=primary',
      ['postgres://one/db?sslmode=require', 'postgres://[::1]:5433/db?sslmode=require'],
    ],
    ['postgresql://u@one/db?target_session_attrs=primary&sslmode=require', ['postgresql://u@one/db?sslmode=require']],
    ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql']],
  ])('a database URL with several hosts is parsed or refused: %s', (given, urls) => {
    expect(hostUrls(given)).toEqual(urls)
  })

  test('a database URL with several hosts connects to the primary, whatever the order of the hosts', async () => {
    expect(new URL(await primaryUrl(address)).host).toBe(network.host)
  })

  test('a client for several hosts leaves no connection behind when it is closed', async () => {
    const { db, close } = createDb(address)
    await db.transaction((tx) => tx.execute(sql`select 1`))
    await close()
    const left = () => primary.query("select 1 from pg_stat_activity where application_name like 'watek%'")
    while ((await left()).length > 0) await Bun.sleep(20)
  })
})

test('SCALE-5 requests fail when the primary is disconnected, then use the promoted standby', async () => {
  const { standby, network, address } = await startPair()
  const { db, close } = createDb(address, { max: 2 })
  await Promise.all([db.execute(sql`create table note (id integer)`), db.execute(sql`select 1`)])
  network.cut()
  const write = () => db.transaction((tx) => tx.execute(sql`insert into note values (1)`))
  for (let at = 0; at < 3; at += 1) expect(await write().then(() => null, isConnectionLost)).toBe(true)
  await standby.query('select pg_promote()')
  while (
    !(await write().then(
      () => true,
      () => false,
    ))
  )
    await Bun.sleep(20)
  expect(await standby.query('select id from note')).toEqual([{ id: 1 }])
  await close()
})
