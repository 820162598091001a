import { Form } from 'react-router-dom'
import { COMMENT_SORTS, type CommentSort } from '#shared/rules/sorts.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'

export function commentSortOf(query: URLSearchParams): CommentSort {
  return COMMENT_SORTS.find((sort) => sort === query.get('sort')) ?? 'best'
}

export function CommentSorting({ postId, sort }: { postId: number; sort: CommentSort }) {
  const t = useTexts('comments')
  return (
    <Form method="get" action={`${paths.post(postId)}#comments`} preventScrollReset>
      <div className="tabs" role="group" aria-label={t.sorting}>
        {COMMENT_SORTS.flatMap((value) => [
          <button
            key={value}
            type="submit"
            name="sort"
            value={value}
            className="tabs__tab"
            aria-current={value === sort ? 'true' : undefined}>
            {t.sorts[value]}
          </button>,
          ' ',
        ])}
      </div>
    </Form>
  )
}
