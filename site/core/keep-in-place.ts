import { flushSync } from 'react-dom'

type Anchor = { element: Element; top: number }

function anchorsInView(): Anchor[] {
  const bar = document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0
  const field = document.activeElement?.matches('input, textarea') ? [document.activeElement] : []
  const inView = [...field, ...document.querySelectorAll('#comments .comment__main')].flatMap((element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return bottom > bar && top < innerHeight ? [{ element, top }] : []
  })
  return [...inView.filter(({ top }) => top >= bar), ...inView.filter(({ top }) => top < bar)]
}

/** Corrects the scroll position after a change, so that the visible content does not move. */
export function keepInPlace(change: () => void): void {
  const anchors = anchorsInView()
  flushSync(change)
  const anchor = anchors.find(({ element }) => element.isConnected)
  if (anchor) scrollBy({ top: anchor.element.getBoundingClientRect().top - anchor.top, behavior: 'instant' })
}
