import { expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { readEvents } from '#server/test/event-stream.ts'
import { createUser } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { addJob } from '#server/jobs/add.ts'
import { createLogger } from '#server/lib/log.ts'
import { stream, streamViewer } from '../table.ts'
import { viewerKeyOf } from './rules.ts'
import { createViewers } from './viewers.ts'

const t = await createTestApp()

async function announce() {
  const anna = await createUser(t.db)
  const api = await t.as(anna)
  const { id } = await api.streams.create({ title: 'Na żywo', url: 'https://example.org/live' })
  return { anna, api, id }
}

const rowOf = async (id: number) => (await t.db.select().from(stream).where(eq(stream.id, id)))[0]!

async function watch(id: number, member: { id: number } | null, address = '10.0.0.1') {
  const headers: Record<string, string> = member ? { authorization: `Bearer ${await t.bearerOf(member)}` } : {}
  return readEvents(await t.request(`/api/events?topics=stream:${id}`, { headers }, address))
}

async function untilCount(id: number, wanted: number): Promise<void> {
  while ((await rowOf(id)).viewer_count !== wanted) await Bun.sleep(20)
}

test('STREAM-5 500 joins and leaves of viewers in two processes are counted exactly', async () => {
  const { id } = await announce()
  const log = createLogger('silent', false)
  const processes = [createViewers(t.db, log), createViewers(t.db, log)]
  const stays = new Set<string>()
  for (let at = 0; at < 500; at += 1) {
    const viewer = `viewer ${at % 180}`
    processes[at % 2]!.join(id, `lease ${at}`, viewer)
    if (at % 100 === 0) await Bun.sleep(5)
    if (at % 3 === 0) processes[at % 2]!.leave(id, `lease ${at}`)
    else stays.add(viewer)
  }
  await Promise.all(processes.map((viewers) => viewers.stop()))
  expect(await rowOf(id)).toMatchObject({ viewer_count: stays.size })
  expect(await t.db.$count(streamViewer, eq(streamViewer.stream_id, id))).toBe(333)
})

test('STREAM-5 a member counts as one stream viewer, guests of one network as one, the streamer as none', async () => {
  const { id, anna, api } = await announce()
  const reader = await createUser(t.db)
  const streams = [await watch(id, reader), await watch(id, reader, '10.0.0.2'), await watch(id, anna)]
  await untilCount(id, 1)
  streams.push(await watch(id, null, '10.0.0.3'), await watch(id, null, '10.0.0.3'), await watch(id, null, '10.0.0.4'))
  await untilCount(id, 3)
  const { data } = await streams[0]!.next('stream', ({ viewer_count }) => viewer_count === 3)
  expect(data).toEqual({ stream_id: id, is_live: true, is_interrupted: false, viewer_count: 3 })
  await streams[5]!.close()
  await untilCount(id, 2)
  expect(await api.streams.end({ stream_id: id })).toMatchObject({ viewer_count: 0, peak_viewers: 3, is_live: false })
  await Promise.all(streams.map((open) => open.close()))
})

test('STREAM-5 live viewers counted by a killed process count until their leases in the database expire', async () => {
  const { id } = await announce()
  const viewers = createViewers(t.db, createLogger('silent', false))
  viewers.join(id, 'killed', 'somebody')
  await viewers.stop()
  expect(await rowOf(id)).toMatchObject({ viewer_count: 1 })
  await t.db.update(streamViewer).set({ until: sql`now() - interval '1 second'` })
  await addJob(t.db, 'look_after_streams', {})
  await runJobs(t.services)
  expect(await rowOf(id)).toMatchObject({ viewer_count: 0, peak_viewers: 1 })
})

test('STREAM-5 the key of a stream viewer depends on the member, or for guests on the network', () => {
  const key = viewerKeyOf('secret', { id: 5 }, '10.0.0.1')
  expect(key).toBe(viewerKeyOf('secret', { id: 5 }, '10.0.0.9'))
  expect(key).not.toBe(viewerKeyOf('secret', null, '10.0.0.1'))
  expect(viewerKeyOf('secret', null, '2001:db8::1')).toBe(viewerKeyOf('secret', null, '2001:db8::2'))
})

test('STREAM-8 subscribing to events of a stream that the reader may not see returns 404', async () => {
  const { id } = await announce()
  await t.db.update(stream).set({ deleted_at: new Date() }).where(eq(stream.id, id))
  const answer = await t.request(`/api/events?topics=stream:${id}`)
  expect([answer.status, await answer.json()]).toMatchObject([404, { topics: [`stream:${id}`] }])
})
