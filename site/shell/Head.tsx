import { useLocation } from 'react-router-dom'
import { scriptJson } from '../core/await.tsx'
import type { Meta } from '../core/page.ts'
import { useSite } from '../core/site-context.tsx'

export function Head({ meta }: { meta: Meta }) {
  const { site, variant, lang } = useSite()
  const { pathname } = useLocation()
  const origin = variant === 'adult' ? site.adult_origin : site.normal_origin
  const url = origin + (meta.canonical ?? pathname)
  const title = meta.title === site.name ? site.name : `${meta.title} - ${site.name}`
  const image = meta.image ? new URL(meta.image, origin).href : null
  return (
    <>
      <title>{title}</title>
      {meta.description !== undefined && <meta name="description" content={meta.description} />}
      <link rel="canonical" href={url} />
      {meta.noindex && <meta name="robots" content="noindex" />}
      {variant === 'adult' && <meta name="rating" content="adult" />}
      <meta property="og:site_name" content={site.name} />
      <meta property="og:title" content={meta.title} />
      <meta property="og:type" content={meta.type ?? 'website'} />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={lang === 'pl' ? 'pl_PL' : 'en_GB'} />
      {meta.description !== undefined && <meta property="og:description" content={meta.description} />}
      {image !== null && <meta property="og:image" content={image} />}
      <meta name="twitter:card" content={image === null ? 'summary' : 'summary_large_image'} />
      {meta.structured && (
        <script
          type="application/ld+json"
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: scriptJson({ '@context': 'https://schema.org', ...meta.structured }) }}
        />
      )}
    </>
  )
}
