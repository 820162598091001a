import { join } from 'node:path'
import { MEDIA_WIDTHS } from '#shared/rules/media-url.ts'
import { withDecoderSlot } from './decoder-pool.ts'
import type { VideoFormat } from './video-cleaning/clean.ts'

const FFMPEG_TIMEOUT_MS = 10_000
const MAX_FRAME_BYTES = 20_000_000
const NICENESS = '10'

/**
 * Returns null without ffmpeg or on failure. The fixed format keeps ffmpeg from reading a file as a playlist, and the
 * empty environment keeps secrets from it.
 */
export function extractFrame(
  path: string,
  folder: string,
  format: VideoFormat,
  ffmpeg = Bun.which('ffmpeg'),
): Promise<string | null> {
  if (ffmpeg === null) return Promise.resolve(null)
  const frame = join(folder, 'frame.png')
  const nice = Bun.which('nice')
  return withDecoderSlot(async () => {
    const child = Bun.spawn(
      [
        ...(nice ? [nice, '-n', NICENESS] : []),
        ffmpeg,
        '-nostdin',
        '-v',
        'error',
        '-protocol_whitelist',
        'file,pipe',
        '-f',
        format === 'mp4' ? 'mov' : 'matroska',
        '-i',
        path,
        '-frames:v',
        '1',
        '-vf',
        `scale='min(${MEDIA_WIDTHS[1]},iw)':-2`,
        '-fs',
        String(MAX_FRAME_BYTES),
        '-f',
        'image2pipe',
        '-c:v',
        'png',
        'pipe:1',
      ],
      {
        env: {},
        cwd: folder,
        stdin: 'ignore',
        stdout: Bun.file(frame),
        stderr: 'ignore',
        timeout: FFMPEG_TIMEOUT_MS,
        killSignal: 'SIGKILL',
      },
    )
    return (await child.exited) === 0 ? frame : null
  })
}
