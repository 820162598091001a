import { afterAll, expect, test } from 'bun:test'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeImageApart } from './decode-apart.ts'
import { makeImage } from './images.ts'
import { contentHash } from './keys.ts'
import { makeGif, makePhoto, makePng, makePngThatClaims } from './testing/pictures.ts'

const folder = await mkdtemp(join(tmpdir(), 'watek-apart-'))
afterAll(() => rm(folder, { recursive: true }))

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(folder, crypto.randomUUID())
  await Bun.write(path, bytes)
  return path
}

/** The processes that decode for this one. */
const decoders = () => Bun.spawnSync(['pgrep', '-P', String(process.pid), '-f', 'media/decoder.ts']).stdout.toString().split('\n').filter(Boolean).map(Number)

/** One that is over already needs no ending. */
function end(decoder: number, signal: 'SIGKILL' | 'SIGSTOP' = 'SIGKILL'): void {
  try {
    process.kill(decoder, signal)
  } catch {}
}

const reasonOf = async (bytes: Uint8Array) => {
  const error = await makeImageApart(await fileOf(bytes)).catch((thrown: unknown) => thrown)
  return (error as { reason?: string }).reason
}

test('a picture is the same as if it had been made here, and lies in files until they are removed', async () => {
  const photo = await makePhoto(1_000, 700)
  const path = await fileOf(photo)
  const [here, apart] = [await makeImage(Bun.file(path), [480, 960]), await makeImageApart(path, [480, 960])]
  expect(apart).toMatchObject({ width: 1_000, height: 700, isMoving: false, poster: null, placeholder: here.placeholder, hash: contentHash(here.content) })
  expect(Buffer.from(await apart.content.bytes())).toEqual(Buffer.from(here.content))
  expect([...apart.narrower.keys()]).toEqual([480, 960])
  expect(Buffer.from(await apart.narrower.get(480)!.bytes())).toEqual(Buffer.from(here.narrower.get(480)!))
  await apart.remove()
  await rm(path)
  expect(await readdir(folder)).toEqual([])
})

test('one that moves has its poster', async () => {
  const apart = await makeImageApart(await fileOf(makeGif(20, 10)))
  expect(apart.isMoving).toBe(true)
  expect(await new Bun.Image(await apart.poster!.bytes()).metadata()).toMatchObject({ format: 'webp', width: 20, height: 10 })
})

test('what is refused is refused with its reason', async () => {
  expect(await reasonOf(Buffer.from('<svg/>'))).toBe('svg')
  expect(await reasonOf(makePngThatClaims(30_000, 30_000))).toBe('pixels')
  expect(await reasonOf(makePng(64, 48).subarray(0, 150))).toBe('damaged')
})

test('a file that ends every decoder is refused, and the next one is made', async () => {
  const path = await fileOf(makePng(6_000, 6_000))
  const outcome = makeImageApart(path).catch((error: unknown) => error)
  const fatal = setInterval(() => decoders().forEach((decoder) => end(decoder)), 5)
  const refused = await outcome
  clearInterval(fatal)
  expect(refused).toMatchObject({ reason: 'damaged', cause: { message: 'The decoder was ended by SIGKILL' } })
  expect(await makeImageApart(await fileOf(makePng(10, 10)))).toMatchObject({ width: 10 })
})

test('whoever waits when the decoder dies is served by another', async () => {
  await makeImageApart(await fileOf(makePng(10, 10)))
  const paths = await Promise.all(Array.from({ length: 6 }, () => fileOf(makePng(1_000, 1_000))))
  const made = Promise.all(paths.map((path) => makeImageApart(path)))
  const [decoder] = decoders()
  end(decoder!)
  expect((await made).map(({ width }) => width)).toEqual(Array(6).fill(1_000))
  expect(decoders()).not.toContain(decoder!)
})


test('a file that no decoder comes out of is refused in its time, leaves nothing, and the next one is made', async () => {
  const path = await fileOf(makePng(3_000, 3_000))
  const begun = performance.now()
  const outcome = makeImageApart(path, [480], { shared: 400, alone: 600 }).catch((error: unknown) => error)
  const held = new Set<number>()
  const holding = setInterval(() => decoders().forEach((decoder) => {
    held.add(decoder)
    end(decoder, 'SIGSTOP')
  }), 5)
  const refused = await outcome
  clearInterval(holding)
  expect(refused).toMatchObject({ reason: 'damaged', cause: { message: 'The decoder took more than 600 ms' } })
  expect(performance.now() - begun).toBeLessThan(10_000)
  expect(held.size).toBe(2)
  expect((await readdir(folder)).filter((name) => path.endsWith(name.split('.')[0]!))).toEqual([path.slice(folder.length + 1)])
  expect(await makeImageApart(await fileOf(makePng(10, 10)))).toMatchObject({ width: 10 })
  expect(decoders().filter((decoder) => held.has(decoder))).toEqual([])
})

test('whoever waits for a decoder that hangs is served by another', async () => {
  await makeImageApart(await fileOf(makePng(10, 10)))
  const [decoder] = decoders()
  end(decoder!, 'SIGSTOP')
  const made = await Promise.all(Array.from({ length: 4 }, async () => makeImageApart(await fileOf(makePng(300, 300)), [], { shared: 300, alone: 20_000 })))
  expect(made.map(({ width }) => width)).toEqual(Array(4).fill(300))
  expect(decoders()).not.toContain(decoder!)
})
