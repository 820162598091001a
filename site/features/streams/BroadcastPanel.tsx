import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Stream } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { apiBaseOf } from '#site/core/browser.ts'
import { useSite } from '#site/core/site-context.tsx'
import { useHydrated } from '#site/core/useHydrated.ts'
import { canCapture, canCaptureScreen, capture, startBroadcast, type Source } from './broadcast.ts'
import { useBroadcast } from './useBroadcast.ts'

export function BroadcastPanel({ stream, onTrackEnd }: { stream: Stream; onTrackEnd: () => void }) {
  const t = useTexts('streams').broadcast
  const broadcast = useBroadcast(stream.id)
  if (!broadcast || broadcast.state === 'ended') return <Resume stream={stream} onTrackEnd={onTrackEnd} />
  const { state, detail, media } = broadcast
  return (
    <section aria-label={t.title}>
      <div className="player">
        <Preview media={media} />
      </div>
      <div className="broadcast__state">
        <Notice
          kind={
            state === 'sending' ? 'success' : state === 'failed' ? 'danger' : state === 'offline' ? 'warning' : 'info'
          }
          role="status">
          <span data-broadcast={state}>{detail ?? t[state]}</span>
        </Notice>
      </div>
    </section>
  )
}

function Preview({ media }: { media: MediaStream }) {
  const t = useTexts('streams').broadcast
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    video.current!.srcObject = media
  }, [media])
  return <video ref={video} className="player__video" muted autoPlay playsInline aria-label={t.preview} />
}

function Resume({ stream, onTrackEnd }: { stream: Stream; onTrackEnd: () => void }) {
  const { site } = useSite()
  const texts = useTexts('streams')
  const [problem, setProblem] = useState<Source | null>(null)
  const isHydrated = useHydrated()
  const ended = useEffectEvent(onTrackEnd)

  async function resume(source: Source): Promise<void> {
    try {
      const media = await capture(source)
      startBroadcast(stream, media, { base: apiBaseOf(site), onTrackEnd: () => ended() })
    } catch {
      setProblem(source)
    }
  }

  return (
    <section aria-labelledby="resume-title">
      <div className="player">
        <div className="player__cover">
          <h2 id="resume-title" className="broadcast__title">
            {texts.broadcast.resumeTitle}
          </h2>
          <p>{problem === null ? texts.broadcast.resumeText : texts.form.refused[problem]}</p>
          <div className="broadcast__choices needs-js">
            {(!isHydrated || canCapture()) && (
              <Button variant="primary" onClick={() => void resume('camera')}>
                {texts.broadcast.resumeCamera}
              </Button>
            )}
            {(!isHydrated || canCaptureScreen()) && (
              <Button onClick={() => void resume('screen')}>{texts.broadcast.resumeScreen}</Button>
            )}
          </div>
        </div>
      </div>
    </section>
  )
}
