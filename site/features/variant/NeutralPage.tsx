import EyeOff from 'lucide-react/icons/eye-off'
import { buttonClass } from '#shared/ui/button-class.ts'
import { useSite } from '#site/app/site-context.tsx'

/** In place of adult content on the normal host: says nothing of it and offers the adult one. */
export function NeutralPage({ path }: { path: string }) {
  const { t, site } = useSite()
  return (
    <main id="main" tabIndex={-1}>
      <div className="sheet">
        <div className="state">
          <span className="state__icon"><EyeOff size={28} aria-hidden /></span>
          <h1 className="state__title">{t.app.adultTitle}</h1>
          <p className="state__text">{t.app.adultText}</p>
          <div className="state__acts">
            <a className={buttonClass('primary')} href={site.adult_origin + path} rel="nofollow">{t.app.adultOpen}</a>
          </div>
        </div>
      </div>
    </main>
  )
}
