import { afterAll, describe, expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { incomingFolder } from '#server/media/open-storage.ts'
import { makePng } from '#server/media/testing/pictures.ts'
import { makeMp4 } from '#server/media/testing/videos.ts'
import { createTestApp } from '#server/test/app.ts'
import { createUser } from '#server/test/factories.ts'
import { upload } from './table.ts'

const MEBIBYTE = 1024 * 1024

const t = await createTestApp()
const member = await createUser(t.db)
const authorization = `Bearer ${await t.bearerOf(member)}`

type Message = { port?: number; rss?: number }
const receivers: ((message: Message) => void)[] = []
const nextMessage = () => new Promise<Message>((resolve) => receivers.push(resolve))

const first = nextMessage()
const server = Bun.spawn([process.execPath, join(import.meta.dir, 'testing/upload-server.ts')], {
  env: {
    ...process.env,
    NODE_ENV: 'development',
    DATABASE_URL: t.config.databaseUrl!,
    DATA_DIR: t.config.dataDir,
    PUBLIC_URL: '',
    SESSION_SECRET: t.config.sessionSecret,
    ADMIN_PASSWORD: t.config.adminPassword,
    RATE_LIMIT_SCALE: '1000000',
  },
  ipc: (message: Message) => receivers.shift()?.(message),
})
const { port } = await first
const origin = `http://127.0.0.1:${port}`
afterAll(async () => {
  server.kill()
  await server.exited
})

/** The maximum memory in bytes that the server has used since the last call. */
async function maxMemory(): Promise<number> {
  const answer = nextMessage()
  server.send('memory')
  return (await answer).rss!
}

const HEAD = '--x\r\nContent-Disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n'
const TAIL = '\r\n--x--\r\n'

/** Creates the body of a form without Content-Length, whose file has `size` bytes. */
function formOf(size: number, start = Buffer.alloc(0)): ReadableStream<Uint8Array> {
  let left = size - start.length
  return new ReadableStream({
    start(controller) {
      controller.enqueue(Buffer.concat([Buffer.from(HEAD), start]))
    },
    pull(controller) {
      const length = Math.min(left, 65_536)
      left -= length
      if (length > 0) return controller.enqueue(Buffer.alloc(length, 7))
      controller.enqueue(Buffer.from(TAIL))
      controller.close()
    },
  })
}

const send = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) =>
  fetch(`${origin}/api/upload/video`, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'multipart/form-data; boundary=x', ...headers },
  })

const received = () => readdir(incomingFolder(t.config)).catch(() => [])

async function until(probe: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (Date.now() < end && !(await probe())) await Bun.sleep(20)
}

describe('memory during large uploads', () => {
  test("CON-4 eight uploads of 60 MB get 413 while the server's memory grows by less than 64 MiB", async () => {
    await (await send(formOf(MEBIBYTE))).text()
    await maxMemory()
    const before = await maxMemory()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(formOf(60_000_000))))
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(413))
    expect(await answers[0]!.json()).toEqual({
      code: 'too_large',
      detail: 'Plik wideo jest za duży. Maksymalnie 50 MB',
    })
    const grown = ((await maxMemory()) - before) / MEBIBYTE
    console.log(`Memory grew by ${grown.toFixed(1)} MiB`)
    expect(grown).toBeLessThan(64)
    expect(await received()).toEqual([])
  })

  test('uploads with too large a Content-Length are refused before they are read', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        fetch(`${origin}/api/upload/video`, {
          method: 'POST',
          body: new Uint8Array(60_000_000),
          headers: { authorization, 'content-type': 'multipart/form-data; boundary=x' },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(413))
  })
})

test('eight concurrent videos of 50 MiB take less than 64 MiB of memory and are served unchanged', async () => {
  const film = makeMp4()
  const rest = Buffer.alloc(8)
  rest.writeUInt32BE(50 * MEBIBYTE - film.length)
  rest.write('mdat', 4)
  await maxMemory()
  const before = await maxMemory()
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => send(formOf(50 * MEBIBYTE, Buffer.concat([film, rest])))),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201))
  const { url } = (await answers[0]!.json()) as { url: string }
  const grown = ((await maxMemory()) - before) / MEBIBYTE
  console.log(`Memory grew by ${grown.toFixed(1)} MiB`)
  expect(grown).toBeLessThan(64)
  const head = await fetch(origin + url, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe(String(50 * MEBIBYTE))
  const end = await fetch(origin + url, { headers: { range: 'bytes=-3' } })
  expect([end.status, [...new Uint8Array(await end.arrayBuffer())]]).toEqual([206, [7, 7, 7]])
  const whole = await fetch(origin + url, { headers: { range: 'bytes=0-1', 'if-range': '"another"' } })
  expect([whole.status, (await whole.arrayBuffer()).byteLength]).toEqual([200, 50 * MEBIBYTE])
})

test('eight concurrent pictures of 25 megapixels are accepted while memory grows by less than 64 MiB', async () => {
  const picture = makePng(5_000, 5_000)
  const upload = async () => {
    const form = new FormData()
    form.append('file', new Blob([picture]), 'a.png')
    return (await fetch(`${origin}/api/upload/image`, { method: 'POST', body: form, headers: { authorization } }))
      .status
  }
  await maxMemory()
  const before = await maxMemory()
  expect(await Promise.all(Array.from({ length: 8 }, upload))).toEqual(Array(8).fill(201))
  const grown = ((await maxMemory()) - before) / MEBIBYTE
  console.log(`Memory grew by ${grown.toFixed(1)} MiB`)
  expect(grown).toBeLessThan(64)
})

describe('interrupted uploads', () => {
  test('an interrupted upload leaves no file and no upload row', async () => {
    const uploads = await t.db.$count(upload)
    const socket = connect(port!, '127.0.0.1')
    socket.write(
      `POST /api/upload/video HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nContent-Type: ` +
        `multipart/form-data; boundary=x\r\nContent-Length: 30000000\r\n\r\n${HEAD}`,
    )
    socket.write(Buffer.alloc(2_000_000))
    await until(async () => (await received()).length > 0)
    expect(await received()).toHaveLength(1)
    socket.destroy()
    await until(async () => (await received()).length === 0)
    expect(await received()).toEqual([])
    expect(await t.db.$count(upload)).toBe(uploads)
  })
})

test('a request body too large for a call without files is refused, with or without Content-Length', async () => {
  const large = await fetch(`${origin}/api/posts`, {
    method: 'POST',
    body: new Uint8Array(80_000_000),
    headers: { authorization },
  })
  expect([large.status, ((await large.json()) as { code: string }).code]).toEqual([413, 'too_large'])
  const endless = await fetch(`${origin}/api/posts`, {
    method: 'POST',
    body: formOf(80_000_000),
    headers: { authorization },
  })
  expect(endless.status).toBe(413)
})

test('an upload by a visitor is refused before the file is read', async () => {
  await maxMemory()
  const before = await maxMemory()
  const answers = await Promise.all(Array.from({ length: 8 }, () => send(formOf(60_000_000), { authorization: '' })))
  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(401))
  expect(((await maxMemory()) - before) / MEBIBYTE).toBeLessThan(64)
})
