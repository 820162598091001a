import { useEffect, useRef, useState } from 'react'
import Undo2 from 'lucide/dist/esm/icons/undo-2.mjs'
import { Button } from '#shared/ui/Button.tsx'
import { Checkbox } from '#shared/ui/Checkbox.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { areSingleKeysOn, setSingleKeys } from '#shared/ui/single-keys.ts'
import { Skeleton } from '#shared/ui/Skeleton.tsx'
import { useAdmin } from '../../../kit/context.ts'
import { EmptyList } from '../../../kit/EmptyList.tsx'
import { LoadFailure } from '../../../kit/LoadFailure.tsx'
import { usePlace } from '../../../kit/place.ts'
import { KindBar } from '../KindBar.tsx'
import { Key } from './Key.tsx'
import { isOpen } from './queue-list.ts'
import { QueueRow } from './QueueRow.tsx'
import { titleOf } from './queue-title.ts'
import { useQueue, type Queue as QueueState } from './useQueue.ts'
import { useQueueKeys } from './useQueueKeys.ts'

export function Queue() {
  const { t, me } = useAdmin()
  const text = t.queue
  const queue = useQueue()
  useQueueKeys(queue)
  const { kind, loaded, items, chosen } = queue
  const { data } = loaded
  const isEmpty = queue.open === null && data?.next_cursor === null && !items.some(isOpen)
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    if (chosen.moves === 0) return
    const row = section.current?.querySelector<HTMLElement>('.queue__item--chosen')
    if (!row) return section.current?.focus({ preventScroll: true })
    row.querySelector('button')?.focus({ preventScroll: true })
    const { top, bottom } = row.getBoundingClientRect()
    if (top < Number.parseFloat(getComputedStyle(row).scrollMarginTop) || bottom > innerHeight)
      row.scrollIntoView({ block: 'start', behavior: 'instant' })
  }, [chosen.moves])

  return (
    <section ref={section} className="admin__section queue" tabIndex={-1} aria-labelledby="queue-heading">
      <h2 id="queue-heading">{text.heading}</h2>
      <KindBar selected={kind}>
        {me.categories.length > 1 && <CommunityChoice />}
        <span role="status">{data !== null && text.waiting(data.total)}</span>
      </KindBar>
      <Keys />
      <LastDecision queue={queue} />
      <LoadFailure loaded={loaded} />
      {data === null && loaded.failure === null && <Skeleton kind="block" />}
      {data !== null &&
        (isEmpty ? (
          <EmptyList {...text.empty[kind]} />
        ) : (
          <ol className="queue__list" aria-label={text.listLabel} aria-busy={loaded.isLoading}>
            {items.map((item) => (
              <QueueRow key={item.id} item={item} queue={queue} />
            ))}
          </ol>
        ))}
      {data !== null && data.next_cursor !== null && (
        <Button busy={queue.isLoadingMore} onClick={() => void queue.loadMore()}>
          {text.more}
        </Button>
      )}
    </section>
  )
}

function CommunityChoice() {
  const {
    t: { queue: text },
    me,
  } = useAdmin()
  const place = usePlace()
  return (
    <Field label={text.community} hideLabel>
      <Select value={place.get('category')} onChange={(event) => place.set({ category: event.target.value })}>
        <option value="">{text.anyCommunity}</option>
        {me.categories.map(({ id, name }) => (
          <option key={id} value={id}>
            r/{name}
          </option>
        ))}
      </Select>
    </Field>
  )
}

function LastDecision({ queue: { last, undo } }: { queue: QueueState }) {
  const { t } = useAdmin()
  const text = t.queue
  const sentence = last && text.sentences[last.decision](titleOf(last.item, t))
  return (
    <div className="queue__last" role="group" aria-label={text.lastLabel}>
      <p role="status" id="queue-last">
        {sentence ?? text.none}
      </p>
      {sentence !== null && !last?.isFinal && (
        <Button
          size="small"
          icon={<Icon of={Undo2} size={16} />}
          aria-describedby="queue-last"
          aria-keyshortcuts="z"
          onClick={() => void undo()}>
          {text.undo}
          <Key of="z" />
        </Button>
      )}
    </div>
  )
}

function Keys() {
  const { keys } = useAdmin().t.queue
  const [areOn, setOn] = useState(areSingleKeysOn)
  const all = [
    ['j', keys.next],
    ['k', keys.previous],
    ['Enter', keys.open],
    ['1–9', keys.reason],
    ['a', keys.keep],
    ['r', keys.answer],
    ['x', keys.remove],
    ['z', keys.undo],
    ['Esc', keys.close],
  ] as const
  return (
    <div className="queue__keys">
      <dl aria-label={keys.label}>
        {all.map(([key, does]) => (
          <div key={key}>
            <dt>
              <kbd className="queue__key">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        label={keys.switch}
        checked={areOn}
        onChange={(event) => {
          setSingleKeys(event.target.checked)
          setOn(event.target.checked)
        }}
      />
    </div>
  )
}
