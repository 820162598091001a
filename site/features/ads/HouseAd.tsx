import Megaphone from 'lucide-react/icons/megaphone'
import { paths } from '#shared/paths.ts'
import { useSite } from '#site/app/site-context.tsx'

const FOR_ALL = [
  ['community', paths.createCommunity()],
  ['saved', paths.saved()],
  ['browse', paths.browseCommunities()],
  ['submit', paths.submit()],
  ['messages', paths.messages()],
  ['points', paths.wpoints()],
] as const
const FOR_VISITORS = [['register', paths.register()], ...FOR_ALL] as const

/**
 * A labelled promotion of one of the site's own features: nothing is loaded for it and nobody is counted. `turn` counts
 * the promotions of a page from 1, each of which is another one. `as` is the element that the list around it asks for.
 */
export function HouseAd({ turn, as: Element = 'div' }: { turn: number, as?: 'div' | 'li' }) {
  const { t, viewer } = useSite()
  const promotions = viewer ? FOR_ALL : FOR_VISITORS
  const [name, path] = promotions[(turn - 1) % promotions.length]!
  const { text, link } = t.ads[name]
  return (
    <Element className="promo" data-ad="">
      <span className="promo__icon"><Megaphone size={18} aria-hidden /></span>
      <span className="promo__label">{t.ads.label}</span>
      <p className="promo__text">{text} <a href={path}>{link}</a></p>
    </Element>
  )
}
