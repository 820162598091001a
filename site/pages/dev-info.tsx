import { devInfo as en } from '#shared/i18n/en/dev-info.ts'
import { devInfo as pl } from '#shared/i18n/pl/dev-info.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'

const texts = { pl, en }

export const page = definePage({
  meta: (_, { t }) => ({ title: texts[t.lang].title, canonical: '/dev-info' }),
  View: function DevInfo() {
    const { t, site } = useSite()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{texts[t.lang].title}</h1>
        </div>
        <div className="sheet sheet__pad prose">
          <p>{texts[t.lang].text(site.name)}</p>
          <ul>
            <li>
              {texts[t.lang].version}: {site.version}
            </li>
            <li>
              <a href="/api/openapi.json">{texts[t.lang].openApi}</a>
            </li>
            <li>
              <a href="/feed.xml">{texts[t.lang].feed}</a>
            </li>
            <li>
              <a href={`mailto:${site.support_email}`}>{site.support_email}</a>
            </li>
          </ul>
        </div>
      </main>
    )
  },
})
