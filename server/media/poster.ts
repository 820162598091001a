import { MEDIA_WIDTHS } from '#shared/rules/media-url.ts'
import { makeImage } from './images.ts'

const PATIENCE = 10_000
const MOST_BYTES = 20_000_000

/**
 * The first picture of a video as WebP, where the machine has ffmpeg and it manages in ten seconds; else null. The kind is
 * told to it, so that no file can pass for a list of other files.
 */
export async function makePoster(path: string, kind: 'mp4' | 'webm', program = Bun.which('ffmpeg')): Promise<Uint8Array | null> {
  if (program === null) return null
  const process = Bun.spawn([
    program, '-nostdin', '-v', 'error', '-protocol_whitelist', 'file,pipe', '-f', kind === 'mp4' ? 'mov' : 'matroska', '-i', path,
    '-frames:v', '1', '-vf', `scale='min(${MEDIA_WIDTHS[1]},iw)':-2`, '-f', 'image2pipe', '-c:v', 'png', 'pipe:1',
  ], { stdout: 'pipe', stderr: 'ignore', stdin: 'ignore', timeout: PATIENCE, killSignal: 'SIGKILL', maxBuffer: MOST_BYTES })
  try {
    const picture = await new Response(process.stdout).blob()
    if (await process.exited !== 0) return null
    return (await makeImage(picture)).content
  } catch {
    // A video without a poster is a video all the same.
    process.kill('SIGKILL')
    return null
  }
}
