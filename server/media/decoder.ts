import { join } from 'node:path'
import { cropSquares, makeImage, type MadeImage } from './images.ts'
import { MediaRefused, type RefusalReason } from './refusal.ts'
import { contentHash } from './storage-keys.ts'
import { cleanVideo, type VideoFormat } from './video-cleaning/clean.ts'

/* `decoder-pool.ts` starts this process, so that the server is spared the memory and the crashes of decoding. */

export type DecoderTask = { path: string; folder: string } & (
  | { kind: 'image'; widths: readonly number[] }
  | { kind: 'squares' }
  | { kind: 'video'; format: VideoFormat }
)
export type DecodedImage = MadeImage<string> & { hash: string }
export type CleanedVideo = { content: string; hash: string }
export type Squares =
  Awaited<ReturnType<typeof cropSquares>> extends Map<infer Side, unknown> ? Map<Side, string> : never
export type DecoderResult = DecodedImage | CleanedVideo | Squares
export type DecoderRequest = { id: number; task: DecoderTask }
export type DecoderReply = { id: number } & (
  | { result: DecoderResult }
  | { refused: RefusalReason }
  | { failed: string }
)

type Save = (name: string, bytes: Uint8Array) => Promise<string>

async function decodeImage(file: Blob, widths: readonly number[], save: Save): Promise<DecodedImage> {
  const image = await makeImage(file, widths)
  const narrower = new Map<number, string>()
  for (const [width, bytes] of image.narrower) narrower.set(width, await save(String(width), bytes))
  const poster = image.poster && (await save('poster', image.poster))
  return { ...image, hash: contentHash(image.content), content: await save('image', image.content), poster, narrower }
}

async function decodeSquares(file: Blob, save: Save): Promise<Squares> {
  const squares: Squares = new Map()
  for (const [side, bytes] of await cropSquares(file)) squares.set(side, await save(String(side), bytes))
  return squares
}

async function decodeVideo(file: Blob, format: VideoFormat, save: Save): Promise<CleanedVideo> {
  const bytes = Buffer.from(await file.arrayBuffer())
  cleanVideo(bytes, format)
  return { content: await save('video', bytes), hash: contentHash(bytes) }
}

function perform(task: DecoderTask): Promise<DecoderResult> {
  const file = Bun.file(task.path)
  const save: Save = async (name, bytes) => {
    const path = join(task.folder, name)
    await Bun.write(path, bytes, { mode: 0o600 })
    return path
  }
  switch (task.kind) {
    case 'image':
      return decodeImage(file, task.widths, save)
    case 'squares':
      return decodeSquares(file, save)
    case 'video':
      return decodeVideo(file, task.format, save)
  }
}

export async function reply({ id, task }: DecoderRequest): Promise<DecoderReply> {
  try {
    return { id, result: await perform(task) }
  } catch (error) {
    return error instanceof MediaRefused ? { id, refused: error.reason } : { id, failed: String(error) }
  }
}

/** The decoder process ends only when its parent kills it or exits. */
export function answerRequests(answer: (request: DecoderRequest) => Promise<DecoderReply>): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.on('disconnect', () => process.exit())
  process.on('message', async (request: DecoderRequest) => {
    process.send!(await answer(request))
  })
}

if (import.meta.main) answerRequests(reply)
