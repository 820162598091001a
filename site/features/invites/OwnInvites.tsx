import { useState } from 'react'
import { createOwnInvite, type Invite } from '#shared/api/invites.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { showToast } from '#shared/ui/toast-store.ts'
import { showFailure } from '#site/core/call-failed.ts'
import { useSite } from '#site/core/site-context.tsx'
import { shareLink } from '#site/features/posts/share-link.ts'
import { SettingsForm } from '#site/features/settings/SettingsForm.tsx'
import { SettingsPart } from '#site/features/settings/SettingsFrame.tsx'
import { useSettingsForm } from '#site/features/settings/useSettingsForm.ts'

export type InvitesPage = { invites: Invite[]; left: number; next_cursor: string | null }

/** Renders nothing if the member has no invites and may not create any. */
export function OwnInvites({ first }: { first: InvitesPage }) {
  const { api } = useSite()
  const text = useTexts('invites')
  const [page, setPage] = useState(first)
  const [isLoading, setLoading] = useState(false)
  if (page.left === 0 && page.invites.length === 0) return null

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const more = await api.invites.mine({ cursor: page.next_cursor! })
      setPage((now) => ({ ...now, invites: [...now.invites, ...more.invites], next_cursor: more.next_cursor }))
    } catch (error) {
      showFailure(error, text.moreFailed)
    }
    setLoading(false)
  }

  return (
    <SettingsPart title={text.title} lead={text.lead(page.left)}>
      {page.left > 0 && (
        <InviteForm
          onMade={(made) => setPage((now) => ({ ...now, invites: [made, ...now.invites], left: now.left - 1 }))}
        />
      )}
      {page.invites.length > 0 && (
        <ul aria-label={text.list}>
          {page.invites.map((invite) => (
            <InviteRow key={invite.id} invite={invite} />
          ))}
        </ul>
      )}
      {page.next_cursor !== null && (
        <Button busy={isLoading} onClick={() => void loadMore()}>
          {text.more}
        </Button>
      )}
    </SettingsPart>
  )
}

function InviteForm({ onMade }: { onMade: (invite: Invite) => void }) {
  const { api } = useSite()
  const text = useTexts('invites')
  const form = useSettingsForm({
    draft: null,
    call: 'invites.createOwn',
    initial: { note: '' },
    schema: createOwnInvite,
    fallback: text.failed,
    send: async ({ note }, idempotencyKey) => {
      const { invite } = await api.invites.createOwn({ note }, { idempotencyKey })
      onMade(invite)
      return { done: text.done }
    },
  })
  const { values, change, issues } = form
  return (
    <SettingsForm call="invites.createOwn" form={form} submit={text.submit}>
      <Field label={text.note} hint={text.noteHint} error={issues.note}>
        <TextInput
          name="note"
          value={values.note}
          maxLength={LIMITS.inviteNote}
          onChange={({ target }) => change({ note: target.value })}
        />
      </Field>
    </SettingsForm>
  )
}

function InviteRow({ invite }: { invite: Invite }) {
  const { site, variant } = useSite()
  const text = useTexts('invites')
  const url = (variant === 'adult' ? site.adult_origin : site.normal_origin) + paths.register(invite.code)
  const isUsed = invite.used >= invite.uses

  async function share(): Promise<void> {
    const outcome = await shareLink({ title: text.shareTitle(site.name), url })
    if (outcome === 'copied') showToast({ kind: 'success', text: text.shared })
    if (outcome === 'failed') showToast({ kind: 'error', text: text.shareFailed })
  }

  return (
    <li className="own-invites__row">
      <span className="own-invites__about">
        {isUsed ? <s>{url}</s> : <a href={url}>{url}</a>}
        <span className="own-invites__aside">
          {[invite.note, isUsed ? text.used : text.free].filter(Boolean).join(' · ')}
        </span>
      </span>
      {!isUsed && (
        <Button size="small" className="needs-js" onClick={() => void share()}>
          {text.share}
        </Button>
      )}
    </li>
  )
}
