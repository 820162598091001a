import { useState } from 'react'
import type { AdminPost } from '#shared/api/admin.ts'
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { SearchBar } from '../../kit/SearchBar.tsx'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { useRemoval } from '../../kit/useRemoval.ts'
import { Selection } from './Selection.tsx'
import { postsCsv } from './posts-csv.ts'
import { usePostColumns } from './usePostColumns.tsx'

export function Posts() {
  const { api, t } = useAdmin()
  const load: LoadList<AdminPost> = async ({ page, search }, signal) => {
    const { posts, total } = await api.admin.posts({ ...page, search }, { signal })
    return { rows: posts, total }
  }
  const list = useList([], load)
  const csv = useExport({ tab: 'posts', list, load, columns: postsCsv(t) })
  const { remove, isRemoving } = useRemoval(list)
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const chosenRows = list.rows.filter(({ id }) => chosen.has(id))

  function choose(ids: readonly number[], isChosen: boolean) {
    setChosen((now) => (isChosen ? new Set([...now, ...ids]) : new Set([...now].filter((id) => !ids.includes(id)))))
  }

  const onRemove = ({ id, title, comment_count }: AdminPost) =>
    void remove({
      type: 'post',
      id,
      text: t.posts.removeText(title, comment_count),
      call: () => api.admin.removePost({ post_id: id }),
    })
  const columns = usePostColumns({ chosen, choose, isRemoving, onRemove })

  return (
    <section className="admin__section">
      <h2>{t.posts.heading}</h2>
      <SearchBar hint={t.posts.search}>
        <ListCount list={list} />
        <ExportButton of={csv} />
        <ColumnChooser columns={columns} />
      </SearchBar>
      {list.rows.length > 0 && <Selection list={list} chosen={chosenRows} choose={choose} />}
      <DataTable
        caption={t.posts.heading}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        loaded={list}
        isChosen={({ id }) => chosen.has(id)}
        empty={
          <EmptyList
            search={list.search}
            title={t.posts.emptyTitle}
            text={t.posts.emptyText}
            notFound={t.posts.notFound}
          />
        }
      />
      <ListPager list={list} />
    </section>
  )
}
