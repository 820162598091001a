import { LIVE } from '#shared/limits.ts'

/** The first piece of a recording contains the headers. */
export type Piece = { blob: Blob; isFirst: boolean }

/** Recording formats in order of preference: the server copies H.264 but must encode other formats. */
const FORMATS = [
  'video/webm;codecs=h264,opus',
  'video/mp4;codecs=avc1.42E01E,mp4a.40.2',
  'video/mp4;codecs=avc1.42E01E,opus',
  'video/webm;codecs=vp8,opus',
  'video/webm',
  'video/mp4',
]
const AUDIO_BITS = 128_000
/** Smaller parts are collected, because the server cannot recognize a recording by its first few bytes. */
const MIN_PIECE_BYTES = 4_096
/** Bits per second of the video, below the limit to leave room for peaks of the encoder. */
const VIDEO_BITS = LIVE.bitsPerSecond - 500_000

/** A restart begins a new recording, independent of the former one. */
export function recordPieces(
  media: MediaStream,
  onPiece: (piece: Piece) => void,
): { restart: () => void; stop: () => void } {
  const mimeType = FORMATS.find((format) => MediaRecorder.isTypeSupported(format))
  let recorder: MediaRecorder | null = null

  function stop(): void {
    if (!recorder || recorder.state === 'inactive') return
    recorder.ondataavailable = null
    recorder.stop()
  }

  function restart(): void {
    stop()
    let isFirst = true
    let parts: Blob[] = []
    const started = new MediaRecorder(media, {
      mimeType,
      videoBitsPerSecond: VIDEO_BITS,
      audioBitsPerSecond: AUDIO_BITS,
      // Each segment of the stream must begin with a key frame; TypeScript's types lack this option.
      ...({ videoKeyFrameIntervalDuration: LIVE.segmentSeconds * 1_000 } as object),
    })
    started.ondataavailable = ({ data }) => {
      const blob = new Blob([...parts, data], { type: data.type })
      if (blob.size < MIN_PIECE_BYTES) {
        parts = [blob]
        return
      }
      const piece = { blob, isFirst }
      parts = []
      isFirst = false
      onPiece(piece)
    }
    recorder = started
    started.start(LIVE.pieceMs)
  }

  restart()
  return { restart, stop }
}
