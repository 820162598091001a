import { useEffect } from 'react'
import type { Category } from '#shared/api/shapes.ts'

type CategoryPart = { category: Category | null; category_id: number | null }

/** The community in the URL takes precedence over the community of a draft. */
export function usePreselected(preselected: Category | null, change: (part: CategoryPart) => void): void {
  useEffect(() => {
    if (preselected) change({ category: preselected, category_id: preselected.id })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [preselected])
}
