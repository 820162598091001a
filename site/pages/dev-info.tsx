import { textsFor, useTexts } from '#shared/texts.ts'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'

export const page = definePage({
  meta: (_, { t }) => ({ title: textsFor(t.lang, 'devInfo').title, canonical: '/dev-info' }),
  View: function DevInfo() {
    const texts = useTexts('devInfo')
    const { site } = useSite()
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{texts.title}</h1>
        </div>
        <div className="sheet sheet__pad prose">
          <p>{texts.text(site.name)}</p>
          <ul>
            <li>
              {texts.version}: {site.version}
            </li>
            <li>
              <a href="/api/openapi.json">{texts.openApi}</a>
            </li>
            <li>
              <a href="/feed.xml">{texts.feed}</a>
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
