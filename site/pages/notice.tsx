import { Link } from 'react-router-dom'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { isNoticeReference } from '#shared/rules/notice-reference.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { definePage } from '#site/core/page.ts'
import { isProblem, NoticeForm } from '#site/features/notices/NoticeForm.tsx'

export const page = definePage({
  load: ({ query, site, variant }) => {
    const url = (query.get('url') ?? '').slice(0, LIMITS.linkUrl)
    const reference = query.get('reference') ?? ''
    const problem = query.get('problem')
    return {
      url: url.startsWith('/') ? (variant === 'adult' ? site.adult_origin : site.normal_origin) + url : url,
      reference: isNoticeReference(reference) ? reference : null,
      problem: isProblem(problem) ? problem : null,
    }
  },
  meta: ({ reference }, { t }) => ({
    title: textsFor(t.lang, 'notices').title,
    description: textsFor(t.lang, 'notices').lead,
    canonical: paths.notice(),
    noindex: reference !== null,
  }),
  View: function NoticePage({ data: { url, reference, problem } }) {
    const t = useTexts('notices')
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.title}</h1>
        </div>
        <div className="sheet sheet__pad notice-sheet">
          {reference === null ? (
            <>
              <div className="prose">
                <p>{t.lead}</p>
                <p>{t.onlyRules}</p>
              </div>
              <NoticeForm key={url} url={url} problem={problem} />
            </>
          ) : (
            <>
              <Notice kind="success" role="status">
                {t.sent}
              </Notice>
              <dl className="notice-sheet__number">
                <dt>{t.number}</dt>
                <dd>{reference}</dd>
              </dl>
            </>
          )}
          <section className="prose">
            <h2>{t.nextTitle}</h2>
            <ol>
              {t.next.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
          {reference !== null && (
            <p>
              <Link to={paths.notice()}>{t.another}</Link>
            </p>
          )}
        </div>
      </main>
    )
  },
})
