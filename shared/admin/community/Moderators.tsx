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
import { useModerators, type ModeratorsList } from './useModerators.ts'

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
  const text = useTexts('community').moderators
  const { moderators, invited, busy, outcome, invite, remove, withdraw } = useModerators(
    categoryId,
    loaded,
    tools,
    onSteppedDown,
  )

  return (
    <>
      {moderators.length === 0 && <p>{text.none}</p>}
      <ul className="settings__rows">
        {moderators.map((moderator) => (
          <ModeratorRow
            key={moderator.user.id}
            moderator={moderator}
            tools={tools}
            isRemovable={isOver(moderators, tools.viewerId, moderator)}
            isBusy={busy === `remove ${moderator.user.id}`}
            onRemove={() => void remove(moderator)}
          />
        ))}
        {invited.map((one) => (
          <InvitedRow
            key={one.invite_id}
            invited={one}
            tools={tools}
            isBusy={busy === `withdraw ${one.user.id}`}
            onWithdraw={() => void withdraw(one)}
          />
        ))}
      </ul>
      <OutcomeNotice outcome={outcome} />
      <InviteForm isBusy={busy === 'invite'} onInvite={invite} />
    </>
  )
}

function ModeratorRow({
  moderator: { user, since, is_creator },
  tools: { viewerId, date, linkTo },
  isRemovable,
  isBusy,
  onRemove,
}: {
  moderator: Moderator
  tools: Tools
  isRemovable: boolean
  isBusy: boolean
  onRemove: () => void
}) {
  const text = useTexts('community').moderators
  const isOwn = user.id === viewerId
  return (
    <li className="settings__row">
      <Avatar name={user.username} src={avatarOf(user.avatar_url)} />
      <div>
        {linkTo(user.username)} {is_creator && <span className="tag tag--accent">{text.creator}</span>}
        <p className="settings__lead">{text.since(date(since))}</p>
      </div>
      {isRemovable && (
        <Button
          size="small"
          className="needs-js"
          busy={isBusy}
          aria-label={isOwn ? undefined : text.removeOf(user.username)}
          onClick={onRemove}>
          {isOwn ? text.stepDown : text.remove}
        </Button>
      )}
    </li>
  )
}

function InvitedRow({
  invited: { user },
  tools: { linkTo },
  isBusy,
  onWithdraw,
}: {
  invited: Invited
  tools: Tools
  isBusy: boolean
  onWithdraw: () => void
}) {
  const text = useTexts('community').moderators
  return (
    <li className="settings__row">
      <Avatar name={user.username} src={avatarOf(user.avatar_url)} />
      <div>
        {linkTo(user.username)}
        <p className="settings__lead">{text.waiting}</p>
      </div>
      <Button
        size="small"
        className="needs-js"
        busy={isBusy}
        aria-label={text.withdrawOf(user.username)}
        onClick={onWithdraw}>
        {text.withdraw}
      </Button>
    </li>
  )
}

function InviteForm({
  isBusy,
  onInvite,
}: {
  isBusy: boolean
  onInvite: (username: string, onInvited: () => void) => Promise<boolean>
}) {
  const text = useTexts('community').moderators
  const [username, setUsername] = useState('')

  function submit(event: FormEvent): void {
    event.preventDefault()
    void onInvite(username.trim().replace(/^(@|u\/)/, ''), () => setUsername(''))
  }

  return (
    <form className="form" onSubmit={submit} noValidate>
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
        <Button type="submit" variant="primary" busy={isBusy}>
          {text.invite}
        </Button>
      </div>
    </form>
  )
}
