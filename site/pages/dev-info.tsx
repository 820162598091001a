import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'

export const page = definePage({
  meta: (_, { t }) => ({ title: t.devInfo.title, canonical: '/dev-info' }),
  View: function DevInfo() {
    const { t, site } = useSite()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head"><h1 className="page-head__title">{t.devInfo.title}</h1></div>
        <div className="sheet sheet__pad prose">
          <p>{t.devInfo.text(site.name)}</p>
          <ul>
            <li>{t.devInfo.version}: {site.version}</li>
            <li><a href="/api/openapi.json">{t.devInfo.openApi}</a></li>
            <li><a href="/feed.xml">{t.devInfo.feed}</a></li>
            <li><a href={`mailto:${site.support_email}`}>{site.support_email}</a></li>
          </ul>
        </div>
      </main>
    )
  },
})
