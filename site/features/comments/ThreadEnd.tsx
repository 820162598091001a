import { Form } from 'react-router-dom'
import type { CommentSort } from '#shared/rules/sorts.ts'
import { paths } from '#shared/paths.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'

export function ThreadEnd({
  postId,
  sort,
  base,
  cursor,
  isLoading,
  onMore,
}: {
  postId: number
  sort: CommentSort
  base: number | null
  cursor: string | null
  isLoading: boolean
  onMore: () => void
}) {
  const t = useTexts('comments')
  if (cursor === null) return null
  return (
    <Form
      className="feed-end"
      method="get"
      action={`${paths.post(postId)}#comments`}
      onSubmit={(event) => {
        event.preventDefault()
        onMore()
      }}>
      {sort !== 'best' && <input type="hidden" name="sort" value={sort} />}
      {base !== null && <input type="hidden" name="thread" value={base} />}
      <input type="hidden" name="cursor" value={cursor} />
      <Button type="submit" busy={isLoading}>
        {t.loadMore}
      </Button>
    </Form>
  )
}
