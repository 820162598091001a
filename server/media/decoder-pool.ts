import { join } from 'node:path'
import type { BunFile } from 'bun'
import { UPLOAD } from '#shared/limits.ts'
import { startScript } from '#server/lib/programs.ts'
import type {
  CleanedVideo,
  DecodedImage,
  DecoderReply,
  DecoderRequest,
  DecoderResult,
  DecoderTask,
  Squares,
} from './decoder.ts'
import type { MadeImage } from './images.ts'
import { MediaRefused } from './refusal.ts'
import { createSemaphore } from './semaphore.ts'
import type { VideoFormat } from './video-cleaning/clean.ts'

const IDLE_TIMEOUT_MS = 10_000

/** Time limits of the shared process, and of a retry in a separate one; the largest image takes 1 to 3 s of CPU. */
const DECODE_TIMEOUT_MS = { shared: 20_000, isolated: 45_000 }

class DecoderExited extends Error {}

type Decoder = {
  decode: (task: DecoderTask, timeout: number) => Promise<DecoderResult>
  end: () => void
  hasExited: () => boolean
}

let lastRequestId = 0

function startDecoder(program: string): Decoder {
  const pending = new Map<number, PromiseWithResolvers<DecoderResult>>()
  let timeoutMessage: string | null = null
  const child = startScript<DecoderReply>(program, {
    message(reply) {
      const request = pending.get(reply.id)
      pending.delete(reply.id)
      if ('result' in reply) request?.resolve(reply.result)
      else
        request?.reject(
          'refused' in reply ? new MediaRefused(reply.refused) : new Error(`The decoder failed: ${reply.failed}`),
        )
    },
    exit({ signalCode, exitCode }) {
      const reason = timeoutMessage ?? `The decoder was ended by ${signalCode ?? exitCode}`
      for (const request of pending.values()) request.reject(new DecoderExited(reason))
      pending.clear()
    },
  })
  const hasExited = () => child.exitCode !== null || child.signalCode !== null || child.killed
  return {
    hasExited,
    end: () => child.kill('SIGKILL'),
    decode(task, timeout) {
      if (hasExited()) return Promise.reject(new DecoderExited('The decoder has exited'))
      const request = Promise.withResolvers<DecoderResult>()
      lastRequestId += 1
      pending.set(lastRequestId, request)
      child.send({ id: lastRequestId, task } satisfies DecoderRequest)
      // A hanging decoder cannot be interrupted, so its process is killed; other requests are retried in a new one.
      const timer = setTimeout(() => {
        timeoutMessage = `The decoder took more than ${timeout} ms`
        child.kill('SIGKILL')
      }, timeout)
      timer.unref()
      return request.promise.finally(() => clearTimeout(timer))
    },
  }
}

/** At most four uploaded files are processed at a time, by decoders and other programs together. */
export const withDecoderSlot = createSemaphore(UPLOAD.decoders)

/** Decoders need much memory and some files crash or hang them, so they run in separate processes. */
export function createDecoderPool({
  program = join(import.meta.dir, 'decoder.ts'),
  timeouts = DECODE_TIMEOUT_MS,
} = {}) {
  let shared: Decoder | null = null
  let running = 0
  let idleTimer: Timer | undefined

  function endWhenIdle(): void {
    idleTimer = setTimeout(() => {
      shared?.end()
      shared = null
    }, IDLE_TIMEOUT_MS)
    idleTimer.unref()
  }

  async function decodeInPool(task: DecoderTask): Promise<DecoderResult> {
    clearTimeout(idleTimer)
    if (!shared || shared.hasExited()) shared = startDecoder(program)
    running += 1
    try {
      return await shared.decode(task, timeouts.shared)
    } finally {
      running -= 1
      if (running === 0) endWhenIdle()
    }
  }

  async function decodeIsolated(task: DecoderTask): Promise<DecoderResult> {
    const decoder = startDecoder(program)
    try {
      return await decoder.decode(task, timeouts.isolated)
    } catch (error) {
      throw error instanceof DecoderExited ? new MediaRefused('damaged', { cause: error }) : error
    } finally {
      decoder.end()
    }
  }

  const decode = (task: DecoderTask) =>
    withDecoderSlot(() =>
      decodeInPool(task).catch((error: unknown) => {
        if (error instanceof DecoderExited) return decodeIsolated(task)
        throw error
      }),
    )

  return {
    async decodeImage(
      path: string,
      folder: string,
      widths: readonly number[] = [],
    ): Promise<MadeImage<BunFile> & { hash: string }> {
      const image = (await decode({ kind: 'image', path, folder, widths })) as DecodedImage
      return {
        ...image,
        content: Bun.file(image.content),
        poster: image.poster === null ? null : Bun.file(image.poster),
        narrower: new Map([...image.narrower].map(([width, file]) => [width, Bun.file(file)])),
      }
    },

    /** The square copies of an avatar are keyed by their side length. */
    async makeSquares(path: string, folder: string) {
      const squares = (await decode({ kind: 'squares', path, folder })) as Squares
      return [...squares].map(([side, file]) => [side, Bun.file(file)] as const)
    },

    async cleanVideoFile(
      path: string,
      folder: string,
      format: VideoFormat,
    ): Promise<{ hash: string; content: BunFile }> {
      const { content, hash } = (await decode({ kind: 'video', path, folder, format })) as CleanedVideo
      return { hash, content: Bun.file(content) }
    },
  }
}

export const { decodeImage, makeSquares, cleanVideoFile } = createDecoderPool()
