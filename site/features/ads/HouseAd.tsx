import Megaphone from 'lucide/dist/esm/icons/megaphone.mjs'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { useSite } from '#site/core/site-context.tsx'

const FOR_ALL = [
  ['category', paths.createCategory()],
  ['saved', paths.saved()],
  ['browse', paths.browseCategories()],
  ['submit', paths.submit()],
  ['messages', paths.messages()],
  ['points', paths.wpoints()],
] as const
const FOR_VISITORS = [['register', paths.register()], ...FOR_ALL] as const

/** Each ad position of a page shows another promotion; `turn` is the number of the position, from 1. */
export function HouseAd({ turn, as: Element = 'div' }: { turn: number; as?: 'div' | 'li' }) {
  const { t, viewer } = useSite()
  const promotions = viewer ? FOR_ALL : FOR_VISITORS
  const [name, path] = promotions[(turn - 1) % promotions.length]!
  const { text, link } = t.ads[name]
  return (
    <Element className="promo" data-ad="">
      <span className="promo__icon">
        <Icon of={Megaphone} size={18} />
      </span>
      <span className="promo__label">{t.ads.label}</span>
      <p className="promo__text">
        {text} <a href={path}>{link}</a>
      </p>
    </Element>
  )
}
