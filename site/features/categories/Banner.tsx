import { iconOf, srcSetOf } from '#shared/rules/media-url.ts'
import { imageFailed, useFailed } from '../uploads/useFailed.ts'

/** Removed with its space where it fails to load; moving pictures stand still. */
export function Banner({ url }: { url: string }) {
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  if (failed) return null
  const srcSet = srcSetOf(url)
  return (
    <img
      ref={ref}
      className="category-banner"
      src={srcSet ? url : iconOf(url)!}
      srcSet={srcSet}
      sizes="min(100vw, 45rem)"
      alt=""
      decoding="async"
      fetchPriority="high"
      referrerPolicy="no-referrer"
      onError={fail}
    />
  )
}
