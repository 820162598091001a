import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BunFile, Subprocess } from 'bun'
import { UPLOAD } from '#shared/limits.ts'
import type { Decoded, Delivery, Order } from './decoder.ts'
import type { MadeImage } from './images.ts'
import { MediaRefused } from './refusal.ts'
import { createSemaphore } from './semaphore.ts'

/** Without orders for so long it is ended, and its memory is free. */
const IDLE = 10_000

/** In ms: as long may a picture take where others are decoded beside it, and then where it is alone. The largest takes one to three seconds. */
const PATIENCE = { shared: 15_000, alone: 15_000 }

class Died extends Error {}

type Decoder = { decode: (path: string, widths: readonly number[], patience: number) => Promise<Decoded>, end: () => void, isOver: () => boolean }

let ordered = 0

function startDecoder(): Decoder {
  const waiting = new Map<number, PromiseWithResolvers<Decoded>>()
  let tooLong: string | null = null
  const child: Subprocess = Bun.spawn([process.execPath, join(import.meta.dir, 'decoder.ts')], {
    stdin: 'ignore', stdout: 'ignore', stderr: 'ignore', serialization: 'advanced',
    // No secret of ours, and nothing of what Bun reads from .env.
    env: {}, cwd: import.meta.dir,
    ipc(delivery: Delivery) {
      const order = waiting.get(delivery.id)
      waiting.delete(delivery.id)
      if ('image' in delivery) order?.resolve(delivery.image)
      else order?.reject('refused' in delivery ? new MediaRefused(delivery.refused) : new Error(`A picture could not be made: ${delivery.failed}`))
    },
    onExit() {
      for (const order of waiting.values()) order.reject(new Died(tooLong ?? `The decoder was ended by ${child.signalCode ?? child.exitCode}`))
      waiting.clear()
    },
  })
  child.unref()
  const isOver = () => child.exitCode !== null || child.signalCode !== null || child.killed
  return {
    isOver,
    end: () => child.kill('SIGKILL'),
    decode(path, widths, patience) {
      const order = Promise.withResolvers<Decoded>()
      if (isOver()) return Promise.reject(new Died('The decoder is over'))
      ordered += 1
      waiting.set(ordered, order)
      child.send({ id: ordered, path, widths } satisfies Order)
      // Nobody can tell what it hangs in, nor stop that: all of it goes, and what else waits is served by another.
      const timer = setTimeout(() => {
        tooLong = `The decoder took more than ${patience} ms`
        child.kill('SIGKILL')
      }, patience)
      timer.unref()
      return order.promise.finally(() => clearTimeout(timer))
    },
  }
}

const decoding = createSemaphore(UPLOAD.decoders)
let shared: Decoder | null = null
let busy = 0
let idle: Timer | undefined

/** Has something decoded by the process that all share, which is started when it is first needed. */
async function byShared(path: string, widths: readonly number[], patience: number): Promise<Decoded> {
  clearTimeout(idle)
  if (!shared || shared.isOver()) shared = startDecoder()
  busy += 1
  try {
    return await shared.decode(path, widths, patience)
  } finally {
    busy -= 1
    if (busy === 0) {
      idle = setTimeout(() => {
        shared?.end()
        shared = null
      }, IDLE)
      idle.unref()
    }
  }
}

/** The same by a process of its own: another's file may have brought the shared one down. */
async function alone(path: string, widths: readonly number[], patience: number): Promise<Decoded> {
  const own = startDecoder()
  try {
    return await own.decode(path, widths, patience)
  } catch (error) {
    if (!(error instanceof Died)) throw error
    // Whatever it had made already lies there still.
    await Promise.all(Array.from({ length: widths.length + 2 }, (_, at) => rm(`${path}.${at}`, { force: true })))
    throw new MediaRefused('damaged', { cause: error })
  } finally {
    own.end()
  }
}

export type ImageApart = MadeImage<BunFile> & { hash: string, remove: () => Promise<void> }

/**
 * `makeImage` in another process, so that neither the memory that pictures take nor a file that brings the decoder down, or never
 * comes out of it, is felt here. What it made lies in files beside the given one until `remove` is called. At most four at a time.
 * @throws MediaRefused
 */
export function makeImageApart(path: string, widths: readonly number[] = [], patience = PATIENCE): Promise<ImageApart> {
  return decoding(async () => {
    const image = await byShared(path, widths, patience.shared).catch((error: unknown) => {
      if (error instanceof Died) return alone(path, widths, patience.alone)
      throw error
    })
    const paths = [image.content, image.poster, ...image.narrower.values()].filter((place) => place !== null)
    return {
      ...image,
      content: Bun.file(image.content),
      poster: image.poster === null ? null : Bun.file(image.poster),
      narrower: new Map([...image.narrower].map(([width, place]) => [width, Bun.file(place)])),
      remove: async () => {
        await Promise.all(paths.map((place) => rm(place, { force: true })))
      },
    }
  })
}
