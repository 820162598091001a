import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import type { StaffSession } from '#shared/api/admin.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { useAction } from '../../kit/useAction.ts'
import type { Loaded } from '../../kit/useLoaded.ts'

const NONE: readonly StaffSession[] = []

export function StaffSessions({ loaded }: { loaded: Loaded<StaffSession[]> }) {
  const { api, t } = useAdmin()
  const { runAction, isBusy } = useAction()
  const text = t.dashboard.sessions
  const others = loaded.data?.filter(({ is_current }) => !is_current) ?? []

  async function end({ id, address }: StaffSession) {
    const ended = await runAction({
      key: `end ${id}`,
      ask: { title: text.endTitle, text: text.endText(address), confirmLabel: text.end },
      call: () => api.admin.endStaffSession({ session_id: id }),
      done: text.ended,
    })
    if (ended) loaded.change((sessions) => sessions.filter((session) => session.id !== id))
  }

  async function endOthers() {
    const ended = await runAction({
      key: 'end others',
      ask: { title: text.endOthersTitle, text: text.endOthersText, confirmLabel: text.endOthers },
      call: () => api.admin.endStaffSessions(),
      done: text.ended,
    })
    if (ended) loaded.change((sessions) => sessions.filter(({ is_current }) => is_current))
  }

  const columns: DataColumn<StaffSession>[] = [
    { key: 'since', header: text.since, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    { key: 'until', header: text.until, cell: ({ expires_at }) => <Timestamp at={expires_at} /> },
    { key: 'address', header: text.address, cell: ({ address }) => address },
    {
      key: 'account',
      header: text.account,
      cell: ({ username }) => username ?? <span className="cell--null">{text.noAccount}</span>,
    },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: (session) =>
        session.is_current ? (
          <span className="tag">{text.current}</span>
        ) : (
          <IconButton
            label={text.endOne(session.address)}
            icon={<Icon of={LogOut} size={18} />}
            aria-disabled={isBusy(`end ${session.id}`) || undefined}
            onClick={() => void end(session)}
          />
        ),
    },
  ]
  return (
    <>
      <DataTable
        caption={text.title}
        columns={columns}
        rows={loaded.data ?? NONE}
        rowKey={({ id }) => id}
        loaded={loaded}
        empty={text.none}
      />
      {others.length > 0 && (
        <Button size="small" busy={isBusy('end others')} onClick={() => void endOthers()}>
          {text.endOthers}
        </Button>
      )}
    </>
  )
}
