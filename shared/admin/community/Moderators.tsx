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
import { BY_COMMUNITY, type Tools } from './tools.ts'
import { useModerators, type ModeratorsList } from './useModerators.ts'

/** Moderators are listed by seniority, and each may remove those below; an admin may remove all but the creator. */
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
            categoryId={categoryId}
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
            categoryId={categoryId}
            isBusy={busy === `withdraw ${one.user.id}`}
            onWithdraw={() => void withdraw(one)}
          />
        ))}
      </ul>
      <OutcomeNotice outcome={outcome} />
      <InviteForm categoryId={categoryId} tools={tools} isBusy={busy === 'invite'} onInvite={invite} />
    </>
  )
}

function PlainRemoval({
  categoryId,
  userId,
  label,
  text,
  tools,
}: {
  categoryId: number
  userId: number
  label: string
  text: string
  tools: Tools
}) {
  const call = 'moderators.remove'
  // Moderators who resign may no longer see these settings, so they are sent to the home page.
  const next = userId === tools.viewerId ? '/' : undefined
  const plain = tools.usePlainForm(
    call,
    { category_id: categoryId, user_id: userId },
    { ids: ['category_id', 'user_id'], next },
  )
  if (!plain.attributes.action) return null
  return (
    <noscript>
      <details>
        <summary>{label}</summary>
        <p>{text}</p>
        <form {...plain.attributes}>
          {plain.fields}
          <Button type="submit" size="small" variant="danger">
            {label}
          </Button>
        </form>
      </details>
    </noscript>
  )
}

function ModeratorRow({
  moderator: { user, since, is_creator },
  categoryId,
  tools,
  isRemovable,
  isBusy,
  onRemove,
}: {
  moderator: Moderator
  categoryId: number
  tools: Tools
  isRemovable: boolean
  isBusy: boolean
  onRemove: () => void
}) {
  const text = useTexts('community').moderators
  const { viewerId, date, linkTo } = tools
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
      {isRemovable && (
        <PlainRemoval
          categoryId={categoryId}
          userId={user.id}
          label={isOwn ? text.stepDown : text.removeOf(user.username)}
          text={isOwn ? text.stepDownText : text.removeText}
          tools={tools}
        />
      )}
    </li>
  )
}

function InvitedRow({
  invited: { user },
  categoryId,
  tools,
  isBusy,
  onWithdraw,
}: {
  invited: Invited
  categoryId: number
  tools: Tools
  isBusy: boolean
  onWithdraw: () => void
}) {
  const text = useTexts('community').moderators
  return (
    <li className="settings__row">
      <Avatar name={user.username} src={avatarOf(user.avatar_url)} />
      <div>
        {tools.linkTo(user.username)}
        <p className="settings__lead">{text.waiting}</p>
      </div>
      <PlainRemoval
        categoryId={categoryId}
        userId={user.id}
        label={text.withdrawOf(user.username)}
        text={text.waiting}
        tools={tools}
      />
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
  categoryId,
  tools,
  isBusy,
  onInvite,
}: {
  categoryId: number
  tools: Tools
  isBusy: boolean
  onInvite: (username: string, onInvited: () => void) => Promise<boolean>
}) {
  const text = useTexts('community').moderators
  const plain = tools.usePlainForm('moderators.invite', { category_id: categoryId, username: '' }, BY_COMMUNITY)
  const [username, setUsername] = useState(plain.sent?.username ?? '')

  function submit(event: FormEvent): void {
    event.preventDefault()
    void onInvite(username.trim().replace(/^(@|u\/)/, ''), () => setUsername(''))
  }

  return (
    <form className="form" {...plain.attributes} onSubmit={submit} noValidate>
      {plain.fields}
      <Field label={text.username} hint={text.usernameHint} error={plain.issue}>
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
