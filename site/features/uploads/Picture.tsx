import { useEffect, useState, type ReactNode } from 'react'
import { imageSizeOf, posterOf, srcSetOf } from '#shared/rules/media-url.ts'
import { MovingPicture } from './MovingPicture.tsx'
import { imageFailed, useFailed } from './useFailed.ts'

const MAX_WIDTH = 672
const MAX_HEIGHT = 512

function sizesOf({ width, height }: { width: number; height: number }): string {
  const shown = Math.min(MAX_WIDTH, Math.round((MAX_HEIGHT * width) / height))
  return `min(100vw, ${shown}px)`
}

/** A picture that cannot be loaded takes no space; `wrap` wraps a still picture, for example in a link. */
export function Picture({
  url,
  alt,
  placeholder = null,
  plays,
  isLazy,
  size = imageSizeOf(url),
  wrap,
}: {
  url: string
  alt: string
  placeholder?: string | null
  plays: boolean
  isLazy: boolean
  size?: { width: number; height: number } | null
  wrap?: (image: ReactNode) => ReactNode
}) {
  const poster = posterOf(url)
  if (poster !== null)
    return <MovingPicture url={url} poster={poster} alt={alt} plays={plays} isLazy={isLazy} size={size} />
  return (
    <StillPicture key={url} url={url} alt={alt} placeholder={placeholder} isLazy={isLazy} size={size} wrap={wrap} />
  )
}

function StillPicture({
  url,
  alt,
  placeholder,
  isLazy,
  size,
  wrap,
}: {
  url: string
  alt: string
  placeholder: string | null
  isLazy: boolean
  size: { width: number; height: number } | null
  wrap?: (image: ReactNode) => ReactNode
}) {
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    // The image may have been loaded before hydration.
    if (ref.current?.complete) setLoaded(true)
  }, [ref])
  if (failed) return null
  const image = (
    <img
      ref={ref}
      src={url}
      srcSet={srcSetOf(url)}
      sizes={size ? sizesOf(size) : undefined}
      alt={alt}
      loading={isLazy ? 'lazy' : 'eager'}
      fetchPriority={isLazy ? undefined : 'high'}
      decoding="async"
      width={size?.width}
      height={size?.height}
      onLoad={() => setLoaded(true)}
      onError={fail}
      style={{
        maxWidth: size?.width,
        backgroundImage: placeholder !== null && !isLoaded ? `url("${placeholder}")` : undefined,
      }}
    />
  )
  return wrap ? wrap(image) : <div className="media">{image}</div>
}
