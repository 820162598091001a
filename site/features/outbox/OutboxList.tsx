import { useEffect, useState } from 'react'
import { exactTime } from '#shared/rules/relative-time.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { storedUser } from '#site/core/session.ts'
import type { Queued } from '#site/offline/outbox.ts'
import { outboxStorage } from '#site/offline/outbox-storage.ts'
import { onSent, sendQueued } from './queue.ts'
import { useReason } from './reason.ts'
import './outbox.css'

/** Fields with text that a member typed. */
const TYPED = ['title', 'content', 'reason'] as const

/** Lists actions of the signed-in account that wait for the server. */
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
    // Waits for the sender's lock, so that the action is not being sent.
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
  const again = () => ({ state: 'waiting', reason: null, queued_at: new Date().toISOString() }) as const
  return (
    <article>
      <h2>{t.calls[call] ?? call}</h2>
      <p>
        {exactTime(queued_at)} · <strong>{useReason(action)}</strong>
      </p>
      {typed.map((field) => (
        <textarea
          key={field}
          className="input"
          aria-label={t.text}
          value={texts[field] ?? String(input[field])}
          onChange={({ target }) => setTexts({ ...texts, [field]: target.value })}
        />
      ))}
      {reason?.current_text !== undefined && (
        <blockquote>
          <p>{t.currentText}:</p>
          <p>{reason.current_text}</p>
        </blockquote>
      )}
      <p>
        {Object.keys(texts).length > 0 && (
          <Button onClick={() => onChange({ ...again(), input: { ...input, ...texts } })}>{t.save}</Button>
        )}{' '}
        <Button onClick={() => onChange({ ...again(), base: reason?.current_text ?? base })}>
          {reason?.current_text === undefined ? t.retry : t.sendMine}
        </Button>{' '}
        <Button onClick={() => onChange(null)}>{t.cancel}</Button>
      </p>
    </article>
  )
}
