import { paths } from '#shared/paths.ts'
import { useSite } from '#site/app/site-context.tsx'

/** The foot of every page: what one looks for seldom, and the way to the other variant. */
export function Footer({ onKeys }: { onKeys: () => void }) {
  const { t, site, variant } = useSite()
  const [origin, label] = variant === 'adult' ? [site.normal_origin, t.layout.toNormal] : [site.adult_origin, t.layout.toAdult]
  return (
    <footer className="footer">
      <a href={paths.browseCommunities()}>{t.layout.browse}</a>
      <a href={paths.privacyPolicy()}>{t.layout.privacy}</a>
      <button type="button" className="footer__keys needs-js" onClick={onKeys}>{t.keyboard.title}</button>
      <a href={origin} rel="nofollow">{label}</a>
    </footer>
  )
}
