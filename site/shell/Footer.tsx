import { useLocation } from 'react-router-dom'
import { paths } from '#shared/paths.ts'
import { PREFERENCES_PATH } from '#shared/rules/forms.ts'
import { LiteLink } from '#site/features/lite/LiteLink.tsx'
import { useSite } from '#site/core/site-context.tsx'

export function Footer({ onKeys }: { onKeys: () => void }) {
  const { t, site, variant, viewer, lite } = useSite()
  const [origin, label] =
    variant === 'adult' ? [site.normal_origin, t.layout.toNormal] : [site.adult_origin, t.layout.toAdult]
  return (
    <footer className="footer">
      <a href={paths.browseCategories()}>{t.layout.browse}</a>{' '}
      {site.texts.includes('site_rules') && (
        <>
          <a href={paths.rules()}>{t.layout.texts.site_rules}</a>{' '}
        </>
      )}
      {site.texts.includes('terms') && (
        <>
          <a href={paths.terms()}>{t.layout.texts.terms}</a>{' '}
        </>
      )}
      <a href={paths.privacyPolicy()}>{t.layout.privacy}</a>{' '}
      {site.texts.includes('imprint') && (
        <>
          <a href={paths.imprint()}>{t.layout.texts.imprint}</a>{' '}
        </>
      )}
      <a href={paths.notice()}>{t.layout.notice}</a>{' '}
      {viewer && (
        <>
          <a href={paths.newModmail()}>{t.layout.contact}</a>{' '}
        </>
      )}
      <a href={paths.accessibility()}>{t.layout.accessibility}</a>{' '}
      <a href={paths.transparency()}>{t.layout.transparency}</a>{' '}
      <LiteLink to={lite === 'on' ? 'off' : 'on'}>{lite === 'on' ? t.layout.lite.off : t.layout.lite.on}</LiteLink>{' '}
      <button type="button" className="footer__keys needs-js" onClick={onKeys}>
        {t.keyboard.title}
      </button>{' '}
      {site.features.adult_variant && (
        <a href={origin} rel="nofollow">
          {label}
        </a>
      )}
      <noscript>
        <PreferenceForm />
      </noscript>
    </footer>
  )
}

/** The form is for readers without JavaScript, whose browsers store no preferences. */
function PreferenceForm() {
  const { t, site } = useSite()
  const { pathname, search } = useLocation()
  const { lang, name } = t.layout.otherLanguage
  return (
    <form className="call-form" method="post" action={PREFERENCES_PATH}>
      <input type="hidden" name="_next" value={pathname + search} />
      {site.languages.length > 1 && (
        <button type="submit" className="action" name="language" value={lang} lang={lang}>
          {name}
        </button>
      )}{' '}
      <button type="submit" className="action" name="theme" value="dark">
        {t.layout.darkMode}
      </button>{' '}
      <button type="submit" className="action" name="theme" value="light">
        {t.layout.lightMode}
      </button>
    </form>
  )
}
