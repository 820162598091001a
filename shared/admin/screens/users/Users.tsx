import { useState } from 'react'
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
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable, type DataColumn } from '../../kit/DataTable.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { idOf } from '../../kit/id-of.ts'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { usePlace } from '../../kit/place.ts'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { SearchBar } from '../../kit/SearchBar.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { DeleteUser, type ContentChoice } from './DeleteUser.tsx'
import { UserPage } from './UserPage.tsx'
import { usersCsv } from './users-csv.ts'

/** `user=7` in the address shows the page of that member. */
export function Users() {
  const place = usePlace()
  const id = idOf(place.get('user'))
  return id === null ? <UserList /> : <UserPage key={id} id={id} onBack={() => place.set({ user: null })} />
}

function UserList() {
  const place = usePlace()
  const { api, t, lang, me } = useAdmin()
  const text = t.users
  const load: LoadList<AdminUser> = async ({ page, search }, signal) => {
    const { users, total } = await api.admin.users({ ...page, search }, { signal })
    return { rows: users, total }
  }
  const list = useList([], load)
  const csv = useExport({ tab: 'users', list, load, columns: usersCsv(t) })
  const { runAction, isBusy } = useAction()
  const [leaving, setLeaving] = useState<AdminUser | null>(null)

  async function setAdmin({ id, username, is_admin }: AdminUser) {
    const done = await runAction({
      key: `admin ${id}`,
      ask: is_admin
        ? { title: text.revokeQuestion(username), text: text.revokeText, confirmLabel: text.revoke, danger: true }
        : { title: text.grantQuestion(username), text: text.grantText, confirmLabel: text.grant },
      call: () => api.admin.setAdmin({ user_id: id, make_admin: !is_admin }),
      done: text.updated,
    })
    if (done)
      list.change(({ rows, total }) => ({
        rows: rows.map((row) => (row.id === id ? { ...row, ...done.answer } : row)),
        total,
      }))
  }

  async function remove({ id }: AdminUser, content: ContentChoice) {
    const done = await runAction({
      key: `delete ${id}`,
      call: () => api.admin.removeUser({ user_id: id, content }),
      done: t.kit.deleted,
      failed: t.kit.deleteFailed,
    })
    setLeaving(null)
    if (done) await list.refresh()
  }

  const columns: DataColumn<AdminUser>[] = [
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
      cell: (row) => (
        <div className="table__actions">
          <Button size="small" busy={isBusy(`admin ${row.id}`)} onClick={() => void setAdmin(row)}>
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
            onClick={() => setLeaving(row)}
          />
        </div>
      ),
    },
  ]

  return (
    <section className="admin__section">
      <h2>{text.title}</h2>
      <SearchBar hint={text.searchHint}>
        <ListCount list={list} />
        <ExportButton of={csv} />
        <ColumnChooser columns={columns} />
      </SearchBar>
      <DataTable
        caption={text.title}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        loaded={list}
        empty={list.search === '' ? text.none : text.noneFound(list.search)}
      />
      <ListPager list={list} />
      {leaving !== null && (
        <DeleteUser
          user={leaving}
          busy={isBusy(`delete ${leaving.id}`)}
          onCancel={() => setLeaving(null)}
          onConfirm={(content) => void remove(leaving, content)}
        />
      )}
    </section>
  )
}
