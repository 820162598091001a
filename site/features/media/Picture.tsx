import { useEffect, useState, type ReactNode } from 'react'
import { imageSizeOf, posterOf, srcSetOf } from '#shared/rules/media-url.ts'
import { MovingPicture } from './MovingPicture.tsx'
import { imageFailed, useFailed } from './use-failed.ts'

/** The widest and the highest that a picture is shown, in CSS pixels; see `.media` of the styles. */
const WIDEST = 672
const HIGHEST = 512

/** How wide a picture is shown, for the browser to choose a copy by. */
function sizesOf({ width, height }: { width: number, height: number }): string {
  const most = Math.min(WIDEST, Math.round(HIGHEST * width / height))
  return `min(100vw, ${most}px)`
}

/**
 * A picture in the width that the place needs, over its blurred placeholder until it is there; hidden with its space where it
 * fails. A moving one plays at once where `plays` says so, else when it is pressed. `wrap` puts what does not move into
 * something else, a link for example.
 */
export function Picture({ url, alt, placeholder = null, plays, isLazy, size = imageSizeOf(url), wrap }: {
  url: string
  alt: string
  placeholder?: string | null
  plays: boolean
  isLazy: boolean
  size?: { width: number, height: number } | null
  wrap?: (image: ReactNode) => ReactNode
}) {
  const poster = posterOf(url)
  if (poster !== null) return <MovingPicture url={url} poster={poster} alt={alt} plays={plays} isLazy={isLazy} size={size} />
  return <StillPicture key={url} url={url} alt={alt} placeholder={placeholder} isLazy={isLazy} size={size} wrap={wrap} />
}

function StillPicture({ url, alt, placeholder, isLazy, size, wrap }: {
  url: string, alt: string, placeholder: string | null, isLazy: boolean, size: { width: number, height: number } | null,
  wrap?: (image: ReactNode) => ReactNode
}) {
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  const [isThere, setThere] = useState(false)
  useEffect(() => {
    // It may have come before anybody listened.
    if (ref.current?.complete) setThere(true)
  }, [ref])
  if (failed) return null
  const image = (
    <img
      ref={ref} src={url} srcSet={srcSetOf(url)} sizes={size ? sizesOf(size) : undefined} alt={alt}
      loading={isLazy ? 'lazy' : 'eager'} fetchPriority={isLazy ? undefined : 'high'} decoding="async" width={size?.width} height={size?.height}
      onLoad={() => setThere(true)} onError={fail}
      style={{ maxWidth: size?.width, backgroundImage: placeholder !== null && !isThere ? `url("${placeholder}")` : undefined }}
    />
  )
  return wrap ? wrap(image) : <div className="media">{image}</div>
}
