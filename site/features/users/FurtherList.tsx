import { useState, type ReactNode } from 'react'
import type { Post } from '#shared/api/shapes.ts'
import { PAGE } from '#shared/limits.ts'
import { useTexts } from '#shared/texts.ts'
import { Button } from '#shared/ui/Button.tsx'
import { hasOwnToast, showFailure } from '#site/core/call-failed.ts'
import { usePageState } from '#site/core/usePageState.ts'

type Page<Item> = { items: Item[]; total: number; next_cursor: string | null }

/** The first page is twice as long as later ones, because it begins with the items already shown. */
export function useFurther<Item extends Pick<Post, 'id'>>(
  name: string,
  recent: Item[],
  total: number,
  fetchPage: (cursor: string | undefined, limit: number) => Promise<Page<Item>>,
) {
  const texts = useTexts('users')
  const { restored, save } = usePageState<{ items: Item[]; cursor: string | null | undefined }>(name)
  const [further, setFurther] = useState(
    restored ?? { items: [] as Item[], cursor: undefined as string | null | undefined },
  )
  const [isLoading, setLoading] = useState(false)
  const known = new Set(recent.map((item) => item.id))
  const items = [...recent, ...further.items.filter((item) => !known.has(item.id))]

  async function loadMore(): Promise<void> {
    setLoading(true)
    try {
      const page = await fetchPage(
        further.cursor ?? undefined,
        further.cursor === undefined ? 2 * PAGE.recent : PAGE.recent,
      )
      const have = new Set(further.items.map((item) => item.id))
      const next = {
        items: [...further.items, ...page.items.filter((item) => !have.has(item.id))],
        cursor: page.next_cursor,
      }
      setFurther(next)
      save(next)
    } catch (error) {
      if (!hasOwnToast(error)) showFailure(error, texts.loadFailed)
    } finally {
      setLoading(false)
    }
  }

  return { items, isLoading, hasMore: further.cursor !== null && items.length < total, loadMore }
}

export function FurtherList({
  children,
  hasMore,
  isLoading,
  loadMore,
  label,
}: {
  children: ReactNode
  hasMore: boolean
  isLoading: boolean
  loadMore: () => Promise<void>
  label: string
}) {
  return (
    <div className="sheet feed" aria-busy={isLoading}>
      {children}
      {hasMore && (
        <div className="feed-end">
          <Button busy={isLoading} onClick={() => void loadMore()}>
            {label}
          </Button>
        </div>
      )}
    </div>
  )
}
