import type { Stream } from '#shared/api/shapes.ts'
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { FilterBar } from '../../kit/FilterBar.tsx'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { oneOf } from '../../kit/one-of.ts'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { useRemoval } from '../../kit/useRemoval.ts'
import { streamsCsv } from './streams-csv.ts'
import { useStreamColumns } from './useStreamColumns.tsx'

const STATUSES = ['live', 'ended'] as const

export function Streams() {
  const { api, t } = useAdmin()
  const load: LoadList<Stream> = async ({ page, filter }, signal) => {
    const { streams, total } = await api.admin.streams(
      { ...page, status: oneOf(STATUSES, filter('status')) },
      { signal },
    )
    return { rows: streams, total }
  }
  const list = useList(['status'], load)
  const csv = useExport({ tab: 'streams', list, load, columns: streamsCsv(t) })
  const { remove, isRemoving } = useRemoval(list)

  const onRemove = ({ id, title, streamer }: Stream) =>
    void remove({
      type: 'stream',
      id,
      text: t.streams.removeText(title, streamer.username),
      call: () => api.admin.removeStream({ stream_id: id }),
    })
  const columns = useStreamColumns({ isRemoving, onRemove })

  return (
    <section className="admin__section">
      <h2>{t.streams.heading}</h2>
      <FilterBar
        label={t.streams.filter}
        name="status"
        options={[
          { value: '', label: t.streams.all },
          { value: 'live', label: t.streams.live },
          { value: 'ended', label: t.streams.ended },
        ]}>
        <ListCount list={list} />
        <ExportButton of={csv} />
        <ColumnChooser columns={columns} />
      </FilterBar>
      <DataTable
        caption={t.streams.heading}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        loaded={list}
        empty={<EmptyList title={t.streams.emptyTitle} text={t.streams.emptyText} />}
      />
      <ListPager list={list} />
    </section>
  )
}
