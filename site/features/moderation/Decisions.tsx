import { useState } from 'react'
import { Form, useRevalidator } from 'react-router-dom'
import Scale from 'lucide/dist/esm/icons/scale.mjs'
import type { SiteApi } from '#shared/api/public.ts'
import type { Decision } from '#shared/api/shapes.ts'
import { paths } from '#shared/paths.ts'
import { APPEALABLE, reasonOf } from '#shared/rules/moderation.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState, ErrorState } from '#shared/ui/State.tsx'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { longDate } from '#site/core/dates.ts'
import { useSite } from '#site/core/site-context.tsx'
import { TimeAgo } from '#site/core/TimeAgo.tsx'
import { AppealPart } from './AppealPart.tsx'

type DecisionPage = Awaited<ReturnType<SiteApi['decisions']['mine']>>

export function Decisions({ loaded }: { loaded: DecisionPage | null }) {
  const { decisions: texts } = useTexts('moderation')
  return (
    <main id="main" tabIndex={-1}>
      <div className="page-head">
        <h1 className="page-head__title">{texts.title}</h1>
      </div>
      <div className="sheet">
        <p className="sheet__pad decision-lead">{texts.lead}</p>
        {loaded ? <List loaded={loaded} /> : <Failed />}
      </div>
    </main>
  )
}

function Failed() {
  const { t } = useSite()
  const { decisions } = useTexts('moderation')
  const { revalidate, state } = useRevalidator()
  return (
    <ErrorState
      title={decisions.failed}
      retryLabel={t.app.retry}
      busy={state === 'loading'}
      onRetry={() => void revalidate()}
    />
  )
}

function List({ loaded }: { loaded: DecisionPage }) {
  const { api } = useSite()
  const { decisions: texts } = useTexts('moderation')
  const [pages, setPages] = useState({ loaded, ...loaded })
  const [isLoading, setLoading] = useState(false)
  if (pages.loaded !== loaded) setPages({ loaded, ...loaded })
  const { decisions, next_cursor } = pages

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const page = await api.decisions.mine({ cursor: next_cursor ?? undefined })
      setPages({ loaded, decisions: [...decisions, ...page.decisions], next_cursor: page.next_cursor })
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, texts.failed)
    } finally {
      setLoading(false)
    }
  }

  if (decisions.length === 0)
    return <EmptyState icon={<Icon of={Scale} size={28} />} title={texts.empty.title} text={texts.empty.text} />
  return (
    <>
      <ol className="decision-list" aria-busy={isLoading}>
        {decisions.map((decision) => (
          <li key={decision.id}>
            <DecisionItem decision={decision} />
          </li>
        ))}
      </ol>
      {next_cursor !== null && (
        <Form
          method="get"
          className="feed-end"
          onSubmit={(event) => {
            event.preventDefault()
            void loadMore()
          }}>
          <input type="hidden" name="cursor" value={next_cursor} />
          <Button type="submit" busy={isLoading}>
            {texts.more}
          </Button>
        </Form>
      )}
    </>
  )
}

function DecisionItem({ decision }: { decision: Decision }) {
  const { t, lang, site } = useSite()
  const { decisions: texts } = useTexts('moderation')
  const { id, action, target, category, rule, text, created_at, ends_at, automatic, can_appeal_until, appeal } =
    decision
  if (decision.is_adult) {
    return (
      <article className="decision" id={`decision-${id}`} aria-labelledby={`decision-title-${id}`}>
        <h2 className="decision__title" id={`decision-title-${id}`}>
          {texts.adult}
        </h2>
        <p className="decision__at">
          <TimeAgo at={created_at} />
        </p>
        <p>
          <a href={site.adult_origin + paths.decisions(id)} rel="nofollow">
            {t.app.adultOpen}
          </a>
        </p>
      </article>
    )
  }
  const isTakenBack =
    APPEALABLE.has(action) && can_appeal_until === null && (appeal === null || appeal.status === 'overturned')
  const next = isTakenBack ? undefined : texts.next[action]
  const reason = reasonOf(decision)
  const isTimed = action === 'banned' || action === 'suspended'
  return (
    <article className="decision" id={`decision-${id}`} aria-labelledby={`decision-title-${id}`}>
      <h2 className="decision__title" id={`decision-title-${id}`}>
        {texts.what[action](category?.name ?? null, target.type === 'comment')}
      </h2>
      <p className="decision__at">
        <TimeAgo at={created_at} />
      </p>
      {target.type !== 'user' && (target.excerpt || target.title) && (
        <blockquote className="decision__target">
          <a href={target.url}>{target.type === 'comment' ? target.excerpt : target.title}</a>
        </blockquote>
      )}
      <dl className="decision__facts">
        {reason !== null && (
          <>
            <dt>{texts.reason}</dt>
            <dd>{{ ...t.posts.reasons, ...texts.automaticReasons }[reason]}</dd>
          </>
        )}
        {rule && (
          <>
            <dt>{texts.rule}</dt>
            <dd>{rule.title}</dd>
          </>
        )}
        {text !== '' && (
          <>
            <dt>{texts.explanation}</dt>
            <dd className="decision__text">{text}</dd>
          </>
        )}
      </dl>
      {automatic && <p>{texts.automatic}</p>}
      {isTimed && <p>{ends_at === null ? texts.forGood : texts.until(longDate(ends_at, lang, site.time_zone))}</p>}
      {next !== undefined && <p>{next}</p>}
      <AppealPart decision={decision} />
    </article>
  )
}
