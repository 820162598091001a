import { rm } from 'node:fs/promises'
import { contentHash } from './keys.ts'
import { makeImage, type MadeImage } from './images.ts'
import { MediaRefused, type RefusalReason } from './refusal.ts'

/*
 * The process in which the pictures of members are decoded: `bun server/media/decoder.ts`, started by `decode-apart.ts`. What a
 * decoder takes of memory, and what a hostile file does to it, stays in here.
 */

export type Order = { id: number, path: string, widths: readonly number[] }
/** Contents are paths beside that of the order; `hash` is that of the content. */
export type Decoded = MadeImage<string> & { hash: string }
export type Delivery = { id: number } & ({ image: Decoded } | { refused: RefusalReason } | { failed: string })

async function decode({ path, widths }: Order): Promise<Decoded> {
  const image = await makeImage(Bun.file(path), widths)
  const made: string[] = []
  const keep = async (bytes: Uint8Array) => {
    const place = `${path}.${made.length}`
    made.push(place)
    await Bun.write(place, bytes)
    return place
  }
  try {
    const narrower = new Map<number, string>()
    for (const [width, bytes] of image.narrower) narrower.set(width, await keep(bytes))
    const poster = image.poster && await keep(image.poster)
    return { ...image, hash: contentHash(image.content), content: await keep(image.content), poster, narrower }
  } catch (error) {
    await Promise.all(made.map((place) => rm(place, { force: true })))
    throw error
  }
}

async function answer(order: Order): Promise<Delivery> {
  const { id } = order
  try {
    return { id, image: await decode(order) }
  } catch (error) {
    return error instanceof MediaRefused ? { id, refused: error.reason } : { id, failed: String(error) }
  }
}

if (import.meta.main) {
  // Whoever gave the orders ends it, also by ceasing to be there.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (order: Order) => {
    process.send!(await answer(order))
  })
}
