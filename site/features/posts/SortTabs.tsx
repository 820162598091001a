import { Form } from 'react-router-dom'
import { POST_SORTS, type PostSort } from '#shared/rules/sorts.ts'
import { useText } from '#site/core/site-context.tsx'

export function SortTabs({ sort, action }: { sort: PostSort, action: string }) {
  const t = useText()
  return (
    <Form className="page-tabs" method="get" action={action}>
      <div className="tabs" role="group" aria-label={t.posts.sorting}>
        {POST_SORTS.map((value) => (
          <button key={value} type="submit" name="sort" value={value} className="tabs__tab" aria-current={value === sort ? 'true' : undefined}>
            {t.posts.sorts[value]}
          </button>
        ))}
      </div>
    </Form>
  )
}

export function sortOf(query: URLSearchParams): PostSort {
  return POST_SORTS.find((sort) => sort === query.get('sort')) ?? 'hot'
}
