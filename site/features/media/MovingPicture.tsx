import { useState } from 'react'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useText } from '#site/app/site-context.tsx'
import { imageFailed, useFailed } from './use-failed.ts'
import { useReducedMotion } from './use-reduced-motion.ts'

/**
 * A moving picture that can be stopped. One that plays at once does not for readers who want no motion: they have its first
 * frame, and the button as everybody.
 */
export function MovingPicture({ url, poster, alt, plays: playsAtOnce, isLazy, size }: {
  url: string, poster: string, alt: string, plays: boolean, isLazy: boolean, size: { width: number, height: number } | null
}) {
  const { media: t } = useText()
  const wantsStill = useReducedMotion()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  if (failed) return null
  const plays = chosen ?? (playsAtOnce && !wantsStill)
  const Icon = plays ? Pause : Play
  return (
    <div className="media media--moving">
      <picture>
        {chosen === null && playsAtOnce && <source media="(prefers-reduced-motion: reduce)" srcSet={poster} />}
        <img
          ref={ref} src={chosen ?? playsAtOnce ? url : poster} alt={alt} loading={isLazy ? 'lazy' : 'eager'} decoding="async"
          width={size?.width} height={size?.height} onError={fail} style={{ maxWidth: size?.width }}
        />
      </picture>
      <button type="button" className="media__play needs-js" aria-label={plays ? t.pause : t.play} onClick={() => setChosen(!plays)}>
        <span className="media__badge"><Icon size={18} aria-hidden />GIF</span>
      </button>
    </div>
  )
}
