import { open } from 'node:fs/promises'
import { HEAD, kindOf } from './kinds.ts'
import { contentHashOfFile, videoPosterOf } from './keys.ts'
import { cleanMp4 } from './mp4.ts'
import { makePoster } from './poster.ts'
import { MediaRefused } from './refusal.ts'
import { cleanWebm } from './webm.ts'

/**
 * Proves that a file is a video, takes its metadata out in place, and makes its poster where that can be done.
 * @throws MediaRefused
 */
export async function makeVideo(path: string): Promise<{ url: string, hash: string, files: Map<string, Blob | Uint8Array>, poster_url: string | null }> {
  const source = Bun.file(path)
  const kind = kindOf(await source.slice(0, HEAD).bytes())
  if (kind === 'quicktime') throw new MediaRefused('quicktime')
  if (kind !== 'mp4' && kind !== 'webm') throw new MediaRefused('not_video')
  const file = await open(path, 'r+')
  try {
    const { size } = await file.stat()
    await (kind === 'mp4' ? cleanMp4(file, size) : cleanWebm(file, size))
  } finally {
    await file.close()
  }
  const hash = await contentHashOfFile(path)
  const url = `/media/v/${hash}.${kind}`
  const poster = await makePoster(path, kind)
  const poster_url = poster && videoPosterOf(url)
  const files = new Map<string, Blob | Uint8Array>([[url, source]])
  if (poster && poster_url) files.set(poster_url, poster)
  return { url, hash, files, poster_url }
}
