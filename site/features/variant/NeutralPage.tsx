import EyeOff from 'lucide/dist/esm/icons/eye-off.mjs'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useSite } from '#site/core/site-context.tsx'

export function NeutralPage({ path }: { path: string }) {
  const { t, site } = useSite()
  return (
    <main id="main" tabIndex={-1}>
      <div className="sheet">
        <div className="state">
          <span className="state__icon">
            <Icon of={EyeOff} size={28} />
          </span>
          <h1 className="state__title">{t.app.adultTitle}</h1>
          <p className="state__text">{t.app.adultText}</p>
          <div className="state__actions">
            {site.features.adult_variant && (
              <a className={buttonClass('primary')} href={site.adult_origin + path} rel="nofollow">
                {t.app.adultOpen}
              </a>
            )}
          </div>
        </div>
      </div>
    </main>
  )
}
