import { useLocation } from 'react-router-dom'
import { formatNumber } from '#shared/i18n/plural.ts'
import { mayCreateCategory } from '#site/features/categories/may-create.ts'
import { paths } from '#shared/paths.ts'
import { iconOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Kept } from '#site/core/kept-parts.tsx'
import { useSite } from '#site/core/site-context.tsx'
import type { SidebarCategory, SidebarStream } from '#site/core/page.ts'

type SidebarProps = { categories: SidebarCategory[]; streams: SidebarStream[] }

/** Paths whose sidebar link is marked as current. */
const MARKED = /^\/(r|streams?)\//

export function Sidebar({ categories, streams }: SidebarProps) {
  const { pathname } = useLocation()
  const { site, viewer } = useSite()
  const mayCreate = mayCreateCategory(site, viewer)
  return (
    <Kept name="sidebar" state={() => [categories, streams, mayCreate, MARKED.test(pathname) ? pathname : '']}>
      {() => <Aside categories={categories} streams={streams} />}
    </Kept>
  )
}

function Aside({ categories, streams }: SidebarProps) {
  const { t, site, viewer } = useSite()
  const { pathname } = useLocation()
  return (
    <aside className="layout__side">
      {streams.length > 0 && <LiveStreams streams={streams} pathname={pathname} />}
      <nav aria-labelledby="side-title">
        <h2 id="side-title" className="side__title">
          {t.layout.categories}
        </h2>
        {categories.length > 0 && (
          <ul>
            {categories.map((category) => (
              <li key={category.name}>
                <CategoryLink category={category} pathname={pathname} />
              </li>
            ))}
          </ul>
        )}
        <a className="side__link" href={paths.browseCategories()}>
          {t.layout.browse}
        </a>
      </nav>
      <section className="panel about" aria-labelledby="about-title">
        <h2 id="about-title" className="panel__title">
          {t.layout.aboutTitle(site.name)}
        </h2>
        {site.about_html === '' ? (
          <p className="about__text">{t.layout.aboutText}</p>
        ) : (
          <div className="about__text prose" dangerouslySetInnerHTML={{ __html: site.about_html }} />
        )}
        <a className={buttonClass('primary')} href={paths.submit()}>
          {t.layout.createPost}
        </a>{' '}
        {mayCreateCategory(site, viewer) && (
          <a className={buttonClass()} href={paths.createCategory()}>
            {t.layout.createCommunity}
          </a>
        )}
      </section>
    </aside>
  )
}

function CategoryLink({
  category: { name, display_name, icon_url, member_count },
  pathname,
}: {
  category: SidebarCategory
  pathname: string
}) {
  const path = paths.category(name)
  const isHere = pathname === path || pathname.startsWith(`${path}/`)
  const { t, lang } = useSite()
  const members = t.layout.members(member_count)
  return (
    <a className="side__link" href={path} aria-current={isHere ? 'page' : undefined}>
      <Avatar name={name} src={iconOf(icon_url)} square />{' '}
      <span className="side__name">{display_name.replace(/^r\//i, '')}</span>{' '}
      <span className="side__count" title={members}>
        <span aria-hidden>{formatNumber(lang, member_count)}</span> <span className="visually-hidden">{members}</span>
      </span>
    </a>
  )
}

function LiveStreams({ streams, pathname }: { streams: SidebarStream[]; pathname: string }) {
  const { t, lang } = useSite()
  return (
    <nav aria-labelledby="side-live-title">
      <h2 id="side-live-title" className="side__title">
        {t.layout.live}
      </h2>
      <ul>
        {streams.map(({ id, title, username, viewer_count }) => {
          const viewers = t.layout.viewers(viewer_count)
          return (
            <li key={id}>
              <a
                className="side__link"
                href={paths.stream(id)}
                aria-current={pathname === paths.stream(id) ? 'page' : undefined}>
                <Avatar name={username} /> <span className="side__name">{title}</span>{' '}
                <span className="side__count" title={viewers}>
                  <span aria-hidden>{formatNumber(lang, viewer_count)}</span>{' '}
                  <span className="visually-hidden">{viewers}</span>
                </span>
              </a>
            </li>
          )
        })}
      </ul>
      <a className="side__link" href={paths.streams()}>
        {t.layout.allStreams}
      </a>
    </nav>
  )
}
