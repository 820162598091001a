import Settings from 'lucide/dist/esm/icons/settings.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { AdminCategory } from '#shared/api/admin.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useAdmin } from '../../kit/context.ts'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { usePlace } from '../../kit/place.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'

type Options = { isRemoving: (id: number) => boolean; onRemove: (category: AdminCategory) => void }

export function useCategoryColumns(options: Options): DataColumn<AdminCategory>[] {
  const { t, lang } = useAdmin()
  return [
    {
      key: 'name',
      header: t.categories.name,
      sortBy: ({ name }) => name,
      cell: ({ name, is_nsfw }) => (
        <SiteLink path={paths.category(name)} isNsfw={is_nsfw}>
          r/{name}
        </SiteLink>
      ),
    },
    {
      key: 'display_name',
      header: t.categories.displayName,
      sortBy: (row) => row.display_name.toLowerCase(),
      cell: (row) => <div className="table__clip">{row.display_name}</div>,
    },
    {
      key: 'nsfw',
      header: t.categories.nsfw,
      sortBy: ({ is_nsfw }) => is_nsfw,
      cell: ({ is_nsfw }) =>
        is_nsfw ? (
          <span className="tag tag--danger">{t.categories.nsfw}</span>
        ) : (
          <span className="cell--null">{t.kit.no}</span>
        ),
    },
    {
      key: 'members',
      header: t.categories.members,
      end: true,
      sortBy: (row) => row.member_count,
      cell: (row) => formatNumber(lang, row.member_count),
    },
    {
      key: 'posts',
      header: t.categories.posts,
      end: true,
      sortBy: (row) => row.post_count,
      cell: (row) => formatNumber(lang, row.post_count),
    },
    {
      key: 'date',
      header: t.categories.date,
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: (row) => <Actions row={row} {...options} />,
    },
  ]
}

function Actions({ row, isRemoving, onRemove }: Options & { row: AdminCategory }) {
  const { t, scope } = useAdmin()
  const place = usePlace()
  return (
    <>
      <IconButton
        label={t.categories.manageOf(row.name)}
        icon={<Icon of={Settings} size={18} />}
        onClick={() => place.set({ community: row.name })}
      />
      {scope === 'admin' && (
        <IconButton
          label={t.categories.remove(row.name)}
          icon={<Icon of={Trash2} size={18} />}
          aria-disabled={isRemoving(row.id) || undefined}
          onClick={() => onRemove(row)}
        />
      )}
    </>
  )
}
