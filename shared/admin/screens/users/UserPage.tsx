import type { UserRecord } from '#shared/api/admin.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { reasonOf } from '#shared/rules/moderation.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { GRANTED_LEVEL } from '#shared/rules/trust.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import { UserDecisionForm } from './UserDecisionForm.tsx'
import { UserNotes } from './UserNotes.tsx'

export function UserPage({ id, onBack }: { id: number; onBack: () => void }) {
  const { api, t, lang } = useAdmin()
  const text = t.users.record
  const loaded = useLoaded(String(id), (signal) => api.admin.userRecord({ user_id: id }, { signal }))
  const { data } = loaded
  return (
    <section className="admin__section community-page">
      <div className="form__actions">
        <h2 className="community-page__title">
          {data !== null && <SiteLink path={paths.user(data.user.username)}>{data.user.username}</SiteLink>}
        </h2>
        <Button onClick={onBack}>{text.toList}</Button>
      </div>
      <LoadFailure loaded={loaded} />
      {data === null && loaded.failure === null && <Skeleton kind="block" />}
      {data !== null && (
        <>
          <dl className="facts">
            <div className="facts__item">
              <dt>{text.since}</dt>
              <dd className="num">{exactTime(data.user.created_at).slice(0, 10)}</dd>
            </div>
            <div className="facts__item">
              <dt>{text.karma}</dt>
              <dd className="num">{formatNumber(lang, data.user.karma)}</dd>
            </div>
            <div className="facts__item">
              <dt>{text.trust}</dt>
              <dd>{text.level(data.user.trust_level)}</dd>
            </div>
          </dl>
          {!data.user.is_admin && <TrustButton user={data.user} onChanged={loaded.refresh} />}
          <h3>{text.bans}</h3>
          <Bans record={data} onLifted={loaded.refresh} />
          <h3>{text.decide}</h3>
          <UserDecisionForm userId={id} onDecided={loaded.refresh} />
          <h3>{text.notes}</h3>
          <UserNotes userId={id} />
          <h3>{text.decisions}</h3>
          <Decisions
            record={data}
            onMore={(more) => loaded.change((now) => ({ ...more, decisions: [...now.decisions, ...more.decisions] }))}
          />
        </>
      )}
    </section>
  )
}

function TrustButton({
  user: { id, trust_level },
  onChanged,
}: {
  user: UserRecord['user']
  onChanged: () => Promise<void>
}) {
  const {
    api,
    t: {
      users: { record: text },
    },
  } = useAdmin()
  const { runAction, isBusy } = useAction()
  const isGranted = trust_level === GRANTED_LEVEL

  async function change() {
    const done = await runAction({
      key: 'trust',
      call: () => api.admin.setTrust({ user_id: id, level: isGranted ? null : GRANTED_LEVEL }),
      done: text.trusted,
    })
    if (done) await onChanged()
  }

  return (
    <div>
      <Button size="small" busy={isBusy('trust')} onClick={() => void change()}>
        {isGranted ? text.revokeTrust : text.grantTrust}
      </Button>
    </div>
  )
}

function Bans({ record: { user, suspension, bans }, onLifted }: { record: UserRecord; onLifted: () => Promise<void> }) {
  const {
    api,
    t: {
      users: { record: text },
    },
  } = useAdmin()
  const { runAction, isBusy } = useAction()
  const all = [
    ...(suspension ? [{ what: text.suspended, categoryId: null, ends_at: suspension.ends_at }] : []),
    ...bans.map(({ category, ends_at }) => ({ what: text.bannedIn(category.name), categoryId: category.id, ends_at })),
  ]

  async function lift(categoryId: number | null) {
    const done = await runAction({
      key: `lift ${categoryId}`,
      call: () => api.moderation.unban({ user_id: user.id, category_id: categoryId }),
      done: text.lifted,
    })
    if (done) await onLifted()
  }

  if (all.length === 0) return <p className="admin__none">{text.noBans}</p>
  return (
    <ul className="pending">
      {all.map(({ what, categoryId, ends_at }) => (
        <li key={categoryId} className="pending__item">
          <p>
            <b>{what}</b>, {ends_at === null ? text.forGood : text.until(exactTime(ends_at).slice(0, 16))}
          </p>
          <Button
            size="small"
            busy={isBusy(`lift ${categoryId}`)}
            aria-label={text.liftOf(what)}
            onClick={() => void lift(categoryId)}>
            {text.lift}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function Decisions({
  record: { user, decisions, next_cursor },
  onMore,
}: {
  record: UserRecord
  onMore: (more: UserRecord) => void
}) {
  const { api, t } = useAdmin()
  const text = t.users.record
  const { runAction, isBusy } = useAction()

  async function loadMore(cursor: string) {
    const more = await runAction({ key: 'more', call: () => api.admin.userRecord({ user_id: user.id, cursor }) })
    if (more) onMore(more.answer)
  }

  if (decisions.length === 0) return <p className="admin__none">{text.noDecisions}</p>
  return (
    <>
      <ol className="pending">
        {decisions.map((decision) => {
          const { id, action, target, category, rule, text: said, created_at, automatic, by } = decision
          const reason = reasonOf(decision)
          return (
            <li key={id} className="pending__item">
              <div className="queue__grounds">
                <p className="pending__head">
                  <b>{t.queue.what[action](target.type === 'comment')}</b>
                  <span>{category === null ? text.everywhereShort : `r/${category.name}`}</span>
                  <Timestamp at={created_at} />
                  <span>{automatic ? text.automatic : (by?.username ?? text.credential)}</span>
                </p>
                {target.type !== 'user' && target.url !== '' && (
                  <SiteLink path={target.url}>{target.title || target.excerpt || target.url}</SiteLink>
                )}
                {reason !== null && (
                  <p>
                    {t.queue.reasons[reason]}
                    {rule !== null && `: ${rule.title}`}
                  </p>
                )}
                {said !== '' && <p className="pending__text">{said}</p>}
              </div>
            </li>
          )
        })}
      </ol>
      {next_cursor !== null && (
        <Button busy={isBusy('more')} onClick={() => void loadMore(next_cursor)}>
          {text.more}
        </Button>
      )}
    </>
  )
}
