import type { AuditEntry } from '#shared/api/admin.ts'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { Timestamp } from '../../kit/Timestamp.tsx'
import type { Loaded } from '../../kit/useLoaded.ts'

const NONE: readonly AuditEntry[] = []

export function AuditLog({ loaded }: { loaded: Omit<Loaded<{ entries: AuditEntry[] }>, 'change'> }) {
  const { t } = useAdmin()
  const { auditColumns, actions, targets, credential, ...text } = t.dashboard
  const columns: DataColumn<AuditEntry>[] = [
    { key: 'at', header: auditColumns.at, cell: ({ created_at }) => <Timestamp at={created_at} /> },
    { key: 'actor', header: auditColumns.actor, cell: ({ actor }) => actor.replace(/^admin credential/, credential) },
    { key: 'action', header: auditColumns.action, cell: ({ action }) => actions[action] ?? action },
    {
      key: 'target',
      header: auditColumns.target,
      cell: ({ target_type, target_id }) =>
        `${targets[target_type] ?? target_type}${target_id === null ? '' : ` ${target_id}`}`,
    },
    {
      key: 'detail',
      header: auditColumns.detail,
      cell: ({ detail }) => (
        <div className="table__clip" title={detail}>
          {detail}
        </div>
      ),
    },
  ]
  return (
    <DataTable
      caption={text.audit}
      columns={columns}
      rows={loaded.data?.entries ?? NONE}
      rowKey={({ id }) => id}
      loaded={loaded}
      empty={text.auditNone}
    />
  )
}
