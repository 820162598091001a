import { useState, type FormEvent } from 'react'
import { LIMITS } from '#shared/limits.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextArea } from '#shared/ui/TextArea.tsx'
import { useAdmin } from '../../kit/context.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useIdempotencyKey } from '../../kit/useIdempotencyKey.ts'
import { useLoaded } from '../../kit/useLoaded.ts'

export function UserNotes({ userId }: { userId: number }) {
  const {
    api,
    t: {
      users: { record: text },
    },
  } = useAdmin()
  const loaded = useLoaded(String(userId), (signal) => api.moderation.notes({ user_id: userId }, { signal }))
  const { runAction, isBusy } = useAction()
  const { keyOf, renew } = useIdempotencyKey()
  const [note, setNote] = useState('')

  async function add(event: FormEvent) {
    event.preventDefault()
    if (note.trim() === '') return
    const added = await runAction({
      key: 'note',
      call: () => api.moderation.addNote({ user_id: userId, text: note }, { idempotencyKey: keyOf(note) }),
      done: text.noted,
    })
    if (!added) return
    renew()
    setNote('')
    loaded.change(() => added.answer)
  }

  return (
    <>
      <p className="settings__lead">{text.notesLead}</p>
      <LoadFailure loaded={loaded} />
      {loaded.data?.notes.length === 0 && <p className="admin__none">{text.noNotes}</p>}
      <ul className="pending">
        {loaded.data?.notes.map(({ id, text: said, by, created_at }) => (
          <li key={id} className="pending__item">
            <p className="pending__head">
              <b>{by?.username ?? text.credential}</b>
              <Timestamp at={created_at} />
            </p>
            <p className="pending__text">{said}</p>
          </li>
        ))}
      </ul>
      <form className="form" onSubmit={(event) => void add(event)}>
        <Field label={text.note}>
          <TextArea
            grow
            rows={2}
            value={note}
            maxLength={LIMITS.moderatorNote}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <div className="form__actions">
          <Button type="submit" busy={isBusy('note')}>
            {text.addNote}
          </Button>
        </div>
      </form>
    </>
  )
}
