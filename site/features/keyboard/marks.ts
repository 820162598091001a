const ITEMS = '#main :is(article.post, article.post-card, article.comment__main, article.notification-row)'

export const NEW_COMMENTS = '#main .comment--new > .comment__main'

function items(selector = ITEMS): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)].filter((item) => item.getClientRects().length > 0)
}

export function markedItem(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>(ITEMS) ?? null
  return focused ?? items().find((item) => item.getAttribute('aria-current') === 'true') ?? null
}

function firstInSight(all: HTMLElement[]): HTMLElement | undefined {
  return all.find((item) => item.getBoundingClientRect().top >= barHeight()) ?? all.at(-1)
}

const barHeight = () => document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0

/** Functions that move the mark return false if there is no further item. */
export function moveMark(by: 1 | -1, selector = ITEMS): boolean {
  const all = items(selector)
  const marked = markedItem()
  const follows = (item: HTMLElement) =>
    (marked!.compareDocumentPosition(item) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const precedes = (item: HTMLElement) => item !== marked && !follows(item)
  const next = marked ? (by === 1 ? all.find(follows) : all.findLast(precedes)) : firstInSight(all)
  return mark(next)
}

function mark(item: HTMLElement | null | undefined): boolean {
  if (!item) return false
  for (const other of items()) other.removeAttribute('aria-current')
  item.setAttribute('aria-current', 'true')
  // The item is focused, so that Tab continues from it and screen readers read it.
  if (!item.hasAttribute('tabindex')) item.tabIndex = -1
  item.focus({ preventScroll: true })
  const { top, bottom } = item.getBoundingClientRect()
  // Smooth scrolling would lag behind repeated keys.
  if (top < barHeight() || bottom > innerHeight) item.scrollIntoView({ block: 'start', behavior: 'instant' })
  return true
}

const markedComment = () => markedItem()?.closest<HTMLElement>('li.comment') ?? null

/** Moves to the next or previous reply to the same comment, also where deep replies are listed flat. */
export function moveToSibling(by: 1 | -1): boolean {
  const comment = markedComment()
  if (!comment) return moveMark(by)
  const siblings = items(`#main li.comment[data-parent="${comment.dataset.parent}"] > .comment__main`)
  return mark(siblings[siblings.findIndex((item) => item.parentElement === comment) + by])
}

/** Moves to the parent comment; from a top-level comment to the post. */
export function moveToParent(): boolean {
  const parent = markedComment()?.dataset.parent
  const found = parent === undefined ? null : document.querySelector<HTMLElement>(`#comment-${parent} > .comment__main`)
  return parent !== undefined && mark(found ?? document.querySelector<HTMLElement>('#main article.post'))
}

export function itemForKeys(): HTMLElement | null {
  return markedItem() ?? document.querySelector<HTMLElement>('#main article.post')
}
