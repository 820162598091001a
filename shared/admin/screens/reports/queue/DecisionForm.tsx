import { useEffect, useId, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react'
import type { QueueItem } from '#shared/api/queue.ts'
import type { Rule } from '#shared/api/shapes.ts'
import { LIMITS } from '#shared/limits.ts'
import { REASON_CODES } from '#shared/rules/moderation.ts'
import type { QueueDecision, QueueKind } from '#shared/rules/queue.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { Select } from '#shared/ui/Select.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useAdmin } from '../../../kit/context.ts'
import { Key } from './Key.tsx'
import { answersTo } from './queue-list.ts'
import type { Queue } from './useQueue.ts'
import { reasonKey } from './useQueueKeys.ts'

const NEAR = 100

/** Red buttons remove or refuse something; the button that overturns a decision is not red. */
const VARIANTS = {
  keep: 'primary',
  approve: 'primary',
  remove: 'danger',
  resolve: undefined,
  uphold: undefined,
  overturn: 'primary',
  refuse: 'danger',
} as const

export function DecisionForm({ item, queue }: { item: QueueItem; queue: Queue }) {
  const {
    t: { queue: text },
  } = useAdmin()
  const { keep, remove } = answersTo(item)
  const draft = queue.drafts.of(item.id)
  const label = { appeals: text.textLabel.appeal, registration: text.textLabel.registration }
  const hasAuthor = item.kind !== 'appeals' && item.kind !== 'registration'
  const isReasonMissing = remove === 'refuse' && queue.missing?.id === item.id && draft.text.trim() === ''
  const counter =
    draft.text.length > LIMITS.decisionText - NEAR ? { value: draft.text.length, max: LIMITS.decisionText } : undefined

  function press(event: MouseEvent, decision: QueueDecision): void {
    // The second click of a double click would decide the next case.
    if (event.detail < 2) queue.decide(decision)
  }

  /** Escape leaves the text field, so that single-key shortcuts work again. */
  function leave(event: KeyboardEvent): void {
    if (event.key === 'Escape') event.currentTarget.closest('li')?.querySelector('button')?.focus()
  }

  return (
    <div role="group" className="queue__form" aria-label={text.form}>
      {remove !== null && remove !== 'resolve' && (
        <div className="queue__fields">
          {remove === 'remove' && <Reasons item={item} queue={queue} />}
          {remove === 'remove' && item.target.category !== null && (
            <RuleChoice
              categoryId={item.target.category.id}
              value={draft.ruleId}
              onChange={(ruleId) => queue.drafts.change(item.id, { ruleId })}
            />
          )}
          <Field
            label={(label as Partial<Record<QueueKind, string>>)[item.kind] ?? text.textLabel.removal}
            hint={hasAuthor ? text.textHint : undefined}
            error={isReasonMissing ? text.writeReason : undefined}
            counter={counter}>
            <TextArea
              grow
              rows={2}
              value={draft.text}
              maxLength={LIMITS.decisionText}
              onKeyDown={leave}
              onChange={(event) => queue.drafts.change(item.id, { text: event.target.value })}
            />
          </Field>
        </div>
      )}
      <div className="queue__decide">
        <Button variant={VARIANTS[keep]} aria-keyshortcuts="a" onClick={(event) => press(event, keep)}>
          {text.decide[keep]}
          <Key of="a" />
        </Button>
        {remove !== null && (
          <Button variant={VARIANTS[remove]} aria-keyshortcuts="x" onClick={(event) => press(event, remove)}>
            {text.decide[remove]}
            <Key of="x" />
          </Button>
        )}
      </div>
    </div>
  )
}

function Reasons({ item, queue }: { item: QueueItem; queue: Queue }) {
  const {
    t: { queue: text },
  } = useAdmin()
  const id = useId()
  const { reason } = queue.drafts.of(item.id)
  const { missing } = queue
  const isMissing = missing?.id === item.id
  const part = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isMissing) part.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [isMissing, missing])
  return (
    <div ref={part} className="queue__why">
      <p id={id} className="field__label">
        {text.reasonsLabel}
      </p>
      <div role="group" aria-labelledby={id} className="queue__reasons">
        {REASON_CODES.map((code, at) => {
          const key = reasonKey(at)
          return (
            <button
              key={code}
              type="button"
              className="queue__reason"
              aria-pressed={reason === code}
              aria-keyshortcuts={key ?? undefined}
              onClick={() => queue.chooseReason(code)}>
              <Key of={key} />
              {text.reasons[code]}
            </button>
          )
        })}
      </div>
      <div className="field__error" role="alert">
        {isMissing && <span>{text.chooseReason}</span>}
      </div>
    </div>
  )
}

function RuleChoice({
  categoryId,
  value,
  onChange,
}: {
  categoryId: number
  value: number | null
  onChange: (id: number | null) => void
}) {
  const {
    api,
    t: { queue: text },
  } = useAdmin()
  const [rules, setRules] = useState<readonly Rule[]>([])
  useEffect(() => {
    let isGone = false
    api.categories.rules({ category_id: categoryId }).then(
      (answer) => {
        if (!isGone) setRules(answer.rules)
      },
      (error: unknown) => console.warn('Loading the rules failed', error),
    )
    return () => {
      isGone = true
    }
  }, [api, categoryId])
  // The field takes its space before the rules are loaded, so that nothing moves when they arrive.
  return (
    <Field label={text.rule}>
      <Select
        value={value ?? ''}
        onChange={(event) => onChange(event.target.value === '' ? null : Number(event.target.value))}>
        <option value="">{text.noRule}</option>
        {rules.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </Select>
    </Field>
  )
}
