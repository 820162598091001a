import { useEffect } from 'react'
import { usePageState } from '#site/core/usePageState.ts'
import { focusComment } from './focus-comment.ts'

export function useMarkedComment(marked: number | null, comments: unknown): void {
  const visit = usePageState<true>(`marked:${marked}`)
  useEffect(() => {
    if (marked === null || visit.restored) return
    focusComment(marked)
    visit.save(true)
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [marked, comments])
}
