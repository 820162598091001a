import { describe, expect, test } from 'bun:test'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { createTestApp } from '#server/test/app.ts'
import { createCategory, createUser, joinCategory } from '#server/test/factories.ts'
import { runJobs } from '#server/test/jobs.ts'
import { addJob } from '#server/jobs/add.ts'
import { createLiveStreams } from './live.ts'
import { KEPT, playlistOf } from './playlist.ts'
import { containerOf, hasH264, hasTracks } from './recording.ts'
import { post } from '../../posts/table.ts'
import { stream, streamMedia } from '../table.ts'

const FFMPEG = Bun.which('ffmpeg')
const t = await createTestApp({ LIVE_INTERRUPTED_AFTER: '2s', LIVE_ENDED_AFTER: '8s', LIVE_STREAMS: '100' })

async function limitTo(live_streams: number): Promise<void> {
  t.services.config.environment.live_streams = live_streams
  await t.services.settings.refresh()
}
const needsFfmpeg = test.skipIf(FFMPEG === null)
if (FFMPEG === null) console.log('Skipped: tests of streams from the browser need ffmpeg, which is not installed')

/** Encodes a recording as a browser's MediaRecorder does, in pieces of about a second. */
async function record(codec: 'libx264' | 'libvpx', seconds = 7): Promise<Buffer[]> {
  const made = Bun.spawn(
    [
      FFMPEG!,
      '-v',
      'error',
      '-f',
      'lavfi',
      '-i',
      `testsrc=size=320x180:rate=10:duration=${seconds}`,
      '-f',
      'lavfi',
      '-i',
      `sine=duration=${seconds}`,
      '-c:v',
      codec,
      '-g',
      '20',
      ...(codec === 'libx264' ? ['-pix_fmt', 'yuv420p'] : ['-deadline', 'realtime']),
      '-c:a',
      'libopus',
      '-f',
      'matroska',
      '-cluster_time_limit',
      '500',
      'pipe:1',
    ],
    { env: {}, stdout: 'pipe', stderr: 'ignore' },
  )
  const whole = Buffer.from(await new Response(made.stdout).arrayBuffer())
  const size = Math.ceil(whole.length / seconds)
  return Array.from({ length: seconds }, (_, at) => whole.subarray(at * size, (at + 1) * size))
}

async function until<T>(probe: () => Promise<T | null | undefined | false>): Promise<T> {
  for (;;) {
    const found = await probe()
    if (found) return found
    await Bun.sleep(50)
  }
}

async function broadcaster(columns: Parameters<typeof createCategory>[1] = {}) {
  const [anna, moderator] = [await createUser(t.db), await createUser(t.db)]
  const home = await createCategory(t.db, { creator: moderator, ...columns })
  await joinCategory(t.db, anna, home)
  const [api, bearer] = [await t.as(anna), await t.bearerOf(anna)]
  const made = await api.streams.create({ title: 'Z kamery', stream_type: 'browser', category_id: home.id })
  const send = (seq: number, body: Uint8Array<ArrayBuffer> | Buffer, headers: Record<string, string> = {}) =>
    t.request(`/api/streams/${made.id}/media?seq=${seq}`, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'video/webm', ...headers },
    })
  return { anna, moderator, home, api, made, send }
}

const isOwnedBy = (id: number) => and(eq(streamMedia.stream_id, id), isNotNull(streamMedia.owner))

const media = (id: number, name: string, headers = {}) => t.request(`/media/live/${id}/${name}`, { headers })

const playlist = async (id: number) => {
  const answer = await media(id, 'index.m3u8')
  return answer.status === 200 ? answer.text() : null
}

