import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import type { QueuedPlace } from '#site/features/outbox/QueuedHere.tsx'
import type { Queued } from '#site/offline/outbox.ts'
import { queuedAt } from './places.ts'
import { useReason } from './reason.ts'
import './outbox.css'

const textOf = ({ input: { title, content } }: Queued): string =>
  [title, content].filter((text) => typeof text === 'string' && text !== '').join('\n')

export default function QueuedList({
  actions,
  kind,
  id,
}: {
  actions: readonly Queued[]
  kind: QueuedPlace
  id: number
}) {
  const here = queuedAt(actions, kind, id)
  if (here.length === 0) return null
  return (
    <ul className="queued">
      {here.map((action) => (
        <QueuedLine key={action.id} action={action} />
      ))}
    </ul>
  )
}

function QueuedLine({ action }: { action: Queued }) {
  const t = useTexts('offline')
  const reason = useReason(action)
  const text = textOf(action)
  return (
    <li className={action.state === 'refused' ? 'queued__item queued__item--refused' : 'queued__item'} role="status">
      {text !== '' && <p className="queued__text">{text}</p>}
      <p className="queued__state">
        {t.calls[action.call] ?? action.call}: {reason} · <a href={paths.outbox()}>{t.showOutbox}</a>
      </p>
    </li>
  )
}
