import { useEffect, useState } from 'react'
import { exactTime, relativeTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useClock } from '#site/core/clock.tsx'
import { storedUser } from '#site/core/session.ts'
import { useSite } from '#site/core/site-context.tsx'
import type { Queued } from '#site/offline/outbox.ts'
import { outboxStorage } from '#site/offline/outbox-storage.ts'
import { onSent, sendQueued } from './queue.ts'
import { useReason } from './reason.ts'
import './outbox.css'

/** Fields of a queued action that contain text typed by the member. */
const TYPED = ['title', 'content', 'reason'] as const

export function OutboxList() {
  const t = useTexts('offline')
  const [actions, setActions] = useState<Queued[] | null>(null)
  const [isSignedIn, setSignedIn] = useState(true)

  useEffect(() => {
    async function read(): Promise<void> {
      const user = storedUser()
      setSignedIn(user !== null)
      setActions(user ? await outboxStorage.list(String(user.id)) : [])
    }
    void read()
    return onSent(() => void read())
  }, [])

  async function change(action: Queued, changed: Partial<Queued> | null): Promise<void> {
    // The lock for sending keeps the action from being sent meanwhile.
    await navigator.locks.request('outbox', () =>
      changed ? outboxStorage.put({ ...action, ...changed }) : outboxStorage.remove(action.id),
    )
    localStorage.setItem('outbox', '1')
    setActions(await outboxStorage.list(action.account))
    void sendQueued()
  }

  if (!isSignedIn) return <p>{t.outboxSignIn}</p>
  if (actions === null) return null
  if (actions.length === 0) return <p>{t.outboxEmpty}</p>
  return (
    <>
      <p>{t.outboxLead}</p>
      <ul className="outbox">
        {actions.map((action) => (
          <li key={action.id}>
            <OutboxItem action={action} onChange={(changed) => void change(action, changed)} />
          </li>
        ))}
      </ul>
    </>
  )
}

function OutboxItem({ action, onChange }: { action: Queued; onChange: (changed: Partial<Queued> | null) => void }) {
  const t = useTexts('offline')
  const { call, input, reason, queued_at, base } = action
  const [texts, setTexts] = useState<Record<string, string>>({})
  const typed = TYPED.filter((field) => typeof input[field] === 'string' && input[field] !== '')
  const { lang } = useSite()
  const { now } = useClock()
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(typed.map((field) => texts[field] ?? String(input[field])).join('\n\n'))
    setCopied(true)
  }
  const again = () => ({ state: 'waiting', reason: null, queued_at: new Date().toISOString() }) as const
  return (
    <article className="outbox__item">
      <h2 className="outbox__title">{t.calls[call] ?? call}</h2>
      <p className="outbox__state">
        <time dateTime={queued_at} title={exactTime(queued_at)}>
          {relativeTime(queued_at, now, lang)}
        </time>{' '}
        · <strong>{useReason(action)}</strong>
      </p>
      {typed.map((field) => (
        <Field key={field} label={t.fields[field]}>
          <TextArea
            grow
            rows={field === 'title' ? 1 : 3}
            value={texts[field] ?? String(input[field])}
            onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
          />
        </Field>
      ))}
      {reason?.current_text !== undefined && (
        <blockquote className="outbox__current">
          <p>{t.currentText}:</p>
          <p className="queued__text">{reason.current_text}</p>
        </blockquote>
      )}
      <div className="btn-row">
        {Object.keys(texts).length > 0 && (
          <Button
            variant="primary"
            onClick={() => {
              onChange({ ...again(), input: { ...input, ...texts } })
              setTexts({})
            }}>
            {t.save}
          </Button>
        )}
        <Button onClick={() => onChange({ ...again(), base: reason?.current_text ?? base })}>
          {reason?.current_text === undefined ? t.retry : t.sendMine}
        </Button>
        {typed.length > 0 && <Button onClick={() => void copy()}>{isCopied ? t.copied : t.copy}</Button>}
        <Button variant="quiet" onClick={() => onChange(null)}>
          {t.cancel}
        </Button>
      </div>
    </article>
  )
}