describe('container formats and playlists of a stream', () => {
  test('STREAM-4 the first bytes of a recording identify its container, the codec name identifies H.264', () => {
    const webm = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from('...V_MPEG4/ISO/AVC...')])
    expect(containerOf(webm)).toBe('matroska')
    expect(hasH264([webm.subarray(0, 10), webm.subarray(10)])).toBe(true)
    expect(containerOf(Buffer.from('\0\0\0\u0018ftypisom'))).toBe('mov')
    expect(containerOf(Buffer.from('\u001fC'))).toBeNull()
    expect(hasH264([Buffer.from('V_VP8')])).toBe(false)
  })

  test('STREAM-4 the tracks of a WebM recording are known once its first cluster has arrived, in any piece', () => {
    const header = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), Buffer.from('...V_MPEG4/ISO/AVC')])
    const cluster = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
    expect(hasTracks('matroska', [header.subarray(0, 10)])).toBe(false)
    expect(hasTracks('matroska', [header, cluster.subarray(0, 2)])).toBe(false)
    expect(hasTracks('matroska', [header, cluster.subarray(0, 2), cluster.subarray(2)])).toBe(true)
  })

  test('STREAM-4 a playlist lists the latest segments and marks the start of a new recording', () => {
    const segments = [
      { number: 3, seconds: 2.04, run: 1 },
      { number: 4, seconds: 1.96, run: 2 },
    ]
    expect(playlistOf(segments, { isEnded: true })).toBe(
      `#EXTM3U
#EXT-X-VERSION:3
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:3
#EXT-X-DISCONTINUITY-SEQUENCE:1
#EXTINF:2.040,
3.ts
#EXT-X-DISCONTINUITY
#EXTINF:1.960,
4.ts
#EXT-X-ENDLIST
`,
    )
  })
})

