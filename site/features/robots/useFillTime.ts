import { useEffect, useRef } from 'react'
import { useHydrated } from '#site/core/useHydrated.ts'

export function useFillTime(min: number): () => Promise<number> {
  const isFirstPage = useRef(!useHydrated())
  const opened = useRef(0)
  useEffect(() => {
    // The form of the first page was visible before hydration, so its time counts from page load.
    if (!isFirstPage.current) opened.current = performance.now()
  }, [])
  return async () => {
    const elapsed = () => performance.now() - opened.current
    while (elapsed() < min)
      await new Promise((done) => {
        setTimeout(done, min - elapsed())
      })
    return Math.floor(elapsed())
  }
}
