import { cleanVideoFile, decodeImage } from './decoder-pool.ts'
import { HEADER_BYTES, kindOf } from './file-types.ts'
import { extractFrame } from './video-frame.ts'
import { MediaRefused } from './refusal.ts'
import { videoPosterOf } from './storage-keys.ts'

async function posterOf(...[path, folder, format, ffmpeg]: Parameters<typeof extractFrame>): Promise<Blob | null> {
  const frame = await extractFrame(path, folder, format, ffmpeg)
  return frame === null
    ? null
    : decodeImage(frame, folder).then(
        ({ content }) => content,
        () => null,
      )
}

/** The cleaned video and its poster are in `folder`. @throws MediaRefused */
export async function makeVideo(
  path: string,
  folder: string,
  ffmpeg?: string | null,
): Promise<{ url: string; hash: string; files: Map<string, Blob>; poster_url: string | null }> {
  const format = kindOf(await Bun.file(path).slice(0, HEADER_BYTES).bytes())
  if (format === 'quicktime') throw new MediaRefused('quicktime')
  if (format !== 'mp4' && format !== 'webm') throw new MediaRefused('not_video')
  const { hash, content } = await cleanVideoFile(path, folder, format)
  const url = `/media/v/${hash}.${format}`
  const poster = await posterOf(content.name!, folder, format, ffmpeg)
  const poster_url = poster === null ? null : videoPosterOf(url)
  const files = new Map<string, Blob>([[url, content]])
  if (poster && poster_url) files.set(poster_url, poster)
  return { url, hash, files, poster_url }
}
