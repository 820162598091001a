import type { Decision } from '#shared/api/shapes.ts'
import type { QueueItem } from '#shared/api/queue.ts'
import type { AdminTexts } from '#shared/i18n/pl/admin.ts'
import { reasonOf } from '#shared/rules/moderation.ts'
import { HELD_NEWCOMER, HELD_UNCHECKED } from '#shared/rules/queue.ts'
import { useAdmin } from '../../../kit/context.ts'
import { Timestamp } from '../../../kit/Timestamp.tsx'
import { StoredMessages } from './StoredMessages.tsx'

function heldBy(held_by: string | null, text: AdminTexts['queue']): string {
  if (held_by === null) return text.held
  if (held_by === HELD_NEWCOMER) return text.newcomer
  return held_by === HELD_UNCHECKED ? text.unchecked : text.heldBy(held_by)
}

export function Grounds({ item }: { item: QueueItem }) {
  const {
    t: { queue: text },
  } = useAdmin()
  const { kind, messages, reports, reports_count, held_by, appeal, appealed, notice } = item
  return (
    <section className="queue__grounds" aria-label={text.grounds[kind]}>
      <h4>{text.grounds[kind]}</h4>
      {kind === 'held' && <p>{heldBy(held_by, text)}</p>}
      {reports.length > 0 && (
        <ul className="queue__reports">
          {reports.map(({ id, reason, reporter, created_at }) => (
            <li key={id}>
              <p className="queue__said">{reason}</p>
              <p className="stat__note">
                {reporter?.username ?? text.unknownReporter}, <Timestamp at={created_at} />
              </p>
            </li>
          ))}
        </ul>
      )}
      {reports_count > reports.length && (
        <p className="stat__note">{text.moreReports(reports_count - reports.length)}</p>
      )}
      {messages.length > 0 && <StoredMessages messages={messages} />}
      {appeal !== null && <blockquote className="queue__said">{appeal.text}</blockquote>}
      {appealed !== null && <Appealed decision={appealed} />}
      {notice !== null && <NoticeText notice={notice} />}
      {item.registration !== null && <Registration registration={item.registration} />}
    </section>
  )
}

function Appealed({ decision }: { decision: Decision }) {
  const {
    t: { queue: text },
  } = useAdmin()
  const { action, target, rule, text: explanation, created_at, automatic } = decision
  const reason = reasonOf(decision)
  return (
    <>
      <h4>{text.appealed}</h4>
      <p>
        {text.what[action](target.type === 'comment')}, <Timestamp at={created_at} />
        {automatic && ` (${text.automatic})`}
      </p>
      <dl className="report__facts">
        {reason !== null && (
          <>
            <dt>{text.reason}</dt>
            <dd>{text.reasons[reason]}</dd>
          </>
        )}
        {rule !== null && (
          <>
            <dt>{text.rule}</dt>
            <dd>{rule.title}</dd>
          </>
        )}
        {explanation !== '' && (
          <>
            <dt>{text.explanation}</dt>
            <dd>{explanation}</dd>
          </>
        )}
      </dl>
    </>
  )
}

function NoticeText({
  notice: { reference, category, text: said, url, name, email },
}: {
  notice: NonNullable<QueueItem['notice']>
}) {
  const {
    t: { queue: text },
  } = useAdmin()
  return (
    <>
      <blockquote className="queue__said">{said}</blockquote>
      <dl className="report__facts">
        <dt>{text.notice.category}</dt>
        <dd>{text.reasons[category]}</dd>
        <dt>{text.notice.reference}</dt>
        <dd className="num">{reference}</dd>
        <dt>{text.notice.url}</dt>
        <dd>{url}</dd>
        {name !== null && (
          <>
            <dt>{text.notice.name}</dt>
            <dd>{name}</dd>
          </>
        )}
        {email !== null && (
          <>
            <dt>{text.notice.email}</dt>
            <dd>{email}</dd>
          </>
        )}
      </dl>
    </>
  )
}

function Registration({ registration }: { registration: NonNullable<QueueItem['registration']> }) {
  const {
    t: { queue: text },
  } = useAdmin()
  const { username, email, question, answer, invite, created_at } = registration
  return (
    <>
      {question !== null && <p>{question}</p>}
      {answer !== null && <blockquote className="queue__said">{answer}</blockquote>}
      <dl className="report__facts">
        <dt>{text.registration.username}</dt>
        <dd>{username}</dd>
        <dt>{text.registration.email}</dt>
        <dd>{email}</dd>
        <dt>{text.registration.created}</dt>
        <dd>
          <Timestamp at={created_at} />
        </dd>
        {invite !== null && (
          <>
            <dt>{text.registration.invite}</dt>
            <dd>{[invite.by?.username, invite.note, invite.code].filter(Boolean).join(', ')}</dd>
          </>
        )}
      </dl>
    </>
  )
}
