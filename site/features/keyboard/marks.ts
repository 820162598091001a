/** What the mark moves over, in the order of the page. */
const ITEMS = '#main :is(article.post, article.post-card, article.comment__main)'

function items(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ITEMS)].filter((item) => item.getClientRects().length > 0)
}

/** The item that has the focus in it, else the one that was marked last. */
export function markedItem(): HTMLElement | null {
  const focused = document.activeElement?.closest<HTMLElement>(ITEMS) ?? null
  return focused ?? items().find((item) => item.getAttribute('aria-current') === 'true') ?? null
}

/** The first item in sight. */
function firstInSight(all: HTMLElement[]): HTMLElement | undefined {
  return all.find((item) => item.getBoundingClientRect().top >= barHeight()) ?? all.at(-1)
}

const barHeight = () => document.querySelector('.topbar')?.getBoundingClientRect().bottom ?? 0

/** Moves the mark to the next item or the one before; from nowhere to the first in sight. */
export function moveMark(by: 1 | -1): void {
  const all = items()
  const marked = markedItem()
  const next = marked ? all[all.indexOf(marked) + by] : firstInSight(all)
  if (next) mark(next, all)
}

function mark(item: HTMLElement, all: HTMLElement[]): void {
  for (const other of all) other.removeAttribute('aria-current')
  item.setAttribute('aria-current', 'true')
  // Tab goes on from here, and a reader of screens reads it.
  if (!item.hasAttribute('tabindex')) item.tabIndex = -1
  item.focus({ preventScroll: true })
  const { top, bottom } = item.getBoundingClientRect()
  // At once: a glide would only lag behind the key.
  if (top < barHeight() || bottom > innerHeight) item.scrollIntoView({ block: 'start', behavior: 'instant' })
}

/** The item that keys act on: the marked one, else the post of the page. */
export function itemToActOn(): HTMLElement | null {
  return markedItem() ?? document.querySelector<HTMLElement>('#main article.post')
}
