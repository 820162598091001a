import type { QueueItem } from '#shared/api/queue.ts'
import { paths } from '#shared/paths.ts'
import { exactTime } from '#shared/rules/relative-time.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { Notice } from '#shared/ui/Notice.tsx'
import { useAdmin } from '../../../kit/context.ts'
import { SiteLink } from '../../../kit/SiteLink.tsx'
import { Timestamp } from '../../../kit/Timestamp.tsx'
import { AuthorCard } from './AuthorCard.tsx'
import { Consequences } from './Consequences.tsx'
import { DecisionForm } from './DecisionForm.tsx'
import { Grounds } from './Grounds.tsx'
import { MailCase } from './MailCase.tsx'
import { QueueTarget } from './QueueTarget.tsx'
import { titleOf } from './queue-title.ts'
import type { Queue } from './useQueue.ts'

const TAGS = {
  reports: 'tag tag--warning',
  held: 'tag',
  appeals: 'tag tag--accent',
  notices: 'tag tag--danger',
  mail: 'tag',
  registration: 'tag tag--accent',
}

const hourOf = (at: string): string => exactTime(at).slice(11, 16)

export function QueueRow({ item, queue }: { item: QueueItem; queue: Queue }) {
  const { t } = useAdmin()
  const text = t.queue
  const { id, kind, target, claimed_by, claimed_until, reports_count, waiting_since, author, status, refusal } = item
  const isOpen = queue.open?.id === id
  const isTaken = queue.isTaken(item)
  const claimer = [claimed_by?.username ?? null, hourOf(claimed_until ?? '')] as const
  return (
    <li
      className={classNames(
        'queue__item',
        queue.chosen.id === id && 'queue__item--chosen',
        status === 'decided' && 'queue__item--decided',
      )}>
      <h3 className="queue__head">
        <button
          type="button"
          className="queue__open"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `queue-${id}` : undefined}
          onClick={() => queue.toggle(item)}>
          <span className={TAGS[kind]}>{text.kind[kind]}</span>
          <span className="queue__title">{titleOf(item, t)}</span>
        </button>
      </h3>
      <p className="queue__about">
        {target.category !== null && (
          <SiteLink path={paths.category(target.category.name)} isNsfw={target.category.is_nsfw}>
            r/{target.category.name}
          </SiteLink>
        )}
        {target.author !== null && <span>{target.author.username}</span>}
        {reports_count > 0 && <span>{text.reportsCount(reports_count)}</span>}
        <span>
          {text.waitingSince} <Timestamp at={waiting_since} />
        </span>
        {isTaken && <span className="queue__claim">{text.claimedBy(...claimer)}</span>}
      </p>
      {isOpen && item.modmail_id !== null && (
        <div id={`queue-${id}`} className="queue__body">
          <MailCase item={item} queue={queue} threadId={item.modmail_id} />
          {author !== null && <AuthorCard author={author} id={target.author?.id ?? null} />}
          {status === 'decided' && <Notice>{text.decided}</Notice>}
          {status === 'open' && refusal !== null && <Notice>{text.refusals[refusal]}</Notice>}
          {status === 'open' && refusal === null && isTaken && <Notice>{text.claimed(...claimer)}</Notice>}
        </div>
      )}
      {isOpen && item.modmail_id === null && (
        <div id={`queue-${id}`} className="queue__body">
          <div className="queue__content">
            {item.kind !== 'registration' && <QueueTarget item={item} />}
            <Grounds item={item} />
            {author !== null && <AuthorCard author={author} id={target.author?.id ?? null} />}
          </div>
          {status === 'decided' && <Notice>{text.decided}</Notice>}
          {status === 'open' && refusal !== null && <Notice>{text.refusals[refusal]}</Notice>}
          {status === 'open' &&
            refusal === null &&
            (isTaken ? <Notice>{text.claimed(...claimer)}</Notice> : <DecisionForm item={item} queue={queue} />)}
          {status === 'open' && !isTaken && <Consequences item={item} />}
        </div>
      )}
    </li>
  )
}
