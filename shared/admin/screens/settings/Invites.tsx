import { useState, type FormEvent } from 'react'
import type { AdminInvite } from '#shared/api/invites.ts'
import { LIMITS } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Field } from '#shared/ui/Field.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { fromLocalTime } from '../../kit/local-time.ts'
import { LoadFailure } from '../../kit/LoadFailure.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useLoaded } from '../../kit/useLoaded.ts'
import type { DataColumn } from '../../kit/useSortedTable.ts'

type Page = { invites: AdminInvite[]; next_cursor: string | null }

const NONE: readonly AdminInvite[] = []

export function Invites() {
  const { api, t } = useAdmin()
  const text = t.settings.invites
  const loaded = useLoaded<Page>('', (signal) => api.adminInvites.list({}, { signal }))
  const { runAction, isBusy } = useAction()
  const cursor = loaded.data?.next_cursor ?? null

  async function loadMore() {
    const more = await runAction({ key: 'more', call: () => api.adminInvites.list({ cursor: cursor! }) })
    if (more) loaded.change((now) => ({ ...more.answer, invites: [...now.invites, ...more.answer.invites] }))
  }

  async function revoke({ id, code }: AdminInvite) {
    const done = await runAction({
      key: `revoke ${id}`,
      ask: { title: text.revokeTitle, text: text.revokeText(code), confirmLabel: text.revoke, danger: true },
      call: () => api.adminInvites.revoke({ invite_id: id }),
      done: text.revoked,
    })
    if (done) loaded.change((now) => ({ ...now, invites: now.invites.filter((each) => each.id !== id) }))
  }

  return (
    <section className="admin__section" aria-labelledby="invites">
      <h3 id="invites">{text.title}</h3>
      <NewInvite onMade={(made) => loaded.change((now) => ({ ...now, invites: [made, ...now.invites] }))} />
      <LoadFailure loaded={loaded} />
      <DataTable
        caption={text.title}
        columns={useColumns({ isBusy, onRevoke: (invite) => void revoke(invite) })}
        rows={loaded.data?.invites ?? NONE}
        rowKey={({ id }) => String(id)}
        loaded={loaded}
        empty={text.none}
      />
      {cursor !== null && (
        <Button busy={isBusy('more')} onClick={() => void loadMore()}>
          {text.more}
        </Button>
      )}
    </section>
  )
}

type ColumnsOptions = { isBusy: (key: string) => boolean; onRevoke: (invite: AdminInvite) => void }

function useColumns({ isBusy, onRevoke }: ColumnsOptions): DataColumn<AdminInvite>[] {
  const { t } = useAdmin()
  const text = t.settings.invites
  return [
    { key: 'code', header: text.code, cell: ({ code }) => <SiteLink path={paths.register(code)}>{code}</SiteLink> },
    { key: 'used', header: text.used, cell: ({ used, uses }) => `${used} / ${uses}` },
    { key: 'by', header: text.by, cell: ({ by }) => by?.username ?? text.admins },
    { key: 'note', header: text.note, cell: ({ note }) => note },
    {
      key: 'expires',
      header: text.expires,
      cell: ({ expires_at }) => (expires_at === null ? text.never : <Timestamp at={expires_at} />),
    },
    { key: 'invited', header: text.invited, cell: ({ invited }) => invited.map(({ username }) => username).join(', ') },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: (invite) => (
        <Button
          size="small"
          busy={isBusy(`revoke ${invite.id}`)}
          aria-label={text.revokeOf(invite.code)}
          onClick={() => onRevoke(invite)}>
          {text.revoke}
        </Button>
      ),
    },
  ]
}

function NewInvite({ onMade }: { onMade: (invite: AdminInvite) => void }) {
  const { api, t } = useAdmin()
  const text = t.settings.invites
  const { runAction, isBusy } = useAction()
  const [uses, setUses] = useState('1')
  const [note, setNote] = useState('')
  const [expires, setExpires] = useState('')

  async function submit(event: FormEvent) {
    event.preventDefault()
    const made = await runAction({
      key: 'create',
      call: () => api.adminInvites.create({ uses: Number(uses), note, expires_at: fromLocalTime(expires) }),
      done: ({ invite }) => text.made(invite.code),
    })
    if (!made) return
    onMade(made.answer.invite)
    setNote('')
  }

  return (
    <form className="form" noValidate onSubmit={(event) => void submit(event)}>
      <Field label={text.usesLabel}>
        <TextInput
          inputMode="numeric"
          className="setting__number"
          value={uses}
          onChange={({ target }) => setUses(target.value)}
        />
      </Field>
      <Field label={text.expiresLabel}>
        <TextInput type="datetime-local" value={expires} onChange={({ target }) => setExpires(target.value)} />
      </Field>
      <Field label={text.noteLabel}>
        <TextInput value={note} maxLength={LIMITS.inviteNote} onChange={({ target }) => setNote(target.value)} />
      </Field>
      <div className="form__actions">
        <Button type="submit" busy={isBusy('create')}>
          {text.create}
        </Button>
      </div>
    </form>
  )
}
