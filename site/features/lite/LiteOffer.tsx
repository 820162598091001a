import { Notice } from '#shared/ui/Notice.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { LiteLink } from './LiteLink.tsx'

/** Offers the light version if the browser asks to save data, until the reader decides. */
export function LiteOffer() {
  const { t, lite } = useSite()
  if (lite !== 'offered') return null
  return (
    <section className="banner" aria-label={t.layout.lite.on}>
      <Notice>
        {t.layout.lite.offer} <LiteLink to="on">{t.layout.lite.on}</LiteLink>{' '}
        <LiteLink to="off">{t.layout.lite.decline}</LiteLink>
      </Notice>
    </section>
  )
}
