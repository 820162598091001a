import { useRef, useState, type CSSProperties } from 'react'
import ChevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import ChevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import type { PostImage } from '#shared/api/shapes.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useText } from '#site/core/site-context.tsx'
import { Picture } from './Picture.tsx'

const MIN_RATIO = 0.75
const MAX_RATIO = 2

/** The aspect ratio is that of the first picture, limited for very wide or high ones. */
function ratioOf({ width, height }: PostImage): number {
  return width && height ? Math.min(MAX_RATIO, Math.max(MIN_RATIO, width / height)) : 4 / 3
}

/** The strip scrolls without JavaScript; the arrow buttons are for mouse users. */
export function Gallery({
  images,
  label,
  plays,
  isLazy,
}: {
  images: PostImage[]
  label: string
  plays: boolean
  isLazy: boolean
}) {
  const { uploads: t } = useText()
  const strip = useRef<HTMLDivElement>(null)
  const [at, setAt] = useState(0)

  function turn(by: 1 | -1): void {
    strip.current!.scrollBy({ left: by * strip.current!.clientWidth })
    // The clicked button may disappear, so the strip gets the focus.
    strip.current!.focus({ preventScroll: true })
  }

  const arrow = (by: 1 | -1) => (
    <button
      type="button"
      className={classNames('gallery__arrow needs-js', by === 1 && 'gallery__arrow--next')}
      tabIndex={-1}
      aria-label={by === 1 ? t.nextPicture : t.previousPicture}
      onClick={() => turn(by)}>
      <Icon of={by === 1 ? ChevronRight : ChevronLeft} />
    </button>
  )
  return (
    <div className="gallery">
      <div
        ref={strip}
        className="gallery__strip"
        role="group"
        aria-label={label}
        tabIndex={0}
        style={{ '--ratio': ratioOf(images[0]!).toFixed(3) } as CSSProperties}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}>
        {images.map(({ url, width, height, placeholder, alt }, index) => (
          <figure key={index} className="gallery__slide">
            <Picture
              url={url}
              alt={alt || label}
              placeholder={placeholder}
              plays={plays}
              isLazy={isLazy || index > 0}
              size={width !== null && height !== null ? { width, height } : null}
            />
            <figcaption className="gallery__place num">{t.place(index + 1, images.length)}</figcaption>
          </figure>
        ))}
      </div>
      {at > 0 && arrow(-1)}
      {at < images.length - 1 && arrow(1)}
    </div>
  )
}
