import { useState } from 'react'
import type { AdminUser } from '#shared/api/admin.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Dialog } from '#shared/ui/Dialog.tsx'
import { useAdmin } from '../../kit/context.ts'
import { Choice } from '../../kit/Choice.tsx'
import { useLoaded } from '../../kit/useLoaded.ts'

export type ContentChoice = 'keep' | 'remove'

type DeleteUserProps = {
  user: AdminUser
  busy: boolean
  onCancel: () => void
  onConfirm: (content: ContentChoice) => void
}

export function DeleteUser({ user: { username }, busy, onCancel, onConfirm }: DeleteUserProps) {
  const { api, t } = useAdmin()
  const text = t.users
  const [content, setContent] = useState<ContentChoice>('keep')
  const written = useLoaded(username, async (signal) => {
    const parts = await Promise.all([false, true].map((nsfw) => api.users.get({ username, nsfw }, { signal })))
    const sum = (field: 'post_count' | 'comment_count') => parts.reduce((all, part) => all + part[field], 0)
    return { posts: sum('post_count'), comments: sum('comment_count') }
  })
  return (
    <Dialog
      open
      role="alertdialog"
      title={t.deletion.question(t.deletion.types.profile)}
      onClose={onCancel}
      footer={
        <>
          <Button data-autofocus onClick={onCancel}>
            {t.kit.cancel}
          </Button>
          <Button variant="danger" busy={busy} onClick={() => onConfirm(content)}>
            {text.deleteAccount}
          </Button>
        </>
      }>
      <p>{text.deleteText(username)}</p>
      <p className="question__count" role="status">
        {written.data !== null
          ? text.counts(written.data.posts, written.data.comments)
          : written.failure === null
            ? text.counting
            : text.uncounted}
      </p>
      <Choice
        label={text.content}
        value={content}
        onChange={setContent}
        options={[
          { value: 'keep', label: text.keep, hint: text.keepHint },
          { value: 'remove', label: text.remove, hint: text.removeHint },
        ]}
      />
    </Dialog>
  )
}
