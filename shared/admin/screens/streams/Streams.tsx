import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { Stream } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable, type DataColumn } from '../../kit/DataTable.tsx'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { FilterBar } from '../../kit/FilterBar.tsx'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { oneOf } from '../../kit/one-of.ts'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { useRemoval } from '../../kit/useRemoval.ts'
import { streamsCsv } from './streams-csv.ts'

const STATUSES = ['live', 'ended'] as const

export function Streams() {
  const { api, t, lang } = useAdmin()
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

  const columns: DataColumn<Stream>[] = [
    {
      key: 'title',
      header: t.streams.title,
      sortBy: ({ title }) => title,
      cell: ({ id, title, url }) => (
        <div className="table__title">
          {url === null ? (
            <SiteLink path={paths.stream(id)}>{title}</SiteLink>
          ) : (
            <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={t.streams.open(title)}>
              {title} <Icon of={ExternalLink} size={14} />
            </a>
          )}
        </div>
      ),
    },
    {
      key: 'state',
      header: t.streams.state,
      sortBy: (row) => row.is_live,
      cell: (row) =>
        row.is_live ? (
          <span className="tag tag--success">{t.streams.live}</span>
        ) : (
          <span className="tag">{t.streams.ended}</span>
        ),
    },
    {
      key: 'description',
      header: t.streams.description,
      cell: ({ description }) => <div className="table__text">{description}</div>,
    },
    {
      key: 'streamer',
      header: t.streams.streamer,
      sortBy: ({ streamer }) => streamer.username.toLowerCase(),
      cell: ({ streamer }) => <SiteLink path={paths.user(streamer.username)}>{streamer.username}</SiteLink>,
    },
    {
      key: 'viewers',
      header: t.streams.viewers,
      end: true,
      sortBy: (row) => row.viewer_count,
      cell: (row) => formatNumber(lang, row.viewer_count),
    },
    {
      key: 'type',
      header: t.streams.type,
      sortBy: (row) => row.stream_type,
      cell: (row) => t.streams.types[row.stream_type],
    },
    {
      key: 'date',
      header: t.streams.date,
      sortBy: (row) => row.created_at,
      cell: (row) => <Timestamp at={row.created_at} />,
    },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: ({ id, title, streamer }) => (
        <IconButton
          label={t.streams.remove(title)}
          icon={<Icon of={Trash2} size={18} />}
          aria-disabled={isRemoving(id) || undefined}
          onClick={() =>
            void remove({
              type: 'stream',
              id,
              text: t.streams.removeText(title, streamer.username),
              call: () => api.admin.removeStream({ stream_id: id }),
            })
          }
        />
      ),
    },
  ]

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
