import { keepDocument } from '#site/core/own-document.ts'
import { storedToken } from '#site/core/session.ts'
import { recordPieces, type Piece } from './recording.ts'

export type Source = 'camera' | 'screen'

/** `offline`: recorded pieces wait for the network; `waiting`: they wait for the server, which gives a reason. */
type BroadcastState = 'starting' | 'sending' | 'offline' | 'waiting' | 'ended' | 'failed'

const WIDTH = 1_280
const HEIGHT = 720
const MAX_WAITING_BYTES = 48 * 1_048_576
const SEND_TIMEOUT_MS = 20_000
const RETRY_MS = 1_000
const MAX_RETRY_MS = 5_000
/** Temporary refusals: the stream is held for a moderator, or all encoder slots are taken. */
const WAITS = new Set(['stream_held', 'no_encoder'])

type Live = { streamId: number; media: MediaStream; state: BroadcastState; detail: string | null }

let live: Live | null = null
let stopSending: () => void = () => {}
const watchers = new Set<() => void>()

export function subscribe(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const broadcast = (): Live | null => live

function change(to: Partial<Live>): void {
  if (live) live = { ...live, ...to }
  for (const watcher of watchers) watcher()
}

export const canCapture = (): boolean =>
  typeof MediaRecorder !== 'undefined' && typeof navigator.mediaDevices?.getUserMedia === 'function'

export const canCaptureScreen = (): boolean =>
  canCapture() && typeof navigator.mediaDevices.getDisplayMedia === 'function'

/** Rejects if the reader or the browser does not allow the capture. */
export function capture(source: Source): Promise<MediaStream> {
  const video = { width: { ideal: WIDTH, max: WIDTH }, height: { ideal: HEIGHT, max: HEIGHT }, frameRate: { max: 30 } }
  return source === 'camera'
    ? navigator.mediaDevices.getUserMedia({ video, audio: true })
    : navigator.mediaDevices.getDisplayMedia({ video, audio: true })
}

export function release(media: MediaStream): void {
  for (const track of media.getTracks()) track.stop()
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault()

/** Only sending stops; the stream goes on until it is ended on the server. */
export function stopBroadcast(state: 'ended' | 'failed' = 'ended', detail: string | null = null): void {
  if (!live) return
  stopSending()
  release(live.media)
  keepDocument(false)
  removeEventListener('beforeunload', warn)
  change({ state, detail })
}

/** `onTrackEnd` is called if capturing is stopped outside the page. */
export function startBroadcast(
  { id: streamId, sticky_token = '' }: { id: number; sticky_token?: string | undefined },
  media: MediaStream,
  { base, onTrackEnd }: { base: string; onTrackEnd: () => void },
): void {
  if (live && live.state !== 'ended' && live.state !== 'failed') stopBroadcast()
  live = { streamId, media, state: 'starting', detail: null }
  keepDocument(true)
  addEventListener('beforeunload', warn)
  stopSending = sendRecording(`${base}/api/streams/${streamId}/media`, sticky_token, media)
  for (const track of media.getVideoTracks()) track.addEventListener('ended', onTrackEnd)
  change({})
}

/** Resolves to null if no response came. */
function sendPiece(address: string, { seq, sticky }: { seq: number; sticky: string }, blob: Blob) {
  const query = new URLSearchParams({ seq: String(seq), sticky })
  return fetch(`${address}?${query}`, {
    method: 'POST',
    body: blob,
    headers: {
      'Content-Type': blob.type.startsWith('video/mp4') ? 'video/mp4' : 'video/webm',
      Authorization: `Bearer ${storedToken()}`,
    },
    signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
  }).catch(() => null)
}

function sendRecording(address: string, sticky: string, media: MediaStream): () => void {
  let waiting: Piece[] = []
  let seq = 0
  let isSending = false
  let isStopped = false
  let failures = 0
  const recording = recordPieces(media, (piece) => {
    waiting.push(piece)
    if (waiting.reduce((sum, { blob }) => sum + blob.size, 0) > MAX_WAITING_BYTES) return beginAgain(seq)
    void send()
  })

  /** Starts a new recording, which can be decoded without the earlier pieces. */
  function beginAgain(next: number): void {
    waiting = []
    seq = next
    if (!isStopped) recording.restart()
  }

  /** Skips pieces that the server has already, or starts a new recording if the piece it expects is lost. */
  function continueFrom(expected: number, restart: boolean): void {
    const head = waiting[0]
    // The first piece of a new recording can have any number, so it gets the one that the server expects.
    if (head?.isFirst && !restart) seq = expected
    else if (!restart && expected > seq && expected - seq <= waiting.length) {
      waiting = waiting.slice(expected - seq)
      seq = expected
    } else beginAgain(expected)
  }

  async function handle(answer: Response, sent: Piece): Promise<boolean> {
    if (answer.status === 204) {
      // If a new recording began during the request, its first piece must neither be dropped nor renumbered.
      if (waiting[0] === sent) {
        waiting.shift()
        seq += 1
      }
      failures = 0
      if (live?.state !== 'sending') change({ state: 'sending', detail: null })
      return true
    }
    const body = (await answer.json().catch(() => ({}))) as {
      code?: string
      detail?: string
      expected?: number
      restart?: boolean
    }
    if (isStopped) return false
    if (body.code === 'wrong_sequence' && typeof body.expected === 'number') {
      continueFrom(body.expected, body.restart === true)
      return true
    }
    if (body.code === 'ended') stopBroadcast('ended')
    else if (WAITS.has(body.code ?? '')) {
      change({ state: 'waiting', detail: body.detail ?? null })
      beginAgain(seq)
    } else if (answer.status < 500 && answer.status !== 429) stopBroadcast('failed', body.detail ?? null)
    return false
  }

  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    while (waiting.length > 0 && !isStopped) {
      const sent = waiting[0]!
      const answer = await sendPiece(address, { seq, sticky }, sent.blob)
      if (isStopped) break
      if (answer && (await handle(answer, sent))) continue
      if (isStopped) break
      failures += 1
      if (live?.state !== 'waiting') change({ state: 'offline', detail: null })
      await new Promise((resolve) => {
        setTimeout(resolve, Math.min(MAX_RETRY_MS, RETRY_MS * failures))
      })
    }
    isSending = false
  }

  return () => {
    isStopped = true
    recording.stop()
    waiting = []
  }
}
