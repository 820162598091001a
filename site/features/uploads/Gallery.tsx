import type { PostImage } from '#shared/api/shapes.ts'
import { useText } from '#site/core/site-context.tsx'
import { Picture } from './Picture.tsx'

/** Scrolls by itself, also before scripts arrive. */
export function Gallery({ images, label, plays, isLazy }: { images: PostImage[], label: string, plays: boolean, isLazy: boolean }) {
  const { uploads: t } = useText()
  return (
    <div className="gallery" role="group" aria-label={label} tabIndex={0}>
      {images.map(({ url, width, height, placeholder, alt }, at) => (
        <figure key={at} className="gallery__slide">
          <Picture
            url={url} alt={alt || label} placeholder={placeholder} plays={plays} isLazy={isLazy || at > 0}
            size={width !== null && height !== null ? { width, height } : null}
          />
          <figcaption className="gallery__place num">{t.place(at + 1, images.length)}</figcaption>
        </figure>
      ))}
    </div>
  )
}
