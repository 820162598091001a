import { useState } from 'react'
import type { AdminUser } from '#shared/api/admin.ts'
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { idOf } from '../../kit/id-of.ts'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { usePlace } from '../../kit/place.ts'
import { SearchBar } from '../../kit/SearchBar.tsx'
import { useAction } from '../../kit/useAction.ts'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { DeleteUser, type ContentChoice } from './DeleteUser.tsx'
import { UserPage } from './UserPage.tsx'
import { usersCsv } from './users-csv.ts'
import { useUserColumns } from './useUserColumns.tsx'

/** `user=7` in the URL shows the page of that member. */
export function Users() {
  const place = usePlace()
  const id = idOf(place.get('user'))
  return id === null ? <UserList /> : <UserPage key={id} id={id} onBack={() => place.set({ user: null })} />
}

function UserList() {
  const { api, t } = useAdmin()
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

  const columns = useUserColumns({ isBusy, onSetAdmin: (user) => void setAdmin(user), onDelete: setLeaving })

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
