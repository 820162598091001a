import Settings from 'lucide/dist/esm/icons/settings.mjs'
import Trash2 from 'lucide/dist/esm/icons/trash.mjs'
import type { AdminCategory } from '#shared/api/admin.ts'
import { formatNumber } from '#shared/i18n/plural.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { IconButton } from '#shared/ui/IconButton.tsx'
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable, type DataColumn } from '../../kit/DataTable.tsx'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { Timestamp } from '../../kit/Timestamp.tsx'
import { usePlace } from '../../kit/place.ts'
import { SearchBar } from '../../kit/SearchBar.tsx'
import { SiteLink } from '../../kit/SiteLink.tsx'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { useRemoval } from '../../kit/useRemoval.ts'
import { categoriesCsv } from './categories-csv.ts'
import { CommunityPage } from './CommunityPage.tsx'
import { SiteFilters } from './SiteFilters.tsx'

/** In the address; no name of a community has this sign. */
const SITE = '*'

export function Categories() {
  const place = usePlace()
  const { scope } = useAdmin()
  const name = place.get('community')
  if (name === SITE && scope === 'admin') return <SiteFilters onBack={() => place.set({ community: null })} />
  return name === '' ? (
    <CategoryList />
  ) : (
    <CommunityPage key={name} name={name} onBack={() => place.set({ community: null })} />
  )
}

function CategoryList() {
  const texts = useTexts('filters')
  const { api, t, lang, scope } = useAdmin()
  const place = usePlace()
  const load: LoadList<AdminCategory> = async ({ page, search }, signal) => {
    const { categories, total } = await api.admin.categories({ ...page, search }, { signal })
    return { rows: categories, total }
  }
  const list = useList([], load)
  const csv = useExport({ tab: 'categories', list, load, columns: categoriesCsv(t) })
  const { remove, isRemoving } = useRemoval(list)

  const actions: DataColumn<AdminCategory> = {
    key: 'actions',
    header: t.kit.actions,
    hideHeader: true,
    end: true,
    pinned: true,
    cell: ({ id, name, post_count, member_count }) => (
      <>
        <IconButton
          label={t.categories.manageOf(name)}
          icon={<Icon of={Settings} size={18} />}
          onClick={() => place.set({ community: name })}
        />
        {scope === 'admin' && (
          <IconButton
            label={t.categories.remove(name)}
            icon={<Icon of={Trash2} size={18} />}
            aria-disabled={isRemoving(id) || undefined}
            onClick={() =>
              void remove({
                type: 'category',
                id,
                text: t.categories.removeText(name, post_count, member_count),
                call: () => api.admin.removeCategory({ category_id: id }),
              })
            }
          />
        )}
      </>
    ),
  }
  const columns: DataColumn<AdminCategory>[] = [
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
    actions,
  ]

  return (
    <section className="admin__section">
      <div className="form__actions">
        <h2 className="community-page__title">{t.categories.heading}</h2>
        {scope === 'admin' && <Button onClick={() => place.set({ community: SITE })}>{texts.siteTitle}</Button>}
      </div>
      <SearchBar hint={t.categories.search}>
        <ListCount list={list} />
        <ExportButton of={csv} />
        <ColumnChooser columns={columns} />
      </SearchBar>
      <DataTable
        caption={t.categories.heading}
        columns={columns}
        rows={list.rows}
        rowKey={({ id }) => id}
        loaded={list}
        empty={
          <EmptyList
            search={list.search}
            title={t.categories.emptyTitle}
            text={t.categories.emptyText}
            notFound={t.categories.notFound}
          />
        }
      />
      <ListPager list={list} />
    </section>
  )
}
