import { useState } from 'react'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { AdminPost } from '#shared/api/admin.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable, type DataColumn } from '../../kit/DataTable.tsx'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { SearchBar } from '../../kit/SearchBar.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { useRemoval } from '../../kit/useRemoval.ts'
import { Selection } from './Selection.tsx'
import { postsCsv } from './posts-csv.ts'

export function Posts() {
  const { api, t, lang } = useAdmin()
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

  const columns: DataColumn<AdminPost>[] = [
    {
      key: 'choose',
      header: t.posts.choose,
      hideHeader: true,
      cell: ({ id, title }) => (
        <label className="table__choose">
          <input
            type="checkbox"
            aria-label={t.posts.chooseOne(title)}
            checked={chosen.has(id)}
            onChange={(event) => choose([id], event.target.checked)}
          />
        </label>
      ),
    },
    {
      key: 'title',
      header: t.posts.title,
      sortBy: ({ title }) => title,
      cell: ({ id, title, category }) => (
        <div className="table__title">
          <SiteLink path={paths.post(id)} isNsfw={category.is_nsfw}>
            {title}
          </SiteLink>
          {category.is_nsfw && <span className="tag tag--danger">{t.posts.nsfw}</span>}
        </div>
      ),
    },
    { key: 'content', header: t.posts.content, cell: ({ content }) => <div className="table__text">{content}</div> },
    {
      key: 'author',
      header: t.posts.author,
      sortBy: ({ author }) => author?.username.toLowerCase() ?? '',
      cell: ({ author }) =>
        author ? (
          <SiteLink path={paths.user(author.username)}>{author.username}</SiteLink>
        ) : (
          <span className="cell--null">{t.posts.deletedAuthor}</span>
        ),
    },
    {
      key: 'category',
      header: t.posts.category,
      sortBy: ({ category }) => category.name,
      cell: ({ category }) => (
        <SiteLink path={paths.category(category.name)} isNsfw={category.is_nsfw}>
          r/{category.name}
        </SiteLink>
      ),
    },
    {
      key: 'upvotes',
      header: t.posts.upvotes,
      end: true,
      sortBy: ({ upvotes }) => upvotes,
      cell: ({ upvotes }) => formatNumber(lang, upvotes),
    },
    {
      key: 'downvotes',
      header: t.posts.downvotes,
      end: true,
      sortBy: ({ downvotes }) => downvotes,
      cell: ({ downvotes }) => formatNumber(lang, downvotes),
    },
    {
      key: 'date',
      header: t.posts.date,
      sortBy: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Timestamp at={created_at} />,
    },
    {
      key: 'actions',
      header: t.kit.actions,
      hideHeader: true,
      end: true,
      pinned: true,
      cell: ({ id, title, comment_count }) => (
        <IconButton
          label={t.posts.remove(title)}
          icon={<Icon of={Trash2} size={18} />}
          aria-disabled={isRemoving(id) || undefined}
          onClick={() =>
            void remove({
              type: 'post',
              id,
              text: t.posts.removeText(title, comment_count),
              call: () => api.admin.removePost({ post_id: id }),
            })
          }
        />
      ),
    },
  ]

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