describe('pieces of a stream', () => {
  needsFfmpeg('STREAM-4 pieces become segments and a thumbnail; a repeated or early piece is refused', async () => {
    const { made, send, api } = await broadcaster()
    expect(made).toMatchObject({ playback: { kind: 'hls', url: `/media/live/${made.id}/index.m3u8` }, url: null })
    const pieces = await record('libx264')
    expect((await send(0, pieces[0]!)).status).toBe(204)
    const wrong = await send(5, pieces[1]!)
    expect([wrong.status, await wrong.json()]).toMatchObject([409, { code: 'wrong_sequence', expected: 1 }])
    for (const [at, piece] of pieces.entries()) if (at > 0) expect((await send(at, piece)).status).toBe(204)
    const again = await send(2, pieces[2]!)
    expect(await again.json()).toMatchObject({ expected: pieces.length })
    const text = await until(async () => ((await playlist(made.id))?.includes('1.ts') ? playlist(made.id) : null))
    expect(text).toStartWith('#EXTM3U')
    const segment = await media(made.id, '0.ts')
    expect(segment.headers.get('content-type')).toBe('video/mp2t')
    expect(new Uint8Array(await segment.arrayBuffer())[0]).toBe(0x47)
    const shown = await until(async () => {
      const now = await api.streams.get({ stream_id: made.id })
      return now.thumbnail_url !== null && now
    })
    expect((await t.request(shown.thumbnail_url!)).headers.get('content-type')).toBe('image/jpeg')

    await api.streams.end({ stream_id: made.id })
    const ended = await send(pieces.length, pieces[1]!)
    expect([ended.status, await ended.json()]).toMatchObject([409, { code: 'ended' }])
    await until(async () => (await playlist(made.id))?.includes('#EXT-X-ENDLIST'))
    await t.db
      .update(stream)
      .set({ ended_at: new Date(0) })
      .where(eq(stream.id, made.id))
    await addJob(t.db, 'look_after_streams', {})
    await runJobs(t.services)
    expect(await t.services.media.exists(`live/${made.id}/0.ts`)).toBe(false)
    expect(await t.services.media.exists(`live/${made.id}/index.m3u8`)).toBe(false)
    expect(await t.db.$count(streamMedia, eq(streamMedia.stream_id, made.id))).toBe(0)
  })

  needsFfmpeg('STREAM-4 pieces with VP8 video are encoded as H.264', async () => {
    const { made, send } = await broadcaster()
    for (const [at, piece] of (await record('libvpx')).entries()) expect((await send(at, piece)).status).toBe(204)
    await until(async () => (await playlist(made.id))?.includes('0.ts'))
    const probe = Bun.spawn(
      [Bun.which('ffprobe')!, '-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', '-'],
      { stdin: new Uint8Array(await (await media(made.id, '0.ts')).arrayBuffer()), stdout: 'pipe' },
    )
    const codecs = (await new Response(probe.stdout).text()).split(/[\s,]+/)
    expect(codecs).toContain('h264')
    expect(codecs).toContain('aac')
  })

  needsFfmpeg(
    'STREAM-4 pieces are refused if they are no video, too large, from somebody else or misnumbered',
    async () => {
      const { made, send } = await broadcaster()
      expect((await send(0, Buffer.from('nic'))).status).toBe(415)
      expect((await send(0, Buffer.from('nic'), { 'content-type': 'text/plain' })).status).toBe(415)
      expect((await send(0, Buffer.alloc(8 * 1_048_576 + 1))).status).toBe(413)
      const stranger = await t.bearerOf(await createUser(t.db))
      const answer = await t.request(`/api/streams/${made.id}/media?seq=0`, {
        method: 'POST',
        body: 'x',
        headers: { authorization: `Bearer ${stranger}`, 'content-type': 'video/webm' },
      })
      expect(answer.status).toBe(403)
      expect((await t.request(`/api/streams/${made.id}/media?seq=0`, { method: 'POST', body: 'x' })).status).toBe(401)
      expect((await send(-1, Buffer.from('nic'))).status).toBe(422)
    },
  )

  needsFfmpeg("STREAM-4 the body of a request is read only for the next piece of the sender's own stream", async () => {
    const { made, send } = await broadcaster()
    const tooLarge = Buffer.alloc(8 * 1_048_576 + 1)
    const [stranger, missing] = [await t.bearerOf(await createUser(t.db)), `/api/streams/${made.id + 1_000}`]
    const by = (bearer: string, path = `/api/streams/${made.id}`) =>
      t.request(`${path}/media?seq=0`, {
        method: 'POST',
        body: new Uint8Array(tooLarge),
        headers: { authorization: `Bearer ${bearer}`, 'content-type': 'video/webm' },
      })
    expect((await by(stranger)).status).toBe(403)
    expect((await by(stranger, missing)).status).toBe(404)
    expect((await send(3, tooLarge)).status).toBe(409)
    expect((await send(0, tooLarge)).status).toBe(413)
  })

  needsFfmpeg('STREAM-4 a new request aborts an earlier one whose body never ends', async () => {
    const { made, send, anna } = await broadcaster()
    const bearer = await t.bearerOf(anna)
    const { promise: isRead, resolve } = Promise.withResolvers<void>()
    const body = new ReadableStream({ pull: () => resolve() }, { highWaterMark: 0 })
    const endless = t.request(`/api/streams/${made.id}/media?seq=0`, {
      method: 'POST',
      body,
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'video/webm' },
    })
    const [piece] = await record('libx264', 1)
    await isRead
    expect((await send(0, piece!)).status).toBe(204)
    expect((await endless).status).toBe(400)
  })

  needsFfmpeg('STREAM-4 a recording without a description of its tracks must be restarted', async () => {
    const { send } = await broadcaster()
    expect((await send(0, Buffer.from('\0\0\0\u0018ftypisom'))).status).toBe(204)
    expect((await send(1, Buffer.alloc(70_000))).status).toBe(204)
    const next = await send(2, Buffer.alloc(10))
    expect([next.status, await next.json()]).toMatchObject([409, { expected: 2, restart: true }])
  })

  needsFfmpeg('STREAM-4 a stream that begins while the leases of others are renewed is not interrupted', async () => {
    const [first, second] = [await broadcaster(), await broadcaster()]
    const beginning = Buffer.from('\0\0\0\u0018ftypisom')
    expect((await first.send(0, beginning)).status).toBe(204)
    const leaseEnd = async () => {
      const [row] = await t.db.select().from(streamMedia).where(eq(streamMedia.stream_id, first.made.id))
      return row!.owned_until?.getTime()
    }
    const before = await leaseEnd()
    await t.db.transaction(async (tx) => {
      await tx.select().from(streamMedia).where(eq(streamMedia.stream_id, first.made.id)).for('update')
      await until(async () => {
        const waiting = await t.db.execute(
          sql`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
        return waiting.length > 0
      })
      expect((await second.send(0, beginning)).status).toBe(204)
    })
    await until(async () => (await leaseEnd()) !== before)
    await Bun.sleep(100)
    expect((await second.send(1, Buffer.alloc(10))).status).toBe(204)
  })

  needsFfmpeg('STREAM-4 a process that takes over deletes old segments of the previous process', async () => {
    const { made, anna } = await broadcaster()
    const pieces = await record('libx264', 4)
    await t.services.media.put(`live/${made.id}/0.ts`, new Uint8Array([0x47]))
    await t.db.update(streamMedia).set({ segments: KEPT }).where(eq(streamMedia.stream_id, made.id))
    const next = createLiveStreams(t.services)
    const about = { id: made.id, userId: anna.id, lang: 'pl' as const, now: new Date() }
    for (const [seq, bytes] of pieces.entries()) await next.receive({ ...about, seq, bytes })
    await until(async () => (await playlist(made.id))?.includes(`${KEPT}.ts`))
    await next.close()
    expect(await t.services.media.exists(`live/${made.id}/0.ts`)).toBe(false)
  })

  needsFfmpeg(
    'STREAM-4 a stream without pieces becomes interrupted, resumes with the next piece, and ends at last',
    async () => {
      const { made, send, api } = await broadcaster()
      const state = () => api.streams.get({ stream_id: made.id })
      const pieces = await record('libx264', 4)
      await send(0, pieces[0]!)
      expect(await state()).toMatchObject({ is_live: true, is_interrupted: false })
      await until(async () => (await state()).is_interrupted)
      expect((await send(1, pieces[1]!)).status).toBe(204)
      expect(await state()).toMatchObject({ is_live: true, is_interrupted: false })
      const ended = await until(async () => {
        const now = await state()
        return !now.is_live && now
      })
      expect(ended).toMatchObject({ is_interrupted: false, playback: null })
    },
  )

  needsFfmpeg(
    'STREAM-4 a second process asks for a new recording after the first one stopped, and encodes it',
    async () => {
      const { made, anna, api } = await broadcaster()
      const pieces = await record('libx264', 4)
      const piece = (seq: number, bytes: Buffer) => ({
        id: made.id,
        seq,
        bytes,
        userId: anna.id,
        lang: 'pl' as const,
        now: new Date(),
      })
      const [first, second] = [createLiveStreams(t.services), createLiveStreams(t.services)]
      await first.receive(piece(0, pieces[0]!))
      // The second process relays the piece to the first one, which encodes the stream.
      await second.receive(piece(1, pieces[1]!))
      await first.close()
      expect(await second.receive(piece(2, pieces[2]!)).catch((error) => error)).toMatchObject({
        code: 'wrong_sequence',
        details: { extra: { expected: 2, restart: true } },
      })
      await second.receive(piece(2, pieces[0]!))
      for (let at = 1; at < 4; at += 1) await second.receive(piece(2 + at, pieces[at]!))
      await until(async () => (await playlist(made.id))?.includes('.ts'))
      await api.streams.end({ stream_id: made.id })
      await second.close()
    },
  )

  test('STREAM-4 streaming from a browser is refused with a reason if ffmpeg is missing', async () => {
    const without = createLiveStreams(t.services, { ffmpeg: null })
    expect(without.hasEncoder()).toBe(false)
    const api = await t.as(await createUser(t.db), { lang: 'en' })
    const { live } = t.services
    Object.assign(t.services, { live: without })
    const answer = await api.streams.create({ title: 'Z kamery', stream_type: 'browser' }).catch((error) => error)
    Object.assign(t.services, { live })
    expect(answer).toMatchObject({ status: 503, code: 'no_encoder', detail: expect.stringContaining('ffmpeg') })
  })

  needsFfmpeg('STREAM-8 pieces of a removed post are refused, and its encoder is freed', async () => {
    const { made, send, moderator } = await broadcaster()
    const pieces = await record('libx264', 3)
    await send(0, pieces[0]!)
    await (await t.as(moderator)).moderation.remove({ post_id: made.post_id!, reason_code: 'spam' })
    const refused = await send(1, pieces[1]!)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'ended' }])
    await until(async () => (await t.db.$count(streamMedia, isOwnedBy(made.id))) === 0)
  })

  needsFfmpeg('STREAM-8 pieces of a held post are refused until it is approved, then encoded', async () => {
    const { made, send, moderator, api } = await broadcaster()
    const pieces = await record('libx264', 4)
    await send(0, pieces[0]!)
    await t.db.update(post).set({ held_at: new Date() }).where(eq(post.id, made.post_id!))
    const refused = await send(1, pieces[1]!)
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'stream_held' }])
    await until(async () => (await t.db.$count(streamMedia, isOwnedBy(made.id))) === 0)
    // A stream that sends nothing for a while is interrupted; each refused piece restarts this timeout.
    for (let at = 0; at < 10; at += 1) {
      await Bun.sleep(500)
      await send(1, pieces[0]!)
    }
    expect(await api.streams.get({ stream_id: made.id })).toMatchObject({ is_live: true })
    await (await t.as(moderator)).moderation.approve({ post_id: made.post_id! })
    for (const [at, piece] of pieces.entries()) expect((await send(at + 1, piece)).status).toBe(204)
    await until(async () => (await playlist(made.id))?.includes('.ts'))
  })

  needsFfmpeg('STREAM-8 held streams take no encoder slot; after approval they wait for a free one', async () => {
    const [held, other] = [await broadcaster(), await broadcaster()]
    await t.db.update(post).set({ held_at: new Date() }).where(eq(post.id, held.made.post_id!))
    const pieces = await record('libx264', 2)
    await t.db.update(streamMedia).set({ owner: null, owned_until: null })
    expect((await other.send(0, pieces[0]!)).status).toBe(204)
    await t.db.update(post).set({ held_at: null }).where(eq(post.id, held.made.post_id!))
    await limitTo(1)
    const refused = await held.send(0, pieces[0]!)
    await limitTo(100)
    expect([refused.status, await refused.json()]).toMatchObject([503, { code: 'no_encoder' }])
    expect((await held.send(0, pieces[0]!)).status).toBe(204)
  })

  needsFfmpeg('STREAM-8 segments and playlist return 404 once the post is removed', async () => {
    const { made, send, moderator, home } = await broadcaster()
    for (const [at, piece] of (await record('libx264', 4)).entries()) await send(at, piece)
    await until(() => playlist(made.id))
    await (await t.as(moderator)).moderation.remove({ post_id: made.post_id!, reason_code: 'spam' })
    await until(async () => (await media(made.id, 'index.m3u8')).status === 404)
    expect((await media(made.id, '0.ts')).status).toBe(404)
    expect(home.id).toBe(made.category!.id)
  })

  needsFfmpeg('STREAM-8 segments of an adult community are served on the adult variant only', async () => {
    const { made, send } = await broadcaster({ is_nsfw: true })
    for (const [at, piece] of (await record('libx264', 4)).entries()) await send(at, piece)
    await until(async () => (await media(made.id, 'index.m3u8', { host: 'adult.localhost' })).status === 200)
    expect((await media(made.id, 'index.m3u8')).status).toBe(404)
  })
})
