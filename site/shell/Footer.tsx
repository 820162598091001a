import { paths } from '#shared/paths.ts'
import { LiteLink } from '#site/features/lite/LiteLink.tsx'
import { useSite } from '#site/core/site-context.tsx'

export function Footer({ onKeys }: { onKeys: () => void }) {
  const { t, site, variant, viewer, lite } = useSite()
  const [origin, label] =
    variant === 'adult' ? [site.normal_origin, t.layout.toNormal] : [site.adult_origin, t.layout.toAdult]
  return (
    <footer className="footer">
      <a href={paths.browseCategories()}>{t.layout.browse}</a>
      {site.texts.includes('site_rules') && <a href={paths.rules()}>{t.layout.texts.site_rules}</a>}
      {site.texts.includes('terms') && <a href={paths.terms()}>{t.layout.texts.terms}</a>}
      <a href={paths.privacyPolicy()}>{t.layout.privacy}</a>
      {site.texts.includes('imprint') && <a href={paths.imprint()}>{t.layout.texts.imprint}</a>}
      <a href={paths.notice()}>{t.layout.notice}</a>
      {viewer && <a href={paths.newModmail()}>{t.layout.contact}</a>}
      <a href={paths.accessibility()}>{t.layout.accessibility}</a>
      <a href={paths.transparency()}>{t.layout.transparency}</a>
      <LiteLink to={lite === 'on' ? 'off' : 'on'}>{lite === 'on' ? t.layout.lite.off : t.layout.lite.on}</LiteLink>
      <button type="button" className="footer__keys needs-js" onClick={onKeys}>
        {t.keyboard.title}
      </button>
      {site.features.adult_variant && (
        <a href={origin} rel="nofollow">
          {label}
        </a>
      )}
    </footer>
  )
}
