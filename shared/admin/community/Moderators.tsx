import { useState, type FormEvent } from 'react'
import type { Invited, Moderator } from '#shared/api/moderators.ts'
import { LIMITS } from '#shared/limits.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { useTexts } from '#shared/texts.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { OutcomeNotice } from './OutcomeNotice.tsx'
import type { Tools } from './tools.ts'
import { useRun } from './useRun.ts'

export type ModeratorsList = { moderators: Moderator[]; invited: Invited[] }

/** They come in the order of seniority, the creator first. */
function isOver(moderators: Moderator[], viewerId: number | null, removed: Moderator): boolean {
  if (viewerId === null) return !removed.is_creator
  if (removed.user.id === viewerId) return !removed.is_creator || moderators.length > 1
  const own = moderators.findIndex(({ user }) => user.id === viewerId)
  return own !== -1 && own < moderators.indexOf(removed)
}

export function Moderators({
  categoryId,
  loaded,
  tools,
  onSteppedDown,
}: {
  categoryId: number
  loaded: ModeratorsList
  tools: Tools
  onSteppedDown: () => void
}) {
  const { api, viewerId, ask, date, linkTo } = tools
  const text = useTexts('community').moderators
  const [{ moderators, invited }, setList] = useState(loaded)
  const [username, setUsername] = useState('')
  const { run, busy, outcome } = useRun(tools, text.failed)

  const read = async () => setList(await api.moderators.list({ category_id: categoryId }))

  async function invite(event: FormEvent): Promise<void> {
    event.preventDefault()
    const name = username.trim().replace(/^(@|u\/)/, '')
    await run('invite', async () => {
      await api.moderators.invite({ category_id: categoryId, username: name })
      setUsername('')
      await read()
      return text.invited(name)
    })
  }

  async function remove({ user }: Moderator): Promise<void> {
    const isOwn = user.id === viewerId
    const isSure = await ask({
      title: isOwn ? text.stepDownTitle : text.removeTitle(user.username),
      text: isOwn ? text.stepDownText : text.removeText,
      confirmLabel: isOwn ? text.stepDown : text.remove,
      cancelLabel: text.cancel,
      danger: true,
    })
    if (!isSure) return
    const isDone = await run(`remove ${user.id}`, async () => {
      await api.moderators.remove({ category_id: categoryId, user_id: user.id })
      if (!isOwn) await read()
      return text.removed(user.username)
    })
    if (isDone && isOwn) onSteppedDown()
  }

  const withdraw = ({ user }: Invited) =>
    run(`withdraw ${user.id}`, async () => {
      await api.moderators.remove({ category_id: categoryId, user_id: user.id })
      await read()
      return text.withdrawn(user.username)
    })

  return (
    <>
      {moderators.length === 0 && <p>{text.none}</p>}
      <ul className="settings__rows">
        {moderators.map((moderator) => {
          const { user, since, is_creator } = moderator
          const isOwn = user.id === viewerId
          return (
            <li key={user.id} className="settings__row">
              <Avatar name={user.username} src={avatarOf(user.avatar_url)} />
              <div>
                {linkTo(user.username)} {is_creator && <span className="tag tag--accent">{text.creator}</span>}
                <p className="settings__lead">{text.since(date(since))}</p>
              </div>
              {isOver(moderators, viewerId, moderator) && (
                <Button
                  size="small"
                  className="needs-js"
                  busy={busy === `remove ${user.id}`}
                  aria-label={isOwn ? undefined : text.removeOf(user.username)}
                  onClick={() => void remove(moderator)}>
                  {isOwn ? text.stepDown : text.remove}
                </Button>
              )}
            </li>
          )
        })}
        {invited.map((one) => (
          <li key={one.invite_id} className="settings__row">
            <Avatar name={one.user.username} src={avatarOf(one.user.avatar_url)} />
            <div>
              {linkTo(one.user.username)}
              <p className="settings__lead">{text.waiting}</p>
            </div>
            <Button
              size="small"
              className="needs-js"
              busy={busy === `withdraw ${one.user.id}`}
              aria-label={text.withdrawOf(one.user.username)}
              onClick={() => void withdraw(one)}>
              {text.withdraw}
            </Button>
          </li>
        ))}
      </ul>
      <OutcomeNotice outcome={outcome} />
      <form className="form" onSubmit={(event) => void invite(event)} noValidate>
        <Field label={text.username} hint={text.usernameHint}>
          <TextInput
            name="username"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={LIMITS.usernameMax + 2}
            value={username}
            onChange={(event) => setUsername(event.target.value)}
          />
        </Field>
        <div className="form__actions">
          <Button type="submit" variant="primary" busy={busy === 'invite'}>
            {text.invite}
          </Button>
        </div>
      </form>
    </>
  )
}
