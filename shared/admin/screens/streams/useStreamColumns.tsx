import ExternalLink from 'lucide/dist/esm/icons/external-link.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { Stream } from '#shared/api/shapes.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useAdmin } from '../../kit/context.ts'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'

type Options = { isRemoving: (id: number) => boolean; onRemove: (stream: Stream) => void }

export function useStreamColumns({ isRemoving, onRemove }: Options): DataColumn<Stream>[] {
  const { t, lang } = useAdmin()
  return [
    { key: 'title', header: t.streams.title, sortBy: ({ title }) => title, cell: (row) => <Title stream={row} /> },
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
      cell: (row) => (
        <IconButton
          label={t.streams.remove(row.title)}
          icon={<Icon of={Trash2} size={18} />}
          aria-disabled={isRemoving(row.id) || undefined}
          onClick={() => onRemove(row)}
        />
      ),
    },
  ]
}

function Title({ stream: { id, title, url } }: { stream: Stream }) {
  const { t } = useAdmin()
  return (
    <div className="table__title">
      {url === null ? (
        <SiteLink path={paths.stream(id)}>{title}</SiteLink>
      ) : (
        <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={t.streams.open(title)}>
          {title} <Icon of={ExternalLink} size={14} />
        </a>
      )}
    </div>
  )
}
