import { useEffect, useEffectEvent, useRef, useState } from 'react'
import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs'
import Play from 'lucide/dist/esm/icons/play.mjs'
import type { Stream } from '#shared/api/shapes.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { play } from './play.ts'

type PlayerState = 'waiting' | 'playing' | 'failed'

/** A thumbnail that starts playing on a click, a link to another site, or the reason why nothing plays. */
export function Player({ stream, isRemoved }: { stream: Stream; isRemoved: boolean }) {
  const t = useTexts('streams').player
  const { playback } = stream
  return (
    <div className="player">
      {playback?.kind === 'hls' && <HlsPlayer key={playback.url} url={playback.url} stream={stream} />}
      {playback?.kind === 'link' && (
        <div className="player__cover">
          <p>{t.opens(new URL(playback.url).host)}</p>
          <a
            className={buttonClass('primary')}
            href={playback.url}
            target="_blank"
            rel="noopener noreferrer nofollow ugc">
            <span className="btn__label">
              <Icon of={ExternalLink} size={18} />
              {t.open}
            </span>
          </a>
        </div>
      )}
      {playback === null && (
        <div className="player__cover" role="status">
          <Thumbnail stream={stream} />
          <p>{isRemoved ? t.removed : t.ended}</p>
        </div>
      )}
    </div>
  )
}

export function Thumbnail({ stream: { thumbnail_url } }: { stream: Stream }) {
  return thumbnail_url === null ? null : <img className="player__picture" src={thumbnail_url} alt="" />
}

function HlsPlayer({ url, stream }: { url: string; stream: Stream }) {
  const t = useTexts('streams').player
  const video = useRef<HTMLVideoElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [state, setState] = useState<PlayerState>('waiting')
  const [attempt, setAttempt] = useState(0)
  const begin = useEffectEvent(() =>
    play(video.current!, url, {
      onPlaying: () => setState('playing'),
      onWaiting: () => setState('waiting'),
      onFailed: () => setState('failed'),
    }),
  )
  useEffect(() => (isWanted ? begin() : undefined), [isWanted, attempt])

  return (
    <>
      {/* Live video has no captions. */}
      <video
        ref={video}
        className="player__video"
        controls={state === 'playing'}
        playsInline
        preload="none"
        aria-label={t.label}
        data-state={isWanted ? state : 'idle'}
      />
      {!isWanted && (
        <div className="player__cover">
          <Thumbnail stream={stream} />
          <Button
            variant="primary"
            className="needs-js"
            icon={<Icon of={Play} size={18} />}
            onClick={() => setWanted(true)}>
            {t.play}
          </Button>
          <noscript>
            <p>
              {t.needsScript} <a href={url}>{t.playElsewhere}</a>
            </p>
          </noscript>
        </div>
      )}
      {isWanted && state !== 'playing' && (
        <div className="player__cover player__cover--thin" role="status">
          {state === 'failed' ? (
            <>
              <p>{t.failed}</p>
              <Button onClick={() => setAttempt((before) => before + 1)}>{t.retry}</Button>
            </>
          ) : (
            <p>{stream.is_interrupted ? t.interrupted : t.waiting}</p>
          )}
        </div>
      )}
    </>
  )
}
