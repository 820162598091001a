import { LIVE } from '#shared/limits.ts'
import type { Container } from './recording.ts'

const NICENESS = '10'
/** The limit of ffmpeg's address space in bytes; the threads of x264 reserve far more than they use. */
const MEMORY_BYTES = 2_000_000_000
const STOP_TIMEOUT_MS = 5_000
/** If more bytes wait, ffmpeg is too slow, and the streamer has to start a new recording. */
const MAX_WAITING_BYTES = 4 * LIVE.pieceBytes
const THUMBNAIL_SECONDS = 10

export type Segment = { file: string; seconds: number }

export type Encoder = {
  /** Returns false if ffmpeg has exited or is too slow. */
  write: (piece: Buffer) => boolean
  /** Waits until ffmpeg has made segments of all pieces written so far and has exited. */
  stop: () => Promise<void>
  exited: Promise<void>
}

const fileOption = (name: string) => `${name}.jpg`

const COPIED = ['-c:v', 'copy']
const ENCODED = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-tune',
  'zerolatency',
  '-profile:v',
  'main',
  '-pix_fmt',
  'yuv420p',
  '-vf',
  "scale=w='min(1280,iw)':h='min(720,ih)':force_original_aspect_ratio=decrease:force_divisible_by=2,fps=30",
  '-b:v',
  '2000k',
  '-maxrate',
  String(LIVE.bitsPerSecond),
  '-bufsize',
  '4000k',
  '-force_key_frames',
  `expr:gte(t,n_forced*${LIVE.segmentSeconds})`,
  '-threads',
  '2',
]

/** ffmpeg prints a line `file,start,end` for each finished segment. */
function argumentsOf(container: Container, isCopied: boolean): string[] {
  return [
    '-nostdin',
    '-v',
    'error',
    '-protocol_whitelist',
    'file,pipe',
    '-analyzeduration',
    '500000',
    '-probesize',
    '500000',
    // Copied video is decoded only for thumbnails, for which key frames suffice.
    ...(isCopied ? ['-skip_frame', 'nokey'] : []),
    '-f',
    container,
    '-i',
    'pipe:0',
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    ...(isCopied ? COPIED : ENCODED),
    '-c:a',
    'aac',
    '-b:a',
    '128k',
    '-ar',
    '48000',
    '-ac',
    '2',
    '-f',
    'segment',
    '-segment_time',
    String(LIVE.segmentSeconds),
    '-segment_format',
    'mpegts',
    '-segment_list',
    'pipe:1',
    '-segment_list_type',
    'csv',
    '-segment_list_flags',
    'live',
    '%d.ts',
    '-map',
    '0:v:0',
    '-vf',
    `fps=1/${THUMBNAIL_SECONDS}:start_time=0,scale=640:-2`,
    '-q:v',
    '5',
    '-update',
    '1',
    '-atomic_writing',
    '1',
    '-f',
    'image2',
    fileOption('thumbnail'),
  ]
}

function commandOf(ffmpeg: string, args: string[]): string[] {
  const [nice, prlimit] = [Bun.which('nice'), Bun.which('prlimit')]
  return [
    ...(prlimit ? [prlimit, `--as=${MEMORY_BYTES}`] : []),
    ...(nice ? [nice, '-n', NICENESS] : []),
    ffmpeg,
    ...args,
  ]
}

async function* linesOf(output: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const part of output) {
    const lines = (text + decoder.decode(part, { stream: true })).split('\n')
    text = lines.pop()!
    yield* lines
  }
}

/**
 * ffmpeg gets limited resources and no secrets of the environment; `onSegment` is called in order, one call at a time.
 */
export function startEncoder({
  ffmpeg,
  folder,
  container,
  isCopied,
  onSegment,
}: {
  ffmpeg: string
  folder: string
  container: Container
  isCopied: boolean
  onSegment: (segment: Segment) => Promise<void>
}): Encoder {
  const child = Bun.spawn(commandOf(ffmpeg, argumentsOf(container, isCopied)), {
    env: {},
    cwd: folder,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
    timeout: LIVE.durationMs,
    killSignal: 'SIGKILL',
  })
  let waiting = 0
  let hasEnded = false

  async function read(): Promise<void> {
    for await (const line of linesOf(child.stdout)) {
      const [file = '', start, end] = line.trim().split(',')
      if (/^\d+\.ts$/.test(file)) await onSegment({ file, seconds: Math.max(0.1, Number(end) - Number(start)) })
    }
  }

  const exited = Promise.all([read().catch(() => {}), child.exited]).then(() => {
    hasEnded = true
  })
  return {
    exited,
    write(piece) {
      if (hasEnded || child.exitCode !== null || waiting > MAX_WAITING_BYTES) return false
      waiting += piece.byteLength
      child.stdin.write(piece)
      void Promise.resolve(child.stdin.flush())
        .catch(() => {})
        .finally(() => {
          waiting -= piece.byteLength
        })
      return true
    },
    async stop() {
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
      await Promise.resolve(child.stdin.end()).catch(() => {})
      await exited
      clearTimeout(timer)
    },
  }
}
