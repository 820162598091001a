import EyeOff from 'lucide-react/icons/eye-off'
import { buttonClass } from '#shared/ui/button-class.ts'
import { EmptyState } from '#shared/ui/State.tsx'
import { useSite } from '#site/app/site-context.tsx'

/** In place of adult content on the normal host: says nothing of it and offers the adult one. */
export function NeutralPage({ path }: { path: string }) {
  const { t, site } = useSite()
  return (
    <main id="main" tabIndex={-1}>
      <div className="sheet">
        <EmptyState icon={<EyeOff size={28} aria-hidden />} title={t.app.adultTitle} text={t.app.adultText}>
          <a className={buttonClass('primary')} href={site.adult_origin + path} rel="nofollow">{t.app.adultOpen}</a>
        </EmptyState>
      </div>
    </main>
  )
}
