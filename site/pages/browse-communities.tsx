import { useState } from 'react'
import { Form, Link } from 'react-router-dom'
import Users from 'lucide-react/icons/users'
import { LIMITS, PAGE } from '#shared/limits.ts'
import { paths } from '#shared/paths.ts'
import { Button } from '#shared/ui/Button.tsx'
import { buttonClass } from '#shared/ui/button-class.ts'
import { Field } from '#shared/ui/Field.tsx'
import { EmptyState } from '#shared/ui/State.tsx'
import { TextInput } from '#shared/ui/TextInput.tsx'
import { isToldAlready, showFailure } from '#site/app/call-failed.ts'
import { definePage } from '#site/app/page.ts'
import { usePageState } from '#site/app/page-state.ts'
import { useSite } from '#site/app/site-context.tsx'
import { CommunityRow } from '#site/features/communities/CommunityRow.tsx'

export const page = definePage({
  load: async ({ api, query, variant }) => {
    const search = query.get('search')?.trim() ?? ''
    const offset = Math.min(10_000, Math.max(0, Math.trunc(Number(query.get('offset'))) || 0))
    return { search, offset, first: await api.categories.list({ search, offset, limit: PAGE.list, nsfw: variant === 'adult' }) }
  },
  meta: (_, { t }) => ({ title: t.communities.browseTitle, description: t.communities.browseText, canonical: paths.browseCommunities() }),
  View: function BrowseCommunities({ data }) {
    const { api, t, variant } = useSite()
    const name = `communities:${data.search}`
    const { restored, keep } = usePageState<typeof data.first>(name)
    const [grown, setGrown] = useState<{ name: string, list: typeof data.first } | null>(restored ? { name, list: restored } : null)
    const [isLoading, setLoading] = useState(false)
    const list = grown?.name === name ? grown.list : data.first
    const hasMore = (list.length + data.offset) % PAGE.list === 0 && list.length > 0

    async function loadMore(): Promise<void> {
      setLoading(true)
      try {
        const next = await api.categories.list({ search: data.search, limit: PAGE.list, offset: data.offset + list.length, nsfw: variant === 'adult' })
        const known = new Set(list.map((category) => category.id))
        const all = [...list, ...next.filter((category) => !known.has(category.id))]
        setGrown({ name, list: all })
        keep(all)
      } catch (error) {
        if (!isToldAlready(error)) showFailure(error, t.communities.loadFailed)
      } finally {
        setLoading(false)
      }
    }

    return (
      <main id="main" tabIndex={-1}>
        <div className="page-head">
          <h1 className="page-head__title">{t.communities.browseTitle}</h1>
          <Link to={paths.createCommunity()} className={buttonClass('secondary', 'small')}>{t.communities.createTitle}</Link>
        </div>
        <Form method="get" action={paths.browseCommunities()} role="search" aria-label={t.communities.search} className="sheet sheet__pad">
          <Field label={t.communities.search}><TextInput key={data.search} type="search" name="search" defaultValue={data.search} maxLength={LIMITS.searchQuery} /></Field>
        </Form>
        {list.length === 0
          ? (
            <div className="sheet">
              <EmptyState icon={<Users size={28} aria-hidden />} title={t.communities.noneTitle} text={t.communities.noneText}>
                <Link to={paths.createCommunity()} className={buttonClass('primary')}>{t.communities.createTitle}</Link>
              </EmptyState>
            </div>
          )
          : (
            <div className="sheet">
              <ul className="row-list">{list.map((category) => <CommunityRow key={category.id} category={category} />)}</ul>
              {hasMore && (
                <Form method="get" className="feed-end" onSubmit={(event) => { event.preventDefault(); void loadMore() }}>
                  <input type="hidden" name="search" value={data.search} />
                  <input type="hidden" name="offset" value={data.offset + list.length} />
                  <Button type="submit" busy={isLoading}>{t.posts.loadMore}</Button>
                </Form>
              )}
            </div>
          )}
      </main>
    )
  },
})
