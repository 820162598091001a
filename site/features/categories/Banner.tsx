import { iconOf, srcSetOf } from '#shared/rules/media-url.ts'
import { imageFailed, useFailed } from '../uploads/useFailed.ts'

/** A still image replaces an animated one; a banner that fails to load takes no space. */
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
