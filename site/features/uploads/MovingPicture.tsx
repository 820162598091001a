import { useState } from 'react'
import Pause from 'lucide/dist/esm/icons/pause.mjs'
import Play from 'lucide/dist/esm/icons/play.mjs'
import { Icon } from '#shared/ui/Icon.tsx'
import { useText } from '#site/core/site-context.tsx'
import { imageFailed, useFailed } from './useFailed.ts'
import { useReducedMotion } from './useReducedMotion.ts'

/** For readers who prefer reduced motion, the picture shows only its first frame until they play it. */
export function MovingPicture({
  url,
  poster,
  alt,
  plays: playsAtOnce,
  isLazy,
  size,
}: {
  url: string
  poster: string
  alt: string
  plays: boolean
  isLazy: boolean
  size: { width: number; height: number } | null
}) {
  const { uploads: t } = useText()
  const wantsStill = useReducedMotion()
  const [chosen, setChosen] = useState<boolean | null>(null)
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  if (failed) return null
  const plays = chosen ?? (playsAtOnce && !wantsStill)
  const icon = plays ? Pause : Play
  return (
    <div className="media media--moving">
      <picture>
        {chosen === null && playsAtOnce && <source media="(prefers-reduced-motion: reduce)" srcSet={poster} />}
        <img
          ref={ref}
          src={(chosen ?? playsAtOnce) ? url : poster}
          alt={alt}
          loading={isLazy ? 'lazy' : 'eager'}
          decoding="async"
          width={size?.width}
          height={size?.height}
          onError={fail}
          style={{ maxWidth: size?.width }}
        />
      </picture>
      <button
        type="button"
        className="media__play needs-js"
        aria-label={plays ? t.pause : t.play}
        onClick={() => setChosen(!plays)}>
        <span className="media__badge">
          <Icon of={icon} size={18} />
          GIF
        </span>
      </button>
    </div>
  )
}
