import { useState } from 'react'
import { Form, Link } from 'react-router-dom'
import Users from 'lucide/dist/esm/icons/users.mjs'
import type { Category } from '#shared/api/shapes.ts'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { mayCreateCategory } from '#site/features/categories/may-create.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Field } from '#shared/ui/Field.tsx'
import { Icon } from '#shared/ui/Icon.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { definePage } from '#site/core/page.ts'
import { usePageState } from '#site/core/usePageState.ts'
import { useSite } from '#site/core/site-context.tsx'
import { CategoryRow } from '#site/features/categories/CategoryRow.tsx'

type Data = { search: string; offset: number; first: Category[] }

export const page = definePage({
  load: async ({ api, query, variant }): Promise<Data> => {
    const search = query.get('search')?.trim() ?? ''
    const offset = Math.min(10_000, Math.max(0, Math.trunc(Number(query.get('offset'))) || 0))
    return {
      search,
      offset,
      first: await api.categories.list({ search, offset, limit: PAGE.list, nsfw: variant === 'adult' }),
    }
  },
  meta: (_, { t }) => ({
    title: t.categories.browseTitle,
    description: t.categories.browseText,
    canonical: paths.browseCategories(),
  }),
  View: function BrowseCategories({ data }) {
    const { t, site, viewer } = useSite()
    const mayCreate = mayCreateCategory(site, viewer)
    const { list, hasMore, isLoading, loadMore } = useMore(data)
    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.categories.browseTitle}</h1>
          {mayCreate && (
            <Link to={paths.createCategory()} className={buttonClass('secondary', 'small')}>
              {t.categories.createTitle}
            </Link>
          )}
        </div>
        <Form
          method="get"
          action={paths.browseCategories()}
          role="search"
          aria-label={t.categories.search}
          className="sheet sheet__pad">
          <Field label={t.categories.search}>
            <TextInput
              key={data.search}
              type="search"
              name="search"
              defaultValue={data.search}
              maxLength={LIMITS.searchQuery}
            />
          </Field>
        </Form>
        <p className="visually-hidden" role="status">
          {data.search !== '' && t.layout.resultCount(list.length)}
        </p>
        {list.length === 0 ? (
          <div className="sheet">
            <EmptyState
              icon={<Icon of={Users} size={28} />}
              title={t.categories.noneTitle}
              text={t.categories.noneText}>
              {mayCreate && (
                <Link to={paths.createCategory()} className={buttonClass('primary')}>
                  {t.categories.createTitle}
                </Link>
              )}
            </EmptyState>
          </div>
        ) : (
          <div className="sheet">
            <ul className="row-list">
              {list.map((category) => (
                <CategoryRow key={category.id} category={category} />
              ))}
            </ul>
            {hasMore && (
              <MoreForm
                search={data.search}
                offset={data.offset + list.length}
                isLoading={isLoading}
                onMore={() => void loadMore()}
              />
            )}
          </div>
        )}
      </main>
    )
  },
})

function useMore(data: Data) {
  const { api, t, variant } = useSite()
  const name = `categories:${data.search}`
  const { restored, save } = usePageState<Category[]>(name)
  const [grown, setGrown] = useState<{ name: string; list: Category[] } | null>(
    restored ? { name, list: restored } : null,
  )
  const [isLoading, setLoading] = useState(false)
  const list = grown?.name === name ? grown.list : data.first
  const hasMore = (list.length + data.offset) % PAGE.list === 0 && list.length > 0

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const next = await api.categories.list({
        search: data.search,
        limit: PAGE.list,
        offset: data.offset + list.length,
        nsfw: variant === 'adult',
      })
      const known = new Set(list.map((category) => category.id))
      const all = [...list, ...next.filter((category) => !known.has(category.id))]
      setGrown({ name, list: all })
      save(all)
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, t.categories.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  return { list, hasMore, isLoading, loadMore }
}

function MoreForm({
  search,
  offset,
  isLoading,
  onMore,
}: {
  search: string
  offset: number
  isLoading: boolean
  onMore: () => void
}) {
  const { t } = useSite()
  return (
    <Form
      method="get"
      className="feed-end"
      onSubmit={(event) => {
        event.preventDefault()
        onMore()
      }}>
      <input type="hidden" name="search" value={search} />
      <input type="hidden" name="offset" value={offset} />
      <Button type="submit" busy={isLoading}>
        {t.posts.loadMore}
      </Button>
    </Form>
  )
}
