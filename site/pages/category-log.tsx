import { Link } from 'react-router-dom'
import Scale from 'lucide/dist/esm/icons/scale.mjs'
import { paths } from '#shared/paths.ts'
import { reasonOf } from '#shared/rules/moderation.ts'
import { textsFor, useTexts } from '#shared/texts.ts'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { definePage } from '#site/core/page.ts'
import { useSite } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { isNeutral, otherVariant } from '#site/core/variant-guard.ts'
import { NeutralPage } from '#site/features/variant/NeutralPage.tsx'

export const page = definePage({
  load: async (args) => {
    const { api, params, query, signal } = args
    const category = await api.categories.byName({ name: params.name! }, { signal })
    const neutral = otherVariant(args, category.is_nsfw)
    if (neutral) return neutral
    return {
      category,
      ...(await api.decisions.ofCategory(
        { category_id: category.id, cursor: query.get('cursor') ?? undefined },
        { signal },
      )),
    }
  },
  meta: (data, { t }) => ({
    title: isNeutral(data) ? t.app.adultTitle : textsFor(t.lang, 'moderation').log.title,
    noindex: true,
  }),
  View: function CategoryLog({ data }) {
    const { t } = useSite()
    const { log, decisions } = useTexts('moderation')
    const reasons = { ...t.posts.reasons, ...decisions.automaticReasons }
    if (isNeutral(data)) return <NeutralPage path={data.path} />
    const { category, entries, next_cursor } = data
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{log.title}</h1>
          <Link
            to={paths.category(category.name)}
            className={buttonClass('quiet', 'small')}>{`r/${category.name}`}</Link>
        </div>
        <div className="sheet">
          <p className="sheet__pad decision-lead">{entries.some(({ by }) => by) ? log.leadNamed : log.lead}</p>
          {entries.length === 0 && (
            <EmptyState icon={<Icon of={Scale} size={28} />} title={log.empty.title} text={log.empty.text} />
          )}
          <ol className="decision-list">
            {entries
              .map((entry) => ({ ...entry, reason: reasonOf(entry) }))
              .map(({ id, action, target, reason, rule_title, created_at, automatic, by }) => (
                <li key={id} className="decision">
                  <h2 className="decision__title">{log.what[action](target.type === 'comment')}</h2>
                  <p className="meta">
                    <TimeAgo at={created_at} />
                    {reason !== null && <span className="meta__dot">{rule_title ?? reasons[reason]}</span>}
                    {automatic && <span className="meta__dot">{log.automatic}</span>}
                    {by && <span className="meta__dot">{`u/${by.username}`}</span>}
                  </p>
                  {(target.title || target.excerpt) && (
                    <a href={target.url}>{target.type === 'comment' ? target.excerpt || target.title : target.title}</a>
                  )}
                </li>
              ))}
          </ol>
          {next_cursor !== null && (
            <div className="feed-end">
              <Link to={{ search: `?cursor=${next_cursor}` }} className={buttonClass('secondary')}>
                {log.more}
              </Link>
            </div>
          )}
        </div>
      </main>
    )
  },
})
