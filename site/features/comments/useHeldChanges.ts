import { useEffect, useEffectEvent, useRef } from 'react'
import { keepInPlace } from '#site/core/keep-in-place.ts'

/** Changes of the comment being edited wait until its form is closed. */
export function useHeldChanges(activeId: number | null): (id: number, apply: () => void) => void {
  const held = useRef(new Map<number, () => void>())
  const latestActiveId = useRef(activeId)
  latestActiveId.current = activeId

  const release = useEffectEvent(() => {
    for (const [id, apply] of held.current) {
      if (id === activeId) continue
      held.current.delete(id)
      keepInPlace(apply)
    }
  })
  useEffect(() => {
    // React forbids a synchronous render inside an effect, so the changes are applied right after it.
    const timer = setTimeout(() => release())
    return () => clearTimeout(timer)
  }, [activeId])

  return (id, apply) => {
    if (id === latestActiveId.current) held.current.set(id, apply)
    else keepInPlace(apply)
  }
}
