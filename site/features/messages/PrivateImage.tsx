import { posterOf } from '#shared/rules/media-url.ts'
import { imageFailed, useFailed } from '#site/features/media/use-failed.ts'

/**
 * A picture that only two may see; still for readers who want no motion, hidden with its space where it fails. `opens`: a
 * press shows it by itself.
 */
export function PrivateImage({ url, alt, opens = false }: { url: string, alt: string, opens?: boolean }) {
  const { ref, failed, fail } = useFailed<HTMLImageElement>(imageFailed)
  if (failed) return null
  const picture = (
    <picture>
      <source media="(prefers-reduced-motion: reduce)" srcSet={posterOf(url) ?? url} />
      <img ref={ref} src={url} alt={alt} decoding="async" onError={fail} />
    </picture>
  )
  return opens ? <a href={url} target="_blank" rel="noreferrer">{picture}</a> : picture
}
