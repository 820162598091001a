import Megaphone from 'lucide/dist/esm/icons/megaphone.mjs'
import type { ShownAd } from '#shared/api/ads.ts'
import { paths } from '#shared/paths.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useText } from '#site/core/site-context.tsx'

export function OwnAd({ ad, as: Element }: { ad: ShownAd; as: 'div' | 'li' }) {
  const { ads: t } = useText()
  return (
    <Element className="promo" data-ad={ad.id}>
      {ad.image_url === null ? (
        <span className="promo__icon">
          <Icon of={Megaphone} size={18} />
        </span>
      ) : (
        <img className="promo__image" src={iconOf(ad.image_url)!} alt="" width={72} height={72} loading="lazy" />
      )}
      <span className="promo__label">{t.ad}</span>
      <p className="promo__text">
        <a href={paths.ad(ad.id)} rel="sponsored nofollow noopener" target="_blank">
          {ad.title}
        </a>{' '}
        {ad.text}
      </p>
    </Element>
  )
}
