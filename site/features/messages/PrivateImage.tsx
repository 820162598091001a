import { posterOf } from '#shared/rules/media-url.ts'
import { imageFailed, useFailed } from '#site/features/uploads/useFailed.ts'

export function PrivateImage({ url, alt, opens = false }: { url: string; alt: string; opens?: boolean }) {
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  if (failed) return null
  const picture = (
    <picture>
      <source media="(prefers-reduced-motion: reduce)" srcSet={posterOf(url) ?? url} />
      <img ref={ref} src={url} alt={alt} decoding="async" onError={fail} />
    </picture>
  )
  return opens ? (
    <a href={url} target="_blank" rel="noreferrer">
      {picture}
    </a>
  ) : (
    picture
  )
}
