import type { UpdateEntry } from '#shared/api/updates.ts'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { useLoaded } from '../../kit/useLoaded.ts'

const NONE: readonly UpdateEntry[] = []

export function Updates() {
  const { api, t } = useAdmin()
  const text = t.dashboard.updates
  const loaded = useLoaded('', (signal) => api.adminUpdates.list({}, { signal }))
  const columns: DataColumn<UpdateEntry>[] = [
    { key: 'at', header: text.at, cell: ({ at }) => <Timestamp at={at} /> },
    { key: 'versions', header: text.versions, cell: ({ from, to }) => `${from} → ${to}` },
    { key: 'outcome', header: text.outcome, cell: ({ kind, outcome }) => text.outcomes[kind][outcome] },
    { key: 'seconds', header: text.took, cell: ({ seconds }) => text.seconds(Math.ceil(seconds)) },
    {
      key: 'read_only',
      header: text.readOnly,
      cell: ({ read_only_seconds }) => text.seconds(Math.ceil(read_only_seconds)),
    },
    {
      key: 'reason',
      header: text.reason,
      cell: ({ reason }) => reason ?? <span className="cell--null">{text.noReason}</span>,
    },
  ]
  const inFlight = loaded.data?.in_flight
  return (
    <>
      {loaded.data && <p>{text.version(loaded.data.version)}</p>}
      {inFlight && <p role="status">{text.inFlight(inFlight.from, inFlight.to)}</p>}
      <DataTable
        caption={text.title}
        columns={columns}
        rows={loaded.data?.updates ?? NONE}
        rowKey={({ at }) => at}
        loaded={loaded}
        empty={text.none}
      />
    </>
  )
}
