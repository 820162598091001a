import Gavel from 'lucide/dist/esm/icons/gavel.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { AdminUser } from '#shared/api/admin.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { avatarOf } from '#shared/rules/media-url.ts'
import { Avatar } from '#shared/ui/Avatar.tsx'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { useAdmin } from '../../kit/context.ts'
import type { DataColumn } from '../../kit/useSortedTable.ts'
import { usePlace } from '../../kit/place.ts'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'

type Options = {
  isBusy: (key: string) => boolean
  onSetAdmin: (user: AdminUser) => void
  onDelete: (user: AdminUser) => void
}

export function useUserColumns(options: Options): DataColumn<AdminUser>[] {
  const { t, lang, me } = useAdmin()
  const text = t.users
  return [
    { key: 'id', header: text.columns.id, cell: ({ id }) => id, sortBy: ({ id }) => id, end: true },
    {
      key: 'username',
      header: text.columns.username,
      sortBy: ({ username }) => username.toLowerCase(),
      cell: ({ username, avatar_url }) => (
        <span className="table__member">
          <Avatar name={username} src={avatarOf(avatar_url)} />
          <SiteLink path={paths.user(username)}>{username}</SiteLink> {username === me.username && text.you}
        </span>
      ),
    },
    {
      key: 'email',
      header: text.columns.email,
      sortBy: ({ email }) => email,
      cell: ({ email, email_verified }) => (
        <div className="table__clip" title={email}>
          {email} {!email_verified && <span className="cell--null">{text.unverified}</span>}
        </div>
      ),
    },
    {
      key: 'karma',
      header: text.columns.karma,
      cell: ({ karma }) => formatNumber(lang, karma),
      sortBy: ({ karma }) => karma,
      end: true,
    },
    {
      key: 'admin',
      header: text.columns.admin,
      sortBy: ({ is_admin }) => is_admin,
      cell: ({ is_admin }) =>
        is_admin ? (
          <span className="tag tag--accent">{text.adminTag}</span>
        ) : (
          <span className="cell--null">{t.kit.no}</span>
        ),
    },
    {
      key: 'created',
      header: text.columns.created,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
      sortBy: ({ created_at }) => created_at,
    },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      cell: (row) => <Actions row={row} {...options} />,
    },
  ]
}

function Actions({ row, isBusy, onSetAdmin, onDelete }: Options & { row: AdminUser }) {
  const place = usePlace()
  const text = useAdmin().t.users
  return (
    <div className="table__actions">
      <Button size="small" busy={isBusy(`admin ${row.id}`)} onClick={() => onSetAdmin(row)}>
        {row.is_admin ? text.revoke : text.grant}
      </Button>
      <IconButton
        label={text.manageOf(row.username)}
        icon={<Icon of={Gavel} size={18} />}
        onClick={() => place.set({ user: row.id })}
      />
      <IconButton
        label={text.deleteLabel(row.username)}
        icon={<Icon of={Trash2} size={18} />}
        onClick={() => onDelete(row)}
      />
    </div>
  )
}
