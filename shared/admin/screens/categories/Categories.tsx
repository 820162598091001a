import type { AdminCategory } from '#shared/api/admin.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { ColumnChooser } from '../../kit/ColumnChooser.tsx'
import { useAdmin } from '../../kit/context.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { EmptyList } from '../../kit/EmptyList.tsx'
import { ExportButton } from '../../kit/ExportButton.tsx'
import { ListCount, ListPager } from '../../kit/ListPager.tsx'
import { usePlace } from '../../kit/place.ts'
import { SearchBar } from '../../kit/SearchBar.tsx'
import { useExport } from '../../kit/useExport.ts'
import { useList, type LoadList } from '../../kit/useList.ts'
import { useRemoval } from '../../kit/useRemoval.ts'
import { categoriesCsv } from './categories-csv.ts'
import { CommunityPage } from './CommunityPage.tsx'
import { SiteFilters } from './SiteFilters.tsx'
import { useCategoryColumns } from './useCategoryColumns.tsx'

/** Value in the URL that stands for the whole site; no community name contains this character. */
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
  const { api, t, scope } = useAdmin()
  const place = usePlace()
  const load: LoadList<AdminCategory> = async ({ page, search }, signal) => {
    const { categories, total } = await api.admin.categories({ ...page, search }, { signal })
    return { rows: categories, total }
  }
  const list = useList([], load)
  const csv = useExport({ tab: 'categories', list, load, columns: categoriesCsv(t) })
  const { remove, isRemoving } = useRemoval(list)

  const onRemove = ({ id, name, post_count, member_count }: AdminCategory) =>
    void remove({
      type: 'category',
      id,
      text: t.categories.removeText(name, post_count, member_count),
      call: () => api.admin.removeCategory({ category_id: id }),
    })
  const columns = useCategoryColumns({ isRemoving, onRemove })

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
