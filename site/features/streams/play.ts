import type Hls from 'hls.js'

const HLS_TYPE = 'application/vnd.apple.mpegurl'
/** Interval in milliseconds between requests for a playlist that does not exist yet or any more. */
const RETRY_MS = 1_000

type PlayerEvents = { onPlaying: () => void; onWaiting: () => void; onFailed: () => void }

/** Starts playback, muted if the browser forbids sound. */
async function start(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play()
  } catch {
    video.muted = true
    await video.play().catch(() => {})
  }
}

/** Retries until the playlist exists; returns a function that stops. */
export function play(
  video: HTMLVideoElement,
  url: string,
  { onPlaying, onWaiting, onFailed }: PlayerEvents,
): () => void {
  let isOver = false
  let hls: Hls | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  const listeners = new AbortController()
  const { signal } = listeners
  video.addEventListener('playing', onPlaying, { signal })
  video.addEventListener('waiting', onWaiting, { signal })

  function later(run: () => void): void {
    onWaiting()
    clearTimeout(timer)
    timer = setTimeout(() => {
      if (!isOver) run()
    }, RETRY_MS)
  }

  function native(): void {
    video.addEventListener('error', () => later(() => native()), { signal, once: true })
    video.src = url
    void start(video)
  }

  async function begin(): Promise<void> {
    const { default: Hls } = await import('hls.js')
    if (isOver) return
    if (!Hls.isSupported()) return video.canPlayType(HLS_TYPE) === '' ? onFailed() : native()
    const open = () => {
      hls?.destroy()
      // The page's content security policy forbids workers from blob URLs.
      hls = new Hls({ enableWorker: false, liveSyncDurationCount: 2, liveMaxLatencyDurationCount: 8 })
      hls.on(Hls.Events.MANIFEST_PARSED, () => void start(video))
      hls.on(Hls.Events.ERROR, (_, { fatal, type }) => {
        if (!fatal || isOver) return
        if (type === Hls.ErrorTypes.MEDIA_ERROR) hls?.recoverMediaError()
        else later(open)
      })
      hls.loadSource(url)
      hls.attachMedia(video)
    }
    open()
  }

  onWaiting()
  begin().catch((error: unknown) => {
    console.warn('Loading the player failed', error)
    if (!isOver) onFailed()
  })
  return () => {
    isOver = true
    clearTimeout(timer)
    listeners.abort()
    hls?.destroy()
    video.removeAttribute('src')
    video.load()
  }
}
