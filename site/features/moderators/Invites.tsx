import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import ShieldCheck from 'lucide/dist/esm/icons/shield-check.mjs'
import { useRun } from '#shared/admin/community/useRun.ts'
import type { Invite } from '#shared/api/moderators.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { Notice } from '#shared/ui/Notice.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { CallForm, withScripts } from '#site/core/CallForm.tsx'
import { useSite } from '#site/core/site-context.tsx'
import { useTools } from './useTools.tsx'

export function Invites({ loaded }: { loaded: { invites: Invite[]; next_cursor: string | null } }) {
  const { api, variant } = useSite()
  const text = useTexts('community').invites
  const navigate = useNavigate()
  const [invites, setInvites] = useState(loaded.invites)
  const { run, busy, outcome } = useRun(useTools(), text.failed)

  async function accept({ id, category }: Invite): Promise<void> {
    const isDone = await run(`accept ${id}`, async () => {
      await api.moderators.accept({ invite_id: id })
      return ''
    })
    if (isDone) await navigate(paths.category(category.name))
  }

  const decline = ({ id }: Invite) =>
    run(`decline ${id}`, async () => {
      await api.moderators.decline({ invite_id: id })
      setInvites((now) => now.filter((invite) => invite.id !== id))
      return text.declined
    })

  return (
    <main id="main" tabIndex={-1} className="community-settings">
      <h1 className="settings__title">{text.title}</h1>
      {outcome && outcome.text !== '' && (
        <Notice kind={outcome.kind} role={outcome.kind === 'danger' ? 'alert' : 'status'}>
          {outcome.text}
        </Notice>
      )}
      {invites.length === 0 && (
        <div className="sheet">
          <EmptyState icon={<Icon of={ShieldCheck} size={28} />} title={text.emptyTitle} text={text.emptyText} />
        </div>
      )}
      {invites.map((invite) =>
        invite.category.is_nsfw && variant === 'normal' ? (
          <AdultInvite key={invite.id} />
        ) : (
          <InviteSection
            key={invite.id}
            invite={invite}
            busy={busy}
            onAccept={() => void accept(invite)}
            onDecline={() => void decline(invite)}
          />
        ),
      )}
      {loaded.next_cursor !== null && (
        <Link
          className="settings__back"
          to={`${paths.moderatorInvites()}?cursor=${encodeURIComponent(loaded.next_cursor)}`}>
          {text.more}
        </Link>
      )}
    </main>
  )
}

/** The name of an adult community must not appear on the normal variant. */
function AdultInvite() {
  const { site } = useSite()
  const text = useTexts('community').invites
  return (
    <section className="sheet sheet__pad settings__part">
      <h2 className="settings__heading">{text.adult}</h2>
      <p className="settings__lead">{text.adultText}</p>
      <div className="form__actions">
        <a className={buttonClass('secondary')} href={site.adult_origin + paths.moderatorInvites()}>
          {text.toAdult}
        </a>
      </div>
    </section>
  )
}

function InviteSection({
  invite: { id, category, invited_by },
  busy,
  onAccept,
  onDecline,
}: {
  invite: Invite
  busy: string | null
  onAccept: () => void
  onDecline: () => void
}) {
  const text = useTexts('community').invites
  return (
    <section className="sheet sheet__pad settings__part">
      <h2 className="settings__heading">
        <Link to={paths.category(category.name)}>{category.display_name}</Link>
      </h2>
      <p className="settings__lead">
        r/{category.name} · {text.by(invited_by)}
      </p>
      <p>{text.text}</p>
      <div className="form__actions">
        <CallForm call="moderators.decline" fields={{ invite_id: id }}>
          <Button
            type="submit"
            busy={busy === `decline ${id}`}
            aria-label={text.declineOf(category.name)}
            onClick={withScripts(onDecline)}>
            {text.decline}
          </Button>
        </CallForm>
        <CallForm call="moderators.accept" fields={{ invite_id: id }} next={paths.category(category.name)}>
          <Button
            type="submit"
            variant="primary"
            busy={busy === `accept ${id}`}
            aria-label={text.acceptOf(category.name)}
            onClick={withScripts(onAccept)}>
            {text.accept}
          </Button>
        </CallForm>
      </div>
    </section>
  )
}
